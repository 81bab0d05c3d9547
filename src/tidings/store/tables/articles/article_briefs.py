"""Reads articles for lists: their rows, stories and annotations, in one query."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from tidings.model.articles.brief import ArticleBrief, BriefFilter, BriefPosition, EntityName
from tidings.store.database.session import Reader
from tidings.store.database.statements import marks
from tidings.store.database.timestamps import from_seconds, to_seconds
from tidings.store.tables.articles.articles import NEWEST, next_second, shown
from tidings.store.tables.articles.rights_json import robots_from_json

_ENTITIES = 10  # of an article, named most often: a list of names has hundreds
_CACHED = 4_096  # annotations whose parts are remembered, 2 KB each: many readers see the same hits
NO_NAMES: Mapping[str, str] = {}
_BRIEF = (
    "SELECT articles.id, url, title, standfirst, source, publisher, authors, published, modified, "  # noqa: S608
    "first_seen, language, section, image, word_count, articles.revision, gone_at, robots, story, "
    f"body, {NEWEST} FROM articles LEFT JOIN memberships ON memberships.article = articles.id "
    "LEFT JOIN annotations ON annotations.article = articles.id"
)


def briefs_by_id(
    connection: Reader, ids: Sequence[str], names: Mapping[str, str] = NO_NAMES
) -> dict[str, ArticleBrief]:
    """Return those of the articles that exist and may be shown; `names` are those of sources."""
    rows = connection.execute(
        f"{_BRIEF} WHERE articles.id IN ({marks(len(ids))}) AND {shown(connection)}",
        (*ids, next_second()),
    )
    return {row[0]: _brief(row, names) for row in rows}


def newest_briefs(
    connection: Reader,
    wanted: BriefFilter,
    after: BriefPosition | None,
    limit: int,
    names: Mapping[str, str] = NO_NAMES,
) -> list[tuple[BriefPosition, ArticleBrief]]:
    """Return articles that may be shown, the newest first, from after a position."""
    limits: dict[str, tuple[Any, ...]] = {
        "source = ?": (wanted.source,),
        "language = ?": (wanted.language,),
        "published >= ?": (to_seconds(wanted.since),),
        "published <= ?": (to_seconds(wanted.until),),
        # The first bound is in an index, the second decides between equal dates.
        f"{NEWEST} <= ? AND ({NEWEST} < ? OR articles.id < ?)": (
            () if after is None else (after.newest, after.newest, after.id)
        ),
    }
    given = {term: values for term, values in limits.items() if values and values[0] is not None}
    where = " AND ".join((shown(connection), *given))
    rows = connection.execute(
        f"{_BRIEF} WHERE {where} ORDER BY {NEWEST} DESC, articles.id DESC LIMIT ?",
        (next_second(), *(value for values in given.values() for value in values), limit),
    )
    return [(BriefPosition(row[19], row[0]), _brief(row, names)) for row in rows]


def _brief(row: Sequence[Any], names: Mapping[str, str]) -> ArticleBrief:
    (id_, url, title, standfirst, source, publisher, authors, published, modified, first_seen,
     language, section, image, words, revision, gone_at, robots, story, body, _) = row  # fmt: skip
    topics, entities = _subjects(body)
    return ArticleBrief(
        id=id_,
        url=url,
        title=title,
        standfirst=robots_from_json(robots).excerpt(standfirst),
        source=source,
        source_name=names.get(source) or publisher or source,
        authors=tuple(json.loads(authors)),
        published=from_seconds(published),
        modified=from_seconds(modified),
        first_seen=from_seconds(first_seen),
        language=language,
        section=section,
        image=image,
        word_count=words,
        revision=revision,
        gone_at=from_seconds(gone_at),
        story=story,
        topics=topics,
        entities=entities,
    )


@lru_cache(maxsize=_CACHED)
def _subjects(body: str | None) -> tuple[tuple[str, ...], tuple[EntityName, ...]]:
    """The topics and entities of stored annotations; nothing if they are missing or damaged."""
    if not body:
        return (), ()
    try:
        read = json.loads(body)
        topics = tuple([row[0] for row in read["topics"]])
        often = sorted(read["entities"], key=lambda row: -len(row[3]))[:_ENTITIES]
        return topics, tuple([EntityName(row[2], row[0], row[1]) for row in often])
    except (ValueError, TypeError, KeyError, IndexError):
        return (), ()
