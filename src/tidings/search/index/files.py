"""The index on disk: adding, removing, committing, opening. Asking it questions is search.py."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self

import tantivy

from tidings.search.index.entry import Entry
from tidings.search.index.schema import VERSION, document, schema
from tidings.settings.tree import SearchSettings

_VERSION_FILE = "tidings-version"
_META_FILE = "meta.json"  # tantivy's; it names the segments of the last commit
_MIN_HEAP_BYTES = 15_000_000  # tantivy refuses less for a thread


class IndexUnusable(Exception):
    """The files are of another version or corrupt: move them aside and index again."""


class IndexBusy(Exception):
    """Another process or thread has the index open for writing; the files are fine."""


class Index:
    """A tantivy index in a folder: any number of readers, one writer.

    Nothing is seen by anybody before `commit`; readers see a commit after their next `reload`.
    tantivy locks the writer with flock, so a killed process leaves no lock behind. Adding, removing
    and committing are for one thread; all else is for any.
    """

    def __init__(self, folder: Path, settings: SearchSettings, *, writable: bool) -> None:
        self.folder = folder
        self.settings = settings
        self._opened = _files(folder, create=writable)
        self._pending = False
        self.reload()  # before the writer: unusable files must not keep a lock
        self._writer = self._new_writer() if writable else None

    @classmethod
    def open(cls, folder: Path, settings: SearchSettings, *, writable: bool) -> Self:
        """Open the index, as a new one if there is none.

        A reader of a folder without an index sees an empty one, until a writer has made it and
        the reader reloads. Raises IndexUnusable or, for a second writer, IndexBusy.
        """
        return cls(folder, settings, writable=writable)

    def add(self, entries: Sequence[Entry]) -> None:
        """Add the entries in the order of their seq; an id that is already there is replaced."""
        writer = self._writing()
        for entry in entries:
            writer.delete_documents_by_term("id", entry.id)
            writer.add_document(document(entry))
        self._pending = self._pending or bool(entries)

    def remove(self, ids: Iterable[str]) -> None:
        """Remove the entries with these ids, as far as there are any."""
        writer = self._writing()
        for id_ in ids:
            writer.delete_documents_by_term("id", id_)
            self._pending = True

    def commit(self) -> None:
        """Make everything so far durable and visible here; free when there is nothing new."""
        if self._pending:
            self._writing().commit()
            self._pending = False
            self.reload()

    def reload(self) -> None:
        """See the last commit, whichever process made it."""
        with trouble_in(self.folder):
            if self._opened is None:
                self._opened = _files(self.folder, create=False)
            opened = self._opened or tantivy.Index(schema())
            opened.reload()
            self._searcher = opened.searcher()
            found = self._searcher.terms_with_prefix("language", "")
            self._languages = tuple(language for language, _ in found)

    def last_seq(self) -> int:
        """Return the highest committed seq, or 0: what comes after it must be added (again)."""
        with trouble_in(self.folder):
            newest = self._searcher.search(
                tantivy.Query.all_query(), limit=1, count=False, order_by_field="seq"
            )
        return int(newest.hits[0][0]) if newest.hits else 0

    def count(self) -> int:
        """Return how many entries are committed."""
        return self._searcher.num_docs

    def holds(self, id_: str) -> bool:
        """Tell whether an entry with this id is committed."""
        wanted = tantivy.Query.term_query(schema(), "id", id_)
        with trouble_in(self.folder):
            return bool(self._searcher.search(wanted, limit=1, count=False).hits)

    def ids(self) -> Iterator[str]:
        """Return the ids of all committed entries, sorted."""
        # Without a filter the dictionary still has the ids of what was removed.
        everything = tantivy.Query.all_query()
        with trouble_in(self.folder):
            return iter([id_ for id_, _ in self._searcher.terms_with_prefix("id", "", everything)])

    def languages(self) -> tuple[str, ...]:
        """Return the languages of the entries, the most frequent first."""
        return self._languages

    @property
    def searcher(self) -> tantivy.Searcher:
        """The view of the last commit seen; it stays the same while it is held."""
        return self._searcher

    def close(self) -> None:
        """Let go of the index; what was not committed is lost."""
        writer, self._writer = self._writer, None
        if writer is not None:
            writer.wait_merging_threads()

    def _writing(self) -> tantivy.IndexWriter:
        if self._writer is None:
            raise RuntimeError("the index is closed or was opened for reading")
        return self._writer

    def _new_writer(self) -> tantivy.IndexWriter:
        assert self._opened is not None
        heap_bytes = max(self.settings.heap_bytes, _MIN_HEAP_BYTES)
        try:
            # One thread: with more, every commit would make as many segments to be merged again.
            return self._opened.writer(heap_bytes, num_threads=1)
        except ValueError as error:
            if "LockBusy" in str(error):
                raise IndexBusy(f"another process is writing to {self.folder}") from error
            raise IndexUnusable(f"the index in {self.folder} takes no writer: {error}") from error


def _files(folder: Path, *, create: bool) -> tantivy.Index | None:
    """The index in the folder; None if there is none and none is to be created."""
    exists = (folder / _META_FILE).exists()
    if not exists and not create:
        return None
    if exists:
        _check(folder / _VERSION_FILE)
    else:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / _VERSION_FILE).write_text(VERSION, encoding="ascii")
    with trouble_in(folder):
        opened = tantivy.Index(schema(), str(folder))
        # Its own watcher would poll the folder twice a second; we know when we want to look.
        opened.config_reader("manual")
        return opened


def _check(version: Path) -> None:
    found = version.read_text(encoding="utf-8", errors="replace") if version.exists() else "none"
    if found != VERSION:
        raise IndexUnusable(
            f"the index in {version.parent} is of version {found[:20]!r}, not {VERSION!r}"
        )


@contextmanager
def trouble_in(folder: Path) -> Iterator[None]:
    """Turn what tantivy raises at corrupt files into IndexUnusable."""
    try:
        yield
    except (ValueError, OSError) as error:
        raise IndexUnusable(f"the index in {folder} cannot be read: {error}") from error
    except BaseException as error:
        # A Rust panic, which is no Exception and whose class cannot be imported.
        if type(error).__name__ != "PanicException":
            raise
        raise IndexUnusable(f"the index in {folder} is corrupt: {error}") from error
