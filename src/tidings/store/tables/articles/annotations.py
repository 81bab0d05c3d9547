"""Annotations as rows: what was understood of each article, for readers and for grouping."""

import json
import sqlite3
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from tidings.model.articles.annotations import (
    Annotations,
    Entity,
    EntityKind,
    FailedStep,
    GeoPlace,
    Keyphrase,
    Mention,
    Tone,
    Topic,
)

_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class PackedAnnotations:
    """Annotations ready to be stored, with what grouping wants; made in the workers."""

    text: str
    sketch: bytes = b""  # for near-duplicates
    clipping: bytes = b""  # for stories


def keep_annotations(
    connection: sqlite3.Connection, article_id: str, revision: int, filed: PackedAnnotations
) -> None:
    """Keep what was understood of an article's revision; an older one is replaced."""
    connection.execute(
        "INSERT OR REPLACE INTO annotations VALUES (?, ?, ?, ?, ?)",
        (article_id, revision, filed.text, filed.sketch, filed.clipping),
    )


def annotations_of(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, Annotations]:
    """Return the annotations of those articles that have some that can be read."""
    marks = ", ".join("?" * len(ids))
    rows = connection.execute(
        f"SELECT article, body FROM annotations WHERE article IN ({marks})",  # noqa: S608
        ids,
    )
    read = ((row[0], annotations_or_none(row[1])) for row in rows)
    return {article: said for article, said in read if said is not None}


class GroupingRow(NamedTuple):
    """What grouping wants of an article that changed."""

    seq: int
    article: str
    sketch: bytes
    clipping: bytes


def grouping_rows_after(connection: sqlite3.Connection, seq: int, limit: int) -> list[GroupingRow]:
    """Return what grouping wants of the articles that changed after `seq`, in order."""
    rows = connection.execute(
        "SELECT articles.seq, articles.id, sketch, clipping FROM articles "
        "LEFT JOIN annotations ON article = articles.id "
        "WHERE articles.seq > ? ORDER BY articles.seq LIMIT ?",
        (seq, limit),
    )
    return [GroupingRow(row[0], row[1], row[2] or b"", row[3] or b"") for row in rows]


def packed_annotations_of(
    connection: sqlite3.Connection, ids: Sequence[str]
) -> dict[str, PackedAnnotations]:
    """Return what is stored of those articles that were annotated."""
    marks = ", ".join("?" * len(ids))
    rows = connection.execute(
        f"SELECT article, body, sketch, clipping FROM annotations WHERE article IN ({marks})",  # noqa: S608
        ids,
    )
    return {row[0]: PackedAnnotations(row[1], row[2], row[3]) for row in rows}


def index_is_due(connection: sqlite3.Connection) -> bool:
    """Return whether annotations were made anew that the index does not know."""
    row = connection.execute("SELECT value FROM counters WHERE name = 'index_due'").fetchone()
    return row is not None and bool(row[0])


def set_index_due(connection: sqlite3.Connection, is_due: bool) -> None:
    """Write down whether the index must be built anew to know all annotations."""
    connection.execute("INSERT OR REPLACE INTO counters VALUES ('index_due', ?)", (int(is_due),))


def clippings_of(connection: sqlite3.Connection, story: int, limit: int) -> list[bytes]:
    """Return the clippings of a story's articles: of many, the first half and the newest."""
    ids = [
        row[0]
        for row in connection.execute(
            "SELECT article FROM memberships WHERE story = ? ORDER BY at, article", (story,)
        )
    ]
    half = limit // 2
    chosen = ids if len(ids) <= limit else ids[:half] + ids[-half:]
    marks = ", ".join("?" * len(chosen))
    rows = connection.execute(
        f"SELECT clipping FROM annotations WHERE article IN ({marks})",  # noqa: S608
        chosen,
    )
    return [row[0] for row in rows]


