"""The store that a home keeps its files on, if it is not this machine's disk."""

from dataclasses import replace
from typing import Final

from tidings.engine.process.home import Home
from tidings.engine.process.home_places import places_of
from tidings.store.files.file_store import FileStore
from tidings.store.files.store_opening import open_store

TRY_SECONDS: Final = 3.0  # somebody waits for the answer


def opened_files(home: Home, try_seconds: float = TRY_SECONDS) -> FileStore | None:
    """Return a home's store, None if its files are in its folder; raises StoreUnusable.

    Nothing is asked of the server yet. Requests that fail are repeated for `try_seconds`.
    """
    noted, settings = places_of(home).files, home.store_settings
    if not noted:
        return None
    return open_store(replace(settings, url=settings.url or noted), try_seconds=try_seconds)
