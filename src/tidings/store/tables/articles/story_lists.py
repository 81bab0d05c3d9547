"""The list of stories, read page by page: each page begins after the last story of another."""

from collections.abc import Sequence
from typing import NamedTuple

from tidings.model.articles.listing import StoryFilter
from tidings.model.articles.story import Story
from tidings.store.database.session import Reader
from tidings.store.database.statements import marks
from tidings.store.database.timestamps import to_seconds
from tidings.store.tables.articles.articles import next_second, shown
from tidings.store.tables.articles.stories import STORY_COLUMNS, story_of_row

_OF_SOURCE = (
    "id IN (SELECT story FROM articles JOIN memberships ON article = articles.id WHERE source = ?)"
)


class StorySourceRow(NamedTuple):
    """How much of a story a source published, and since when, in seconds since 1970."""

    story: int
    source: str
    articles: int
    first_at: float
    first_dated_at: float | None  # of its articles with a date


def story_page(
    connection: Reader, wanted: StoryFilter, after: tuple[float, int] | None, limit: int
) -> list[Story]:
    """Return the next stories, ordered by their newest article; `after` is that time and the id."""
    conditions = {
        "articles >= ?": wanted.min_articles,
        "sources >= ?": wanted.min_sources,
        "newest_at >= ?": to_seconds(wanted.since),
        "newest_at <= ?": to_seconds(wanted.until),
        "language = ?": wanted.language,
        _OF_SOURCE: wanted.source,
    }
    given = {text: value for text, value in conditions.items() if value is not None}
    where, values = " AND ".join(given), [*given.values()]
    if after is not None:
        where, values = f"{where} AND (newest_at, id) < (?, ?)", [*values, *after]
    rows = connection.execute(
        f"SELECT {STORY_COLUMNS} FROM stories WHERE merged_into IS NULL AND {where} "  # noqa: S608
        "ORDER BY newest_at DESC, id DESC LIMIT ?",
        (*values, limit),
    )
    return [story_of_row(row) for row in rows]


def sources_of_stories(connection: Reader, stories: Sequence[int]) -> list[StorySourceRow]:
    """Return the sources of each story with what may be shown of them, the earliest first."""
    rows = connection.execute(
        "SELECT story, source, count(*), min(at), "  # noqa: S608
        "min(CASE WHEN published IS NULL THEN NULL ELSE at END) "
        "FROM memberships JOIN articles ON articles.id = article "
        f"WHERE story IN ({marks(len(stories))}) AND {shown(connection)} "
        "GROUP BY story, source ORDER BY story, min(at), source",
        (*stories, next_second()),
    )
    return [StorySourceRow(*row) for row in rows]


def successor_of(connection: Reader, story: int) -> int | None:
    """Return the story that a story was merged into; None if it was not."""
    row = connection.execute("SELECT merged_into FROM stories WHERE id = ?", (story,)).fetchone()
    return None if row is None else row[0]
