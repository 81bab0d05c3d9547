"""One generation of the index: tantivy's files and the forward index, in one folder."""

import json
import os
import threading
import time
from collections.abc import Iterable, Sequence, Set
from contextlib import suppress
from pathlib import Path

import tantivy

from tidings.search.entries.entry import IndexEntry
from tidings.search.entries.schema import DATES_ALL_VERSION, VERSION, document, schema
from tidings.search.forward_index.forward_store import ForwardStore
from tidings.search.index.errors import IndexBusy, IndexUnusable, translated_errors
from tidings.search.index.index_view import IndexView, newest_seq
from tidings.search.rank.vectors import EVEN_ZONES
from tidings.settings.tree import SearchSettings

VERSION_FILE = "tidings-version"
META_FILE = "meta.json"  # written by tantivy; names the segments of the last commit
FORWARD = "forward"
MIN_HEAP_BYTES = 15_000_000  # tantivy's minimum per thread
_MERGING = "merge_thread"  # prefix of the names of tantivy's merging threads
_LOWEST_PRIORITY = 19
_NAMING = 1.0  # seconds to wait at most until new threads have set their names
_ATTEMPTS = 20  # to read both indexes between two commits of another process


class Generation:
    """Any number of readers, one writer. Only one thread may add, remove and commit.

    The forward index is committed first, so every article that tantivy finds has its row there.
    With both goes the cursor: the last change that they have taken in.
    tantivy locks the writer with flock, so a killed process leaves no lock behind.
    """

    def __init__(self, folder: Path, settings: SearchSettings, *, writable: bool) -> None:
        self.folder = folder
        self._meta = os.fspath(folder / META_FILE)
        self._settings = settings
        self._lock = threading.Lock()  # around the view
        self._pending = False
        self._highest = 0  # seq that was added
        self._view_stamp: tuple[int, int] | None = None  # the stamp of the view's commit
        self._writer: tantivy.IndexWriter | None = None
        self._tantivy = _opened(folder, create=writable)
        self._dates_all = _version(folder) == DATES_ALL_VERSION
        # Read before there is a writer: with unusable files no lock must be taken.
        with translated_errors(folder):
            self._forward = ForwardStore(folder / FORWARD, EVEN_ZONES, writable=False)
        self.view = self._new_view()
        if writable:
            self._begin_writing()

    def add(self, entries: Sequence[IndexEntry]) -> None:
        """Add entries in the order of their seq, replacing those with the same id."""
        writer = self._writing()
        self._forward.add(entries)
        for entry in entries:
            writer.delete_documents_by_term("id", entry.id)
            writer.add_document(document(entry))
            self._highest = max(self._highest, entry.seq)
        self._pending = self._pending or bool(entries)

    def remove(self, ids: Iterable[str]) -> None:
        """Remove the entries with these ids, if they exist."""
        writer = self._writing()
        for id_ in ids:
            self._forward.remove([id_])
            writer.delete_documents_by_term("id", id_)
            self._pending = True

    def commit(self, cursor: int | None = None) -> None:
        """Make all changes durable and visible here, with the cursor; free if there are none.

        Without a cursor, it is the highest seq that was ever added.
        """
        known = self.view.last_seq
        last_seq = max(known, self._highest) if cursor is None else cursor
        if not self._pending and last_seq == known:
            return
        writer = self._writing()
        with translated_errors(self.folder):
            self._forward.commit(last_seq, self._opstamp(), known)
            writer.commit()
            self._pending = False
            self.reload()
            self._forward.merge_due()  # not before: readers may need the rows

    def reload(self) -> None:
        """Update the view to the last commit of any process; free if there is no new one."""
        with self._lock, translated_errors(self.folder):
            if self._stamp() != self._view_stamp:
                self.view = self._new_view()

    def is_current(self) -> bool:
        """Return whether the view is of the last commit; costs one stat call."""
        try:
            return self._stamp() == self._view_stamp
        except OSError:
            return False

    def close(self) -> None:
        """Close the files; uncommitted changes are lost."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.wait_merging_threads()
        self._forward.close()

    def abandon(self) -> None:
        """Close the files after a failure, whatever state they are in."""
        try:
            self.close()
        except BaseException as error:  # a dead writer raises, or panics
            if isinstance(error, KeyboardInterrupt | SystemExit):
                raise

    def _new_view(self) -> IndexView:
        """A view of both indexes at one commit; read again if another one came in between."""
        with translated_errors(self.folder):
            for _ in range(_ATTEMPTS):
                before = self._stamp()
                self._tantivy.reload()
                searcher = self._tantivy.searcher()
                self._forward.reload()
                forward, opstamp = self._forward.view, self._opstamp()
                self._view_stamp = before
                if self._stamp() == before:
                    break
            found = searcher.terms_with_prefix("language", "")
            languages = tuple(language for language, _ in found)
            newest = newest_seq(searcher, max(forward.last_seq, 0))
            # Written first, so a kill cannot cause this. During a scan the cursor stays behind.
            if newest > max(forward.last_seq, forward.highest_seq):
                raise IndexUnusable(f"the forward index in {self.folder} lacks articles of tantivy")
            if forward.opstamp is not None:
                is_whole = opstamp > forward.opstamp
                newest = forward.last_seq if is_whole else forward.former_seq
        return IndexView(self.folder, searcher, forward, languages, newest, self._dates_all)

    def _opstamp(self) -> int:
        """tantivy's number of its last commit; merges do not change it."""
        with open(self._meta, encoding="utf-8") as file:  # noqa: PTH123 - for every commit
            return int(json.load(file)["opstamp"])

    def _stamp(self) -> tuple[int, int]:
        status = os.stat(self._meta)  # noqa: PTH116 - several times as fast, for every search
        return status.st_ino, status.st_mtime_ns

    def _writing(self) -> tantivy.IndexWriter:
        if self._writer is None:
            raise RuntimeError("the index is closed or was opened read-only")
        return self._writer

    def _begin_writing(self) -> None:
        heap_bytes = max(self._settings.heap_bytes, MIN_HEAP_BYTES)
        threads = _threads()
        try:
            # One thread: with more, every commit would write as many segments, to be merged again.
            self._writer = self._tantivy.writer(heap_bytes, num_threads=1)
        except ValueError as error:
            if "LockBusy" in str(error):
                raise IndexBusy(f"another process is writing to {self.folder}") from error
            raise IndexUnusable(f"the index in {self.folder} cannot be written: {error}") from error
        _lower_merge_priority(threads)
        with translated_errors(self.folder):
            self._forward = ForwardStore(self.folder / FORWARD, EVEN_ZONES, writable=True)
        self.reload()  # the previous writer may have committed just before it closed


