"""The table of annotations, for readers and for grouping."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
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
from tidings.store.database.session import Reader, Writer
from tidings.store.database.statements import marks, upsert
from tidings.store.tables.articles.articles import next_second

_KEEP = upsert("annotations", "article", "revision, body, sketch, clipping")
_SET_COUNTER = upsert("counters", "name", "value")
_GROUPING = (
    "SELECT articles.seq, articles.id, sketch, clipping, "
    "CASE WHEN hidden_from < ? THEN 1 ELSE 0 END "
    "FROM articles LEFT JOIN annotations ON article = articles.id"
)
# Of an article, as clippings have it.
_TIME = "CASE WHEN published < first_seen THEN published ELSE first_seen END"
_SLACK = 1.0  # seconds, by which clippings may be rounded
_to_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


@dataclass(frozen=True, slots=True)
class PackedAnnotations:
    """Annotations ready to store, with the data for grouping; created in the workers."""

    text: str
    sketch: bytes = b""  # for near-duplicates
    clipping: bytes = b""  # for stories


def keep_annotations(
    connection: Writer, article_id: str, revision: int, packed: PackedAnnotations
) -> None:
    """Store the annotations of an article's revision, replacing older ones."""
    connection.execute(
        _KEEP,
        (article_id, revision, packed.text, packed.sketch, packed.clipping),
    )


def annotations_of(connection: Reader, ids: Sequence[str]) -> dict[str, Annotations]:
    """Return the annotations of those articles that have readable ones."""
    rows = connection.execute(
        f"SELECT article, body FROM annotations WHERE article IN ({marks(len(ids))})",  # noqa: S608
        ids,
    )
    pairs = ((row[0], annotations_or_none(row[1])) for row in rows)
    return {article: parsed for article, parsed in pairs if parsed is not None}


class GroupingRow(NamedTuple):
    """What grouping needs of an article."""

    seq: int
    article: str
    sketch: bytes
    clipping: bytes
    is_hidden: bool = False  # then it is in no story


def grouping_rows(connection: Reader, ids: Sequence[str]) -> dict[str, GroupingRow]:
    """Return what grouping needs of those articles that exist."""
    rows = connection.execute(
        f"{_GROUPING} WHERE articles.id IN ({marks(len(ids))})", (next_second(), *ids)
    )
    return {row[1]: _grouping_row(row) for row in rows}


def grouping_rows_after(connection: Reader, seq: int, limit: int) -> list[GroupingRow]:
    """Return what grouping needs of the articles that changed after `seq`, in order."""
    rows = connection.execute(
        f"{_GROUPING} WHERE articles.seq > ? ORDER BY articles.seq LIMIT ?",
        (next_second(), seq, limit),
    )
    return [_grouping_row(row) for row in rows]


def grouping_window(connection: Reader, since: datetime, until: int) -> Iterator[GroupingRow]:
    """Yield the same for the articles up to a seq that are of a time or later, in order of seq."""
    rows = connection.execute_in_pieces(
        f"{_GROUPING} WHERE articles.seq <= ? AND {_TIME} >= ? ORDER BY articles.seq",
        (next_second(), until, since.timestamp() - _SLACK),
    )
    return map(_grouping_row, rows)


def newest_time(connection: Reader, after: int, until: int) -> float | None:
    """Return the time, in seconds, of the newest article between two seqs that can be grouped."""
    row = connection.execute(
        f"SELECT max({_TIME}) FROM articles JOIN annotations ON article = articles.id "  # noqa: S608
        "WHERE articles.seq > ? AND articles.seq <= ? AND length(clipping) > 0 "
        "AND (hidden_from IS NULL OR hidden_from >= ?)",
        (after, until, next_second()),
    ).fetchone()
    return None if row[0] is None else float(row[0])


def _grouping_row(row: Sequence[Any]) -> GroupingRow:
    seq, article, sketch, clipping, is_hidden = row
    return GroupingRow(seq, article, sketch or b"", clipping or b"", bool(is_hidden))


