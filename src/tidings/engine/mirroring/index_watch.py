"""The index watch: a thread that fetches the index when another machine has sent a newer one."""

import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from tidings.engine.mirroring.index_fetching import FetchStopped, fetch_newer
from tidings.engine.mirroring.stored_index import CURRENT, StoredIndexBroken
from tidings.events.logged_event import emit
from tidings.events.work_events import IndexFetchFailed
from tidings.search.index.current_generation import is_written
from tidings.search.index.errors import IndexBusy, IndexUnusable
from tidings.settings.tree import SearchSettings
from tidings.store.database.errors import StoreError
from tidings.store.files.file_store import FileStore

_LOOK_SECONDS: Final = 2.0  # between two looks at the etag: one small request
_LONGEST_WAIT: Final = 60.0  # between two looks while they fail
_JOIN_SECONDS: Final = 1.0  # to wait for a request that is under way


class IndexWatch:
    """Keeps the index in a folder like that on the store, unless a process here writes it."""

    def __init__(
        self,
        files: FileStore,
        folder: Path,
        settings: SearchSettings,
        on_news: Callable[[], None] = lambda: None,
    ) -> None:
        """`on_news` is called after each look that found another index; it may raise StoreError."""
        self._on_news = on_news
        self._files = files
        self._folder = folder
        self._settings = settings
        self._etag: str | None = None  # of the manifest that need not be looked at again
        self._failures = 0
        self._closing = threading.Event()
        self._has_looked = threading.Event()
        self._thread = threading.Thread(target=self._run, name="index watch", daemon=True)

    def start(self, seconds: float | None = None) -> None:
        """Look once, so that the first search finds what is there; then go on in a thread.

        A first look that takes more than so many seconds goes on in the thread, too.
        """
        self._thread.start()
        self._has_looked.wait(seconds)

    def close(self) -> None:
        """Stop; what is fetched but not complete is fetched by whoever comes next."""
        self._closing.set()
        self._thread.join(_JOIN_SECONDS)

    def look(self) -> None:
        """Fetch the index, if there is a newer one; a failure is logged once."""
        try:
            self._follow()
            self._failures = 0
        except (IndexBusy, FetchStopped):
            pass  # another process of this folder does it
        except (StoreError, StoredIndexBroken, IndexUnusable, OSError) as error:
            self._failures += 1
            if self._failures == 1:
                emit(IndexFetchFailed(str(error)))

    def _follow(self) -> None:
        there = self._files.find(CURRENT)
        if there is None or there.etag == self._etag or is_written(self._folder):
            return
        fetch_newer(self._files, self._folder, self._settings, self._may_go_on)
        self._on_news()
        self._etag = there.etag

    def _may_go_on(self) -> bool:
        return not self._closing.is_set()

    def _run(self) -> None:
        try:
            self.look()
        finally:
            self._has_looked.set()
        while not self._closing.wait(self._pause()):
            with suppress(RuntimeError):  # the interpreter is going
                self.look()

    def _pause(self) -> float:
        return min(_LONGEST_WAIT, _LOOK_SECONDS * 2.0**self._failures)
