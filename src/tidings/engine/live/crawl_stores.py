"""The stores of a home, opened by the one process that may crawl it."""

import os
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tidings.engine.mirroring.index_fetching import restore_index
from tidings.engine.process.home import Home, ensure_home
from tidings.engine.process.home_archive import opened_archive
from tidings.engine.process.home_files import opened_files
from tidings.engine.process.home_ownership import owned_database
from tidings.search.index.search_index import Index, IndexUnusable
from tidings.settings.tree import SearchSettings, Settings
from tidings.store.archive.warc_files import Archive
from tidings.store.database.database import Database
from tidings.store.database.patience import ServerPatience
from tidings.store.files.file_store import FileStore


@dataclass(frozen=True, slots=True)
class CrawlStores:
    """The database, the archive and the index of a home, all for writing, and its store."""

    home: Home
    database: Database
    archive: Archive
    index: Index
    files: FileStore | None


@contextmanager
def opened_stores(settings: Settings) -> Iterator[CrawlStores]:
    """Lock a home and open its stores; what a commit refers to is in the archive before it."""
    home = ensure_home(settings)
    with ExitStack() as stack:
        database = stack.enter_context(owned_database(home))
        archive = opened_archive(home, database, settings.store)
        stack.callback(archive.close)
        database.before_commit = archive.sync
        files = opened_files(home)
        if files is not None:
            patience = ServerPatience(settings.database, settings.store)
            restore_index(files, home.index, settings.search, patience)
        index = opened_index(home.index, settings.search)
        stack.callback(index.close)
        yield CrawlStores(home, database, archive, index, files)


def opened_index(folder: Path, settings: SearchSettings) -> Index:
    """Open the index for writing; an unusable one is moved aside and built again."""
    try:
        return Index.open(folder, settings, writable=True)
    except IndexUnusable:
        folder.rename(folder.with_name(f"{folder.name}.unusable-{os.getpid()}"))
        folder.mkdir()
        return Index.open(folder, settings, writable=True)
