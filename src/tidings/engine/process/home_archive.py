"""The archive of a home as everybody must open it: without what was taken down."""

from datetime import datetime

from tidings.engine.process.home import Home
from tidings.settings.tree import StoreSettings
from tidings.store.archive.file_compaction import settle_files
from tidings.store.archive.warc_files import Archive, ArchiveReader, Withheld
from tidings.store.database.database import Database
from tidings.store.tables.takedowns.compactions import compacted_files, forget_compactions
from tidings.store.tables.takedowns.withheld import is_withheld


def archive_of(home: Home, database: Database) -> ArchiveReader:
    """Return the archive for reading."""
    return ArchiveReader(home.archive, _withheld_in(database))


def opened_archive(home: Home, database: Database, settings: StoreSettings) -> Archive:
    """Open the archive for the owner of the home, who writes to it; first repair it."""
    compacted = compacted_files(database.read())
    settle_files(home.archive, compacted)
    if compacted:
        database.write(forget_compactions).result()
    return Archive(home.archive, settings.warc_max_bytes, withheld=_withheld_in(database))


def _withheld_in(database: Database) -> Withheld:
    def withheld(url: str, at: datetime) -> bool:
        return is_withheld(database.read(), url, at)

    return withheld
