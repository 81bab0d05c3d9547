"""Compaction: removes from the archive files what was taken down. It needs the home for itself.

A file is written again beside the old one, the places of its records are moved in one transaction,
then the old file goes. After kill -9 at any step, either the old file or the new one is complete
and referred to, and the other one is removed when the archive is opened again.
"""

import time
from collections.abc import Callable, Collection
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from tidings.engine.process.home import HomeLock, existing_home
from tidings.engine.process.home_archive import opened_archive
from tidings.settings.tree import Settings
from tidings.store.archive.cdxj import Capture
from tidings.store.archive.file_compaction import RewrittenFile, remove_file, rewrite_without
from tidings.store.archive.warc_files import archive_files, captures_in
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.store.tables.takedowns.compactions import (
    PlacedUrl,
    forget_compactions,
    move_places,
    note_compaction,
    placed_urls,
)
from tidings.store.tables.takedowns.withheld import any_withheld, is_withheld

OnFile = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Compaction:
    """What a compaction removed."""

    files: int  # that were written again or removed
    records: int
    freed_bytes: int
    seconds: float


def compact(settings: Settings, on_file: OnFile = lambda done, total: None) -> Compaction:
    """Remove all records that were taken down from the archive files."""
    began = time.monotonic()
    home = existing_home(settings.home)
    with (
        HomeLock(home, "compacting the archive"),
        closing(open_database(home.database, settings.store)) as database,
    ):
        opened_archive(home, database, settings.store).close()
        wanted = _affected_files(home.archive, database)
        placed = placed_urls(database.read(), [warc.name for warc in wanted]) if wanted else []
        records = freed = 0
        for done, warc in enumerate(wanted, start=1):
            size = warc.stat().st_size
            rewritten = _compact_file(database, warc, placed)
            records += rewritten.removed
            freed += size - (rewritten.new.stat().st_size if rewritten.new else 0)
            on_file(done, len(wanted))
    return Compaction(len(wanted), records, freed, round(time.monotonic() - began, 3))


def _affected_files(folder: Path, database: Database) -> list[Path]:
    """Return the files with records that were taken down."""
    if not any_withheld(database.read()):
        return []
    unwanted = partial(_is_withheld, database)
    return [warc for warc in archive_files(folder) if any(map(unwanted, captures_in(warc)))]


def _is_withheld(database: Database, capture: Capture) -> bool:
    return is_withheld(database.read(), capture.url, capture.at)


def _compact_file(database: Database, warc: Path, placed: Collection[PlacedUrl]) -> RewrittenFile:
    now = datetime.now(UTC)
    rewritten = rewrite_without(warc, partial(_is_withheld, database), now)
    here = [url for url in placed if url.file == warc.name]
    database.write(partial(_switch, rewritten=rewritten, urls=here, now=now)).result()
    remove_file(warc)
    database.write(forget_compactions).result()
    return rewritten


def _switch(
    connection: Writer, rewritten: RewrittenFile, urls: list[PlacedUrl], now: datetime
) -> None:
    """Let all URLs refer to the new file."""
    move_places(connection, [(url, rewritten.places.get(url.offset)) for url in urls])
    new = rewritten.new.name if rewritten.new else ""
    note_compaction(connection, rewritten.old.name, new, now)
