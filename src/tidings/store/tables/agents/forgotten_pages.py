"""Forgets in the rows of runs what a page said that was taken down: its title, and links to it.

The rows stay, with their addresses: an interrupted run is made again from them.
"""

from collections.abc import Collection, Sequence
from dataclasses import replace

from tidings.model.agents.agent_event import AgentEventKind
from tidings.model.agents.page_sight import SeenPage, Sight
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.statements import marks
from tidings.store.tables.agents.packed_sight import packed_sight, unpacked_sight

_WORDED = (  # whose words are the text of a link, or a title
    AgentEventKind.BORN,
    AgentEventKind.MOVED,
    AgentEventKind.SAW,
    AgentEventKind.FOUND,
)


def forget_pages(connection: Writer, articles: Sequence[str], urls: Collection[str]) -> None:
    """Forget finds by their articles, and what runs saw of these URLs and of links to them."""
    rows = connection.execute(
        f"DELETE FROM query_finds WHERE article IN ({marks(len(articles))}) RETURNING url",  # noqa: S608
        articles,
    ).fetchall()
    pages = sorted({*urls, *(row[0] for row in rows)})
    connection.execute(
        f"UPDATE query_events SET words = '' WHERE url IN ({marks(len(pages))}) "  # noqa: S608
        f"AND kind IN ({marks(len(_WORDED))}) AND words <> ''",
        (*pages, *_WORDED),
    )
    gone = frozenset(pages)
    changed = [
        (packed_sight(_without(unpacked_sight(bytes(sight)), gone)), run, number)
        for run, number, sight in _steps(connection, pages)
    ]
    connection.executemany("UPDATE query_steps SET sight = ? WHERE run = ? AND number = ?", changed)


def _steps(connection: Reader, urls: Sequence[str]) -> list[Row]:
    """Return the steps to pages, and those to the pages from which agents came."""
    some = marks(len(urls))
    return connection.execute(
        "SELECT run, number, sight FROM query_steps WHERE sight IS NOT NULL "  # noqa: S608
        f"AND (url IN ({some}) OR (run, url) IN "
        f"(SELECT run, page FROM query_steps WHERE url IN ({some})))",
        (*urls, *urls),
    ).fetchall()


def _without(sight: Sight, urls: Collection[str]) -> Sight:
    """Return a sight without the title of a page, and without the words of links to it."""
    if not isinstance(sight, SeenPage):
        return sight
    title = "" if sight.url in urls else sight.title
    links = tuple(
        replace(link, words="") if link.url in urls and link.words else link for link in sight.links
    )
    return replace(sight, title=title, links=links)
