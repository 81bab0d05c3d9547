"""The table of archive files that were compacted, and the places of records in them."""

from collections.abc import Collection, Iterable
from datetime import datetime
from typing import NamedTuple

from tidings.model.crawl.visit import ArchivePlace
from tidings.store.database.session import Reader, Writer
from tidings.store.database.statements import marks
from tidings.store.database.timestamps import to_seconds


class PlacedUrl(NamedTuple):
    """A row of `urls` that refers to a record of the archive."""

    host_id: int
    id: int
    file: str
    offset: int


def placed_urls(connection: Reader, files: Collection[str]) -> list[PlacedUrl]:
    """Return the URLs whose newest copy is in one of these files; reads all URLs."""
    rows = connection.execute(
        f'SELECT host_id, id, file, "offset" FROM urls WHERE file IN ({marks(len(files))})',  # noqa: S608
        tuple(files),
    )
    return [PlacedUrl(*row) for row in rows]


def move_places(connection: Writer, moves: Iterable[tuple[PlacedUrl, ArchivePlace | None]]) -> None:
    """Let URLs refer to where their records are now; None: to no record any more."""
    connection.executemany(
        'UPDATE urls SET file = ?, "offset" = ?, length = ? WHERE host_id = ? AND id = ? '
        "AND file = ?",  # it may have been deleted meanwhile
        [
            (*((place.file, place.offset, place.length) if place else (None, None, None)),
             url.host_id, url.id, url.file)
            for url, place in moves
        ],
    )  # fmt: skip


def note_compaction(connection: Writer, file: str, replaced_by: str, now: datetime) -> None:
    """Note that all places are in the new file, so that the old one is not needed any more."""
    connection.execute(
        "INSERT INTO compactions (file, replaced_by, at) VALUES (?, ?, ?)",
        (file, replaced_by, to_seconds(now)),
    )


def compacted_files(connection: Reader) -> set[str]:
    """Return the files of the archive that are not needed any more and may still be there."""
    return {row[0] for row in connection.execute("SELECT file FROM compactions")}


def forget_compactions(connection: Writer) -> None:
    """Note that all files that are not needed any more are gone."""
    connection.execute("DELETE FROM compactions")
