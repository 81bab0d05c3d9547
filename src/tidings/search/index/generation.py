"""One generation of the index: tantivy's files and the forward index beside them, in one folder."""

import os
import threading
import time
from collections.abc import Iterable, Sequence, Set
from contextlib import suppress
from pathlib import Path

import tantivy

from tidings.search.entries.entry import IndexEntry
from tidings.search.entries.schema import VERSION, document, schema
from tidings.search.forward_index.forward_store import ForwardStore
from tidings.search.index.errors import IndexBusy, IndexUnusable, translated_errors
from tidings.search.index.index_view import IndexView, newest_seq
from tidings.search.rank.vectors import EVEN_ZONES
from tidings.settings.tree import SearchSettings

_VERSION_FILE = "tidings-version"
_META_FILE = "meta.json"  # tantivy's; it names the segments of the last commit
FORWARD = "forward"
_MIN_HEAP_BYTES = 15_000_000  # tantivy refuses less for a thread
_MERGING = "merge_thread"  # how the names of tantivy's threads for it begin
_LAST = 19  # the lowest priority
_NAMING = 1.0  # seconds, at most, for new threads to give themselves their names
_ATTEMPTS = 20  # at seeing both sides between two commits of another process


class Generation:
    """Any number of readers, one writer. Adding, removing and committing are for one thread.

    The forward index is committed first: what tantivy finds always has its row there. tantivy
    locks the writer with flock, so a killed process leaves no lock behind.
    """

    def __init__(self, folder: Path, settings: SearchSettings, *, writable: bool) -> None:
        self.folder = folder
        self._meta = os.fspath(folder / _META_FILE)
        self._settings = settings
        self._lock = threading.Lock()  # around the view
        self._pending = False
        self._looked: tuple[int, int] | None = None  # the stamp of the commit in the view
        self._writer: tantivy.IndexWriter | None = None
        self._tantivy = _opened(folder, create=writable)
        # Looked at before there is a writer: unusable files must not keep a lock.
        with translated_errors(folder):
            self._shelf = ForwardStore(folder / FORWARD, EVEN_ZONES, writable=False)
        self.view = self._look()
        if writable:
            self._begin_writing()

    def add(self, entries: Sequence[IndexEntry]) -> None:
        """Add the entries in the order of their seq; an id that is already there is replaced."""
        writer = self._writing()
        self._shelf.add(entries)
        for entry in entries:
            writer.delete_documents_by_term("id", entry.id)
            writer.add_document(document(entry))
        self._pending = self._pending or bool(entries)

    def remove(self, ids: Iterable[str]) -> None:
        """Remove the entries with these ids, as far as there are any."""
        writer = self._writing()
        for id_ in ids:
            self._shelf.remove([id_])
            writer.delete_documents_by_term("id", id_)
            self._pending = True

    def commit(self) -> None:
        """Make everything so far durable and visible here; free when there is nothing new."""
        if not self._pending:
            return
        writer = self._writing()
        with translated_errors(self.folder):
            self._shelf.commit()
            writer.commit()
            self._pending = False
            self.reload()
            self._shelf.tidy()  # after tantivy's commit, whose readers may need the rows until then

    def reload(self) -> None:
        """See the last commit, whichever process made it; free when there is nothing new."""
        with self._lock, translated_errors(self.folder):
            if self._stamp() != self._looked:
                self.view = self._look()

    def is_seen(self) -> bool:
        """Tell whether the view is of the last commit; costs one look at the disk."""
        try:
            return self._stamp() == self._looked
        except OSError:
            return False

    def close(self) -> None:
        """Let go of the files; what was not committed is lost."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.wait_merging_threads()
        self._shelf.close()

    def _look(self) -> IndexView:
        """Both sides of one commit: seen again if there was another one in between."""
        with translated_errors(self.folder):
            for _ in range(_ATTEMPTS):
                before = self._stamp()
                self._tantivy.reload()
                searcher = self._tantivy.searcher()
                self._shelf.reload()
                forward = self._shelf.view
                self._looked = before
                if self._stamp() == before:
                    break
            found = searcher.terms_with_prefix("language", "")
            languages = tuple(language for language, _ in found)
            newest = newest_seq(searcher, forward.last_seq)
        if newest > forward.last_seq:  # it is written first, so this was no kill
            raise IndexUnusable(f"the forward index in {self.folder} lacks what can be found")
        return IndexView(self.folder, searcher, forward, languages, newest)

    def _stamp(self) -> tuple[int, int]:
        status = os.stat(self._meta)  # noqa: PTH116 - several times as fast, at every search
        return status.st_ino, status.st_mtime_ns

    def _writing(self) -> tantivy.IndexWriter:
        if self._writer is None:
            raise RuntimeError("the index is closed or was opened for reading")
        return self._writer

    def _begin_writing(self) -> None:
        heap_bytes = max(self._settings.heap_bytes, _MIN_HEAP_BYTES)
        threads = _threads()
        try:
            # One thread: with more, every commit would make as many segments to be merged again.
            self._writer = self._tantivy.writer(heap_bytes, num_threads=1)
        except ValueError as error:
            if "LockBusy" in str(error):
                raise IndexBusy(f"another process is writing to {self.folder}") from error
            raise IndexUnusable(f"the index in {self.folder} takes no writer: {error}") from error
        _let_merging_wait(threads)
        with translated_errors(self.folder):
            self._shelf = ForwardStore(self.folder / FORWARD, EVEN_ZONES, writable=True)
        self.reload()  # the former writer may have committed just before it let go


def _let_merging_wait(older: Set[Path]) -> None:
    """Have tantivy's merging threads run when nothing else wants the processor.

    One in eight commits sets off a merge of ten thousand entries, a second's work, and on a busy
    machine the next commits would wait for their turn beside it. Done where threads have
    priorities of their own, that is on Linux. A new thread gives itself its name, some time after
    it was begun: each is waited for, unless it has none.
    """
    begun = _threads() - older
    unnamed = _name(Path("/proc/thread-self"))
    patience = time.monotonic() + _NAMING
    while any(_name(thread) == unnamed for thread in begun) and time.monotonic() < patience:
        time.sleep(0.001)
    for thread in begun:
        if _name(thread).startswith(_MERGING):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, int(thread.name), _LAST)


def _threads() -> Set[Path]:
    return frozenset(Path("/proc/self/task").glob("*"))


def _name(thread: Path) -> str:
    try:
        return (thread / "comm").read_text()
    except OSError:  # it has ended
        return ""


def _opened(folder: Path, *, create: bool) -> tantivy.Index:
    if (folder / _META_FILE).exists():
        _check(folder / _VERSION_FILE)
    elif create:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _VERSION_FILE).write_text(VERSION, encoding="ascii")
    else:
        raise IndexUnusable(f"there is no index in {folder}")
    with translated_errors(folder):
        opened = tantivy.Index(schema(), os.fspath(folder))
        # Its own watcher would poll the folder twice a second; we know when we want to look.
        opened.config_reader("manual")
        return opened


def _check(version: Path) -> None:
    found = version.read_text(encoding="utf-8", errors="replace") if version.exists() else "none"
    if found != VERSION:
        raise IndexUnusable(
            f"the index in {version.parent} is of version {found[:20]!r}, not {VERSION!r}"
        )