def packed_annotations_of(connection: Reader, ids: Sequence[str]) -> dict[str, PackedAnnotations]:
    """Return the stored annotations of those articles that have some."""
    rows = connection.execute(
        "SELECT article, body, sketch, clipping "  # noqa: S608
        f"FROM annotations WHERE article IN ({marks(len(ids))})",
        ids,
    )
    return {row[0]: PackedAnnotations(row[1], row[2], row[3]) for row in rows}


def index_is_due(connection: Reader) -> bool:
    """Return whether annotations were renewed that the index does not have yet."""
    row = connection.execute("SELECT value FROM counters WHERE name = 'index_due'").fetchone()
    return row is not None and bool(row[0])


def set_index_due(connection: Writer, is_due: bool) -> None:
    """Store whether the index must be rebuilt to have all annotations."""
    connection.execute(_SET_COUNTER, ("index_due", int(is_due)))


def clippings_of(connection: Reader, story: int, limit: int) -> list[bytes]:
    """Return the clippings of a story's articles; if over `limit`, the oldest and the newest."""
    ids = [
        row[0]
        for row in connection.execute(
            "SELECT article FROM memberships WHERE story = ? ORDER BY at, article", (story,)
        )
    ]
    half = limit // 2
    chosen = ids if len(ids) <= limit else ids[:half] + ids[-half:]
    rows = connection.execute(
        "SELECT clipping FROM annotations "  # noqa: S608
        f"WHERE article IN ({marks(len(chosen))}) ORDER BY article",
        chosen,
    )
    return [row[0] for row in rows]


def note_failed_step(connection: Writer, article_id: str, step: str, detail: str) -> None:
    """Store that a step failed on an article after it was annotated."""
    row = connection.execute(
        "SELECT body FROM annotations WHERE article = ?", (article_id,)
    ).fetchone()
    annotations = annotations_or_none(row[0]) if row else None
    if annotations is None:
        return
    others = tuple(each for each in annotations.failed if each.step != step)
    text = annotations_text(replace(annotations, failed=(*others, FailedStep(step, detail))))
    connection.execute("UPDATE annotations SET body = ? WHERE article = ?", (text, article_id))


def models_of(connection: Reader, ids: Sequence[str]) -> dict[str, tuple[int, dict[str, str]]]:
    """Return the annotated revision of each article, and the models used."""
    models = connection.dialect.json_member("body", "models")
    rows = connection.execute(
        f"SELECT article, revision, {models} FROM annotations "  # noqa: S608
        f"WHERE article IN ({marks(len(ids))})",
        ids,
    )
    return {row[0]: (row[1], json.loads(row[2])) for row in rows if row[2] is not None}


def annotated_count(connection: Reader) -> int:
    """Return how many articles were annotated."""
    return int(connection.execute("SELECT count(*) FROM annotations").fetchone()[0])


def annotated_with(connection: Reader) -> Iterator[tuple[str, str, int]]:
    """Yield step, model and how many articles it annotated."""
    models = connection.dialect.json_pairs("body", "models")
    rows = connection.execute(
        f"SELECT step.key, step.value, count(*) FROM annotations, {models} AS step "  # noqa: S608
        "WHERE step.key IS NOT NULL GROUP BY step.key, step.value ORDER BY step.key, step.value"
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
    # A lone surrogate cannot be encoded. Extraction removes them, but other articles may have some.
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
    """Return the same, or None if the text is damaged or has another version's format."""
    try:
        return annotations_from(text)
    except (ValueError, TypeError, KeyError, AttributeError):
        return None


def _entity_to_row(entity: Entity) -> list[Any]:
    mentions = [(each.start, each.end, int(each.in_title)) for each in entity.mentions]
    place = entity.place
    place_row = place and (place.id, place.name, place.country, place.latitude, place.longitude)
    return [entity.name, entity.kind, entity.key, mentions, place_row]


def _entity_from_row(row: Sequence[Any]) -> Entity:
    name, kind, key, mentions, place_row = row
    return Entity(
        name,
        EntityKind(kind),
        key,
        tuple(Mention(start, end, bool(in_title)) for start, end, in_title in mentions),
        GeoPlace(*place_row) if place_row else None,
    )
