"""The archive of a home as everybody must open it: without what was taken down."""

from datetime import UTC, datetime
from functools import lru_cache, partial
from typing import Final

from tidings.engine.process.home import Home
from tidings.engine.process.home_files import TRY_SECONDS, opened_files
from tidings.settings.tree import StoreSettings
from tidings.store.archive.file_compaction import settle_files
from tidings.store.archive.shared_archive import SharedArchive
from tidings.store.archive.shared_volumes import SharedVolumes
from tidings.store.archive.volumes import LocalVolumes, Volumes
from tidings.store.archive.warc_files import Archive, ArchiveReader, Withheld
from tidings.store.database.database import Database
from tidings.store.tables.changes.cursors import clear_failure, follower_records, note_failure
from tidings.store.tables.takedowns.compactions import compacted_files, forget_compactions
from tidings.store.tables.takedowns.withheld import is_withheld

SEALING: Final = "whole files on the store"  # among those whose failures `status` and `doctor` show


def archive_of(home: Home, database: Database) -> ArchiveReader:
    """Return the archive for reading."""
    return ArchiveReader(home.archive, _withheld_in(database), volumes_of(home))


def whole_archive(home: Home, try_seconds: float = TRY_SECONDS) -> ArchiveReader:
    """Return the archive with what was taken down, for those who check or know their places."""
    return ArchiveReader(home.archive, volumes=volumes_of(home, try_seconds))


@lru_cache(maxsize=8)  # the connections to a store, and what is known of it
def volumes_of(home: Home, try_seconds: float = TRY_SECONDS) -> Volumes:
    """Return the files of a home's archive, wherever they are."""
    store = opened_files(home, try_seconds)
    if store is None:
        return LocalVolumes(home.archive)
    return SharedVolumes(home.archive, store, home.store_settings.cache_bytes)


def opened_archive(home: Home, database: Database, settings: StoreSettings) -> Archive:
    """Open the archive for the owner of the home, who writes to it; first repair it."""
    compacted, withheld = compacted_files(database.read()), _withheld_in(database)
    store = opened_files(home)
    archive: Archive
    if store is None:
        settle_files(home.archive, compacted)
        archive = Archive(home.archive, settings.warc_max_bytes, withheld=withheld)
    else:
        archive = SharedArchive(
            home.archive,
            store,
            settings.warc_max_bytes,
            settings.cache_bytes,
            withheld=withheld,
            compacted=compacted,
            note_sealing=partial(_note_sealing, database),
        )
        if any(
            each.name == SEALING and each.attempts for each in follower_records(database.read())
        ):
            _note_sealing(database, "")  # of an earlier process; what still fails is noted again
    if compacted:
        database.write(forget_compactions).result()
    return archive


def _note_sealing(database: Database, error: str) -> None:
    """Let `status` and `doctor` show that sealing fails. Does not wait: the archive may close."""
    now = datetime.now(UTC)
    if error:
        database.write(lambda db: note_failure(db, SEALING, now, error))
    else:
        database.write(lambda db: clear_failure(db, SEALING))


def _withheld_in(database: Database) -> Withheld:
    def withheld(url: str, at: datetime) -> bool:
        return is_withheld(database.read(), url, at)

    return withheld
