"""Queries for the archived copies of pages, those of pages all in a fixed order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from tidings.model.crawl.visit import UrlRecord, Visit
from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader
from tidings.store.database.statements import marks
from tidings.store.database.timestamps import from_seconds
from tidings.store.tables.frontier.urls import record_from_row, visit_from_row

# Not changed by whoever reads the copies again, so that the order of pages stays the same.
_COPIES = "FROM urls WHERE file IS NOT NULL AND role = 'page'"
_SHARED = f"{_COPIES} AND target IS NOT NULL AND article IS NOT NULL"


@dataclass(frozen=True, slots=True)
class ArchivedCopy:
    """A page whose newest copy is archived."""

    record: UrlRecord
    visit: Visit


@dataclass(frozen=True, slots=True)
class FeedNote:
    """What a feed said about a page whose URL redirects."""

    target: str
    published: datetime | None
    categories: tuple[str, ...]


class NamedRecord(NamedTuple):
    """A record of the archive that a URL names as its newest copy."""

    file: str
    offset: int
    length: int
    url: str


def ends_of_named_files(connection: Reader) -> dict[str, int]:
    """Return where the last record ends that a URL names, for each archive file; reads all URLs."""
    rows = connection.execute(
        'SELECT file, max("offset" + length) FROM urls WHERE file IS NOT NULL GROUP BY file'
    )
    return {row[0]: row[1] for row in rows}


def named_records(connection: Reader, files: Sequence[str]) -> list[NamedRecord]:
    """Return the records in these archive files that URLs name; reads all URLs."""
    rows = connection.execute(
        f'SELECT file, "offset", length, url FROM urls WHERE file IN ({marks(len(files))})',  # noqa: S608
        tuple(files),
    )
    return [NamedRecord(*row) for row in rows]


def copy_count(connection: Reader) -> int:
    """Return the number of pages with an archived copy."""
    return int(connection.execute(f"SELECT count(*) {_COPIES}").fetchone()[0])


def shared_copy_count(connection: Reader) -> int:
    """Return the number of pages with an archived copy whose article is that of another page."""
    return int(connection.execute(f"SELECT count(*) {_SHARED}").fetchone()[0])


def archived_copies(
    connection: Reader, chunk: int, *, shared: bool = False
) -> Iterator[list[ArchivedCopy]]:
    """Yield all pages with an archived copy, or those whose article is that of another page."""
    host, id_ = -1, 0
    wanted = _SHARED if shared else _COPIES
    while rows := connection.execute(
        f"SELECT * {wanted} AND (host_id, id) > (?, ?) ORDER BY host_id, id LIMIT ?",
        (host, id_, chunk),
    ).fetchall():
        host, id_ = rows[-1]["host_id"], rows[-1]["id"]
        yield [ArchivedCopy(record_from_row(row), visit_from_row(row)) for row in rows]


def copies_of_articles(connection: Reader, articles: Sequence[str]) -> list[UrlRecord]:
    """Return the pages from which articles were or could have been taken, without aliases."""
    rows = connection.execute(
        f"SELECT * {_COPIES} AND target IS NULL AND article IN ({marks(len(articles))}) "
        f"ORDER BY article, {connection.dialect.row_number}",
        articles,
    )
    return [record_from_row(row) for row in rows]


def feed_notes(connection: Reader) -> list[FeedNote]:
    """Return what feeds said about URLs that redirect: their targets do not have it."""
    rows = connection.execute(
        "SELECT target, published, categories FROM urls "
        "WHERE target IS NOT NULL AND reason = ? AND listed = 1 ORDER BY id, target",
        (Reason.REDIRECTED,),
    )
    return [
        FeedNote(target, from_seconds(published), tuple(categories.splitlines()))
        for target, published, categories in rows
    ]
