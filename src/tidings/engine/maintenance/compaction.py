"""Compaction: removes from the archive files what was taken down. It needs the home for itself.

A file is written again beside the old one, the places of its records are moved in one transaction,
then the old file goes. After kill -9 at any step, either the old file or the new one is complete
and referred to, and the other one is removed when the archive is opened again.
"""

import time
from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

from tidings.engine.process.home import existing_home
from tidings.engine.process.home_archive import opened_archive
from tidings.engine.process.home_ownership import owned_database
from tidings.settings.tree import Settings
from tidings.store.archive.cdxj import Capture
from tidings.store.archive.file_compaction import RewrittenFile, rewrite_without
from tidings.store.archive.garbage import remove_objects, unnamed_objects
from tidings.store.archive.shared_volumes import SharedVolumes
from tidings.store.archive.volumes import Volumes
from tidings.store.archive.warc_files import captures_in
from tidings.store.database.database import Database
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
    unneeded: int = 0  # objects on a store that nothing refers to, and that were removed


def compact(settings: Settings, on_file: OnFile = lambda done, total: None) -> Compaction:
    """Remove all records that were taken down from the archive files."""
    began = time.monotonic()
    home = existing_home(settings)
    with owned_database(home, "compacting the archive") as database:
        archive = opened_archive(home, database, settings.store)
        archive.close()
        wanted = _affected_files(archive.volumes, database)
        placed = placed_urls(database.read(), [warc.name for warc in wanted]) if wanted else []
        records = freed = 0
        for done, warc in enumerate(wanted, start=1):
            archive.volumes.fetch(warc)
            size = warc.stat().st_size
            rewritten = _compact_file(database, archive.volumes, warc, placed)
            records += rewritten.removed
            freed += size - (rewritten.new.stat().st_size if rewritten.new else 0)
            on_file(done, len(wanted))
        unneeded, size = _remove_unneeded(archive.volumes)
    seconds = round(time.monotonic() - began, 3)
    return Compaction(len(wanted), records, freed + size, seconds, unneeded)


def _remove_unneeded(volumes: Volumes) -> tuple[int, int]:
    """Remove from a store what killed writers left there; return the number and the bytes.

    Files that no row names are kept: they have the earlier copies of pages.
    """
    if not isinstance(volumes, SharedVolumes):
        return 0, 0
    found = [*unnamed_objects(volumes.store, None)]
    return len(found), remove_objects(volumes.store, iter(found))


def _affected_files(volumes: Volumes, database: Database) -> list[Path]:
    """Return the files with records that were taken down."""
    if not any_withheld(database.read()):
        return []
    files = volumes.files()
    for warc in files:
        volumes.fetch_index(warc)
    unwanted = partial(_is_withheld, database)
    return [warc for warc in files if any(map(unwanted, captures_in(warc)))]


def _is_withheld(database: Database, capture: Capture) -> bool:
    return is_withheld(database.read(), capture.url, capture.at)


def _compact_file(
    database: Database, volumes: Volumes, warc: Path, placed: Collection[PlacedUrl]
) -> RewrittenFile:
    now = datetime.now(UTC)
    rewritten = rewrite_without(warc, partial(_is_withheld, database), now)
    if rewritten.new:
        volumes.publish(rewritten.new)
    here = [url for url in placed if url.file == warc.name]
    database.write(partial(_switch, rewritten=rewritten, urls=here, now=now)).result()
    remove_file(volumes, warc)
    database.write(forget_compactions).result()
    return rewritten


def remove_file(volumes: Volumes, warc: Path) -> None:
    """Remove the old file, which nothing refers to any more."""
    volumes.remove(warc)


def _switch(
    connection: Writer, rewritten: RewrittenFile, urls: list[PlacedUrl], now: datetime
) -> None:
    """Let all URLs refer to the new file."""
    move_places(connection, [(url, rewritten.places.get(url.offset)) for url in urls])
    new = rewritten.new.name if rewritten.new else ""
    note_compaction(connection, rewritten.old.name, new, now)