def note_failed_step(
    connection: sqlite3.Connection, article_id: str, step: str, detail: str
) -> None:
    """Write down that a step failed on an article after it was annotated."""
    row = connection.execute(
        "SELECT body FROM annotations WHERE article = ?", (article_id,)
    ).fetchone()
    said = annotations_or_none(row[0]) if row else None
    if said is None:
        return
    others = tuple(each for each in said.failed if each.step != step)
    text = annotations_text(replace(said, failed=(*others, FailedStep(step, detail))))
    connection.execute("UPDATE annotations SET body = ? WHERE article = ?", (text, article_id))


def models_of(
    connection: sqlite3.Connection, ids: Sequence[str]
) -> dict[str, tuple[int, dict[str, str]]]:
    """Return of annotated articles which revision was, and by which models."""
    marks = ", ".join("?" * len(ids))
    rows = connection.execute(
        "SELECT article, revision, json_extract(body, '$.models') FROM annotations "  # noqa: S608
        f"WHERE json_valid(body) AND article IN ({marks})",
        ids,
    )
    return {row[0]: (row[1], json.loads(row[2] or "{}")) for row in rows}


def annotated_count(connection: sqlite3.Connection) -> int:
    """Return how many articles were annotated."""
    return int(connection.execute("SELECT count(*) FROM annotations").fetchone()[0])


def annotated_with(connection: sqlite3.Connection) -> Iterator[tuple[str, str, int]]:
    """Yield step, model and how many articles it annotated."""
    rows = connection.execute(
        "SELECT step.key, step.value, count(*) FROM annotations, "
        "json_each(CASE WHEN json_valid(body) THEN body ELSE '{}' END, '$.models') step "
        "GROUP BY step.key, step.value ORDER BY step.key, step.value"
    )
    return ((row[0], row[1], row[2]) for row in rows)


def annotations_text(annotations: Annotations) -> str:
    """Return annotations as they are stored."""
    body: dict[str, Any] = {
        "language": annotations.language,
        "confidence": round(annotations.confidence, 3),
        "entities": [_entity_to_row(each) for each in annotations.entities],
        "topics": [(each.slug, each.code, each.probability) for each in annotations.topics],
        "keyphrases": [(each.text, each.weight) for each in annotations.keyphrases],
        "summary": annotations.summary,
        "models": dict(annotations.models),
    }
    if annotations.tone is not None:
        body["tone"] = (annotations.tone.score, annotations.tone.words)
    if annotations.failed:
        body["failed"] = [(each.step, each.detail) for each in annotations.failed]
    # A lone surrogate has no bytes; extraction lets none through, but an article may be made up.
    return _to_json(body).encode("utf-8", "replace").decode()


def annotations_from(text: str) -> Annotations:
    """Return what `annotations_text` wrote."""
    body = json.loads(text)
    tone = body.get("tone")
    return Annotations(
        language=body["language"],
        confidence=body["confidence"],
        entities=tuple(map(_entity_from_row, body["entities"])),
        topics=tuple(Topic(*row) for row in body["topics"]),
        tone=Tone(tone[0], tuple((word, weight) for word, weight in tone[1])) if tone else None,
        keyphrases=tuple(Keyphrase(*row) for row in body["keyphrases"]),
        summary=tuple(body["summary"]),
        models=tuple(body["models"].items()),
        failed=tuple(FailedStep(*row) for row in body.get("failed", ())),
    )


def annotations_or_none(text: str) -> Annotations | None:
    """Return the same; None for what was torn, or written by a version with other ideas."""
    try:
        return annotations_from(text)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _entity_to_row(entity: Entity) -> list[Any]:
    mentions = [(each.start, each.end, int(each.in_title)) for each in entity.mentions]
    place = entity.place
    where = place and (place.id, place.name, place.country, place.latitude, place.longitude)
    return [entity.name, entity.kind, entity.key, mentions, where]


def _entity_from_row(row: Sequence[Any]) -> Entity:
    name, kind, key, mentions, where = row
    return Entity(
        name,
        EntityKind(kind),
        key,
        tuple(Mention(start, end, bool(titled)) for start, end, titled in mentions),
        GeoPlace(*where) if where else None,
    )
