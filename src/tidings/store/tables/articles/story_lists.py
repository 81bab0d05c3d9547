"""The list of stories, read page by page: each page begins after the last story of another."""

from tidings.model.articles.listing import StoryFilter
from tidings.model.articles.story import Story
from tidings.store.database.session import Reader
from tidings.store.database.timestamps import to_seconds
from tidings.store.tables.articles.stories import STORY_COLUMNS, story_of_row

_OF_SOURCE = (
    "id IN (SELECT story FROM articles JOIN memberships ON article = articles.id WHERE source = ?)"
)


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


def successor_of(connection: Reader, story: int) -> int | None:
    """Return the story that a story was merged into; None if it was not."""
    row = connection.execute("SELECT merged_into FROM stories WHERE id = ?", (story,)).fetchone()
    return None if row is None else row[0]
