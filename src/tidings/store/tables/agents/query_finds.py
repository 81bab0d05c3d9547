"""The table of what runs found, and which articles they own."""

from collections.abc import Iterable
from datetime import datetime

from tidings.model.agents.run_find import RunFind
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.statements import upsert
from tidings.store.database.timestamps import from_seconds, to_seconds

_COLUMNS = "article, title, source, site, published, relevance, found_at, was_known, is_owned"


def keep_find(connection: Writer, run: int, find: RunFind) -> None:
    """Store a find."""
    connection.execute(
        upsert("query_finds", "run, url", _COLUMNS),
        (
            run,
            find.url,
            find.article,
            find.title,
            find.source,
            find.site,
            to_seconds(find.published),
            find.relevance,
            to_seconds(find.found_at),
            int(find.was_known),
            int(find.is_owned),
        ),
    )


def finds_of_run(connection: Reader, run: int) -> list[RunFind]:
    """Return the finds of a run in the order in which they were made."""
    rows = connection.execute(
        f"SELECT url, {_COLUMNS} FROM query_finds "  # noqa: S608
        "WHERE run = ? ORDER BY found_at, url",
        (run,),
    )
    return [_find(row) for row in rows]


def find_count(connection: Reader, run: int) -> int:
    """Return how many finds a run has made."""
    row = connection.execute("SELECT count(*) FROM query_finds WHERE run = ?", (run,)).fetchone()
    return int(row[0])


def owned_finds_before(
    connection: Reader, before: datetime, limit: int
) -> list[tuple[int, RunFind]]:
    """Return finds whose retention is over and that their runs still own, with their runs."""
    rows = connection.execute(
        f"SELECT run, url, {_COLUMNS} FROM query_finds WHERE is_owned = 1 AND found_at < ? "  # noqa: S608
        "ORDER BY found_at, run, url LIMIT ?",
        (to_seconds(before), limit),
    )
    return [(row[0], _find(row[1:])) for row in rows]


def is_owned_by_another(connection: Reader, article: str, before: datetime) -> bool:
    """Return whether a younger find owns the article, too."""
    row = connection.execute(
        "SELECT 1 FROM query_finds WHERE article = ? AND is_owned = 1 AND found_at >= ? LIMIT 1",
        (article, to_seconds(before)),
    ).fetchone()
    return row is not None


def disown(connection: Writer, finds: Iterable[tuple[int, str]]) -> None:
    """Note that runs no longer own finds, given by run and URL: they are gone, or kept for good."""
    connection.executemany("UPDATE query_finds SET is_owned = 0 WHERE run = ? AND url = ?", finds)


def _find(row: Row) -> RunFind:
    url, article, title, source, site, published, relevance, found_at, was_known, is_owned = row
    return RunFind(
        url,
        article,
        title,
        source,
        site,
        from_seconds(published),
        relevance,
        from_seconds(found_at),
        bool(was_known),
        bool(is_owned),
    )