def _lower_merge_priority(older: Set[Path]) -> None:
    """Give tantivy's merging threads the lowest priority.

    One in eight commits starts a merge of ten thousand entries, a second of work. On a busy machine
    the next commits would compete with it. Only Linux has priorities per thread. A new thread sets
    its name some time after it starts, so this waits for each to have one.
    """
    new = _threads() - older
    inherited = _name(Path("/proc/thread-self"))
    deadline = time.monotonic() + _NAMING
    while any(_name(thread) == inherited for thread in new) and time.monotonic() < deadline:
        time.sleep(0.001)
    for thread in new:
        if _name(thread).startswith(_MERGING):
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, int(thread.name), _LOWEST_PRIORITY)


def _threads() -> Set[Path]:
    return frozenset(Path("/proc/self/task").glob("*"))


def _name(thread: Path) -> str:
    try:
        return (thread / "comm").read_text()
    except OSError:  # it has ended
        return ""


def _opened(folder: Path, *, create: bool) -> tantivy.Index:
    if (folder / META_FILE).exists():
        _check(folder)
    elif create:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / VERSION_FILE).write_text(VERSION, encoding="ascii")
    else:
        raise IndexUnusable(f"there is no index in {folder}")
    with translated_errors(folder):
        opened = tantivy.Index(schema(), os.fspath(folder))
        # tantivy's own watcher would poll the folder twice a second; `reload` is explicit.
        opened.config_reader("manual")
        return opened


def _check(folder: Path) -> None:
    found = _version(folder)
    if found not in (VERSION, DATES_ALL_VERSION):
        raise IndexUnusable(f"the index in {folder} has version {found[:20]!r}, not {VERSION!r}")


def _version(folder: Path) -> str:
    file = folder / VERSION_FILE
    return file.read_text(encoding="utf-8", errors="replace") if file.exists() else "none"
