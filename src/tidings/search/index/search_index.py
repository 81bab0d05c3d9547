"""The index on disk: opening, adding, removing, committing. `search.py` runs queries on it.

Its folder holds generations, one of which is current. A new one is built next to it
(`rebuilding.py`) and replaces it at once. Readers switch to it at their next reload; the writer
makes sure that nothing is lost in between.
"""

import os
import shutil
import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Self

import tantivy

from tidings.search.entries.entry import IndexEntry
from tidings.search.entries.schema import schema
from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.index.current_generation import (
    building,
    clean,
    current_name,
    current_stamp,
    make_current,
    new_folder,
    offered_name,
)
from tidings.search.index.errors import IndexBusy, IndexUnusable
from tidings.search.index.generation import Generation
from tidings.search.index.held_commit import HeldCommit, hold_commit
from tidings.search.index.index_view import IndexView
from tidings.search.index.search_snapshot import SearchSnapshot
from tidings.settings.tree import SearchSettings

_ATTEMPTS = 20  # to open a generation, in case each is replaced and deleted just then


class Index:
    """The current generation: any number of readers, one writer.

    Changes are invisible before `commit`; readers see a commit after their next `reload`. Only one
    thread may add, remove, commit and follow; everything else is thread-safe.
    """

    def __init__(self, folder: Path, settings: SearchSettings, *, writable: bool) -> None:
        self.folder = folder
        self.settings = settings
        self._writable = writable
        self._lock = threading.Lock()  # held while switching to another generation
        self._empty = IndexView(folder, tantivy.Index(schema()).searcher(), ForwardView(), ())
        if writable:
            _prepare(folder, settings)
        self._path = os.fspath(folder)
        self._stamp = current_stamp(self._path)
        self._generation = self._opened()
        self._successor: Generation | None = None

    @classmethod
    def open(cls, folder: Path, settings: SearchSettings, *, writable: bool) -> Self:
        """Open the index, or create it if there is none.

        A reader of a folder without an index sees an empty one, until a writer has created it and
        the reader reloads. Raises IndexUnusable or, for a second writer, IndexBusy.
        """
        return cls(folder, settings, writable=writable)

    @property
    def view(self) -> IndexView:
        """The last commit seen; an immutable view."""
        generation = self._generation
        return self._empty if generation is None else generation.view

    @property
    def written_view(self) -> IndexView:
        """The last commit of the generation that is written; while switching, of the new one."""
        return self._writing().view

    def snapshot(self) -> SearchSnapshot:
        """Return what a search sees now, without what only the database knows."""
        return SearchSnapshot(self.view, self.settings)

    @property
    def is_missing(self) -> bool:
        """Whether there is no index, so that a reader sees an empty one."""
        return self._generation is None

    @property
    def searcher(self) -> tantivy.Searcher:
        """The view's searcher."""
        return self.view.searcher

    def add(self, entries: Sequence[IndexEntry]) -> None:
        """Add entries in the order of their seq, replacing those with the same id."""
        self._writing().add(entries)

    def remove(self, ids: Iterable[str]) -> None:
        """Remove the entries with these ids, if they exist."""
        self._writing().remove(ids)

    def commit(self, cursor: int | None = None) -> None:
        """Make all changes durable and visible here, with the cursor; free if there are none."""
        self._writing().commit(cursor)
        if self._successor is not None:
            self._switch_to(self._successor)

    @property
    def state(self) -> tuple[str, int]:
        """What a commit changes: the generation that is open, and the cursor."""
        generation = self._generation
        return ("", 0) if generation is None else (generation.folder.name, self.last_seq())

    def hold(self) -> HeldCommit | None:
        """Hold the files of the last commit, None if there is none; only for who commits."""
        generation = self._generation
        if generation is None or generation.view.last_seq <= 0:
            return None
        return hold_commit(generation.folder, generation.view.last_seq)

    def reload(self) -> None:
        """Update the view to the last commit of any process, in any generation.

        Cheap if there is no new one: two stat calls, a few microseconds.
        """
        generation, stamp = self._generation, current_stamp(self._path)
        if generation is not None and stamp == self._stamp and generation.is_current():
            return
        with self._lock:
            if not self._writable and self._is_replaced():
                old, self._generation = self._generation, self._opened()
                if old is not None:
                    old.close()
            elif self._generation is not None:
                self._reload_or_reopen(self._generation)
            self._stamp = stamp  # from before the reload, so a later change is noticed

    def follow(self) -> int | None:
        """Start writing to a newly built generation, if there is one, and return its last seq.

        The caller then adds everything after that seq (again) and commits. With that commit, all
        processes search the new generation, and the old one is deleted.
        """
        name = self._new_name()
        if name is None or self._successor is not None:
            return None
        try:
            self._successor = Generation(self.folder / name, self.settings, writable=True)
        except IndexBusy:
            return None  # its builder has not closed it yet; try again later
        return self._successor.view.last_seq

    def reopen(self) -> None:
        """Open the current generation again for writing, without what is not committed.

        After a failure tantivy's writer is of no use any more.
        """
        old, successor = self._generation, self._successor
        self._successor = None
        for generation in (successor, old):
            if generation is not None:
                generation.abandon()
        with self._lock:
            self._generation = self._opened()

    def _new_name(self) -> str | None:
        """The name of the generation that replaces the open one."""
        name = offered_name(self.folder)
        if name is not None and (self.folder / name).is_dir():
            return name
        return current_name(self.folder) if self._is_replaced() else None

    def _switch_to(self, successor: Generation) -> None:
        make_current(self.folder, successor.folder.name)
        with self._lock:
            old, self._generation, self._successor = self._generation, successor, None
        if old is not None:
            old.close()
            shutil.rmtree(old.folder, ignore_errors=True)

    def last_seq(self) -> int:
        """Return the cursor, or 0; what changed after it must be taken in (again)."""
        return self.view.last_seq

    def count(self) -> int:
        """Return the number of committed entries."""
        return self.view.count()

    def holds(self, id_: str) -> bool:
        """Return whether an entry with this id is committed."""
        return self.view.holds(id_)

    def ids(self) -> Iterator[str]:
        """Return the ids of all committed entries, sorted."""
        return self.view.ids()

    def languages(self) -> tuple[str, ...]:
        """Return the languages of the entries, the most frequent first."""
        return self.view.languages

    def close(self) -> None:
        """Close the index; uncommitted changes are lost."""
        for generation in (self._generation, self._successor):
            if generation is not None:
                generation.close()

    def _writing(self) -> Generation:
        generation = self._successor or self._generation
        if not self._writable or generation is None:
            raise RuntimeError("the index was opened read-only")
        return generation

    def _is_replaced(self) -> bool:
        name = current_name(self.folder)
        open_name = self._generation.folder.name if self._generation is not None else None
        return name is not None and name != open_name

    def _opened(self) -> Generation | None:
        """The current generation, or None; if it is replaced meanwhile, the next one."""
        for _ in range(_ATTEMPTS):
            name = current_name(self.folder)
            if name is None:
                _check_layout(self.folder)
                return None
            try:
                return Generation(self.folder / name, self.settings, writable=self._writable)
            except IndexUnusable:
                if current_name(self.folder) == name:
                    raise
        raise IndexUnusable(f"the index in {self.folder} keeps being replaced; try again")

    def _reload_or_reopen(self, generation: Generation) -> None:
        try:
            generation.reload()
        except IndexUnusable:
            # The generation was replaced and deleted meanwhile.
            if self._writable or not self._is_replaced():
                raise
            self._generation = self._opened()


def _prepare(folder: Path, settings: SearchSettings) -> None:
    """Create the first generation, and delete what killed builders and writers left behind."""
    with suppress(IndexBusy), building(folder):
        clean(folder)
    if current_name(folder) is None:
        _check_layout(folder)
        made = new_folder(folder)
        Generation(made, settings, writable=True).close()
        make_current(folder, made.name)


def _check_layout(folder: Path) -> None:
    """Raise IndexUnusable for an index from before there were generations."""
    if (folder / "meta.json").exists():
        raise IndexUnusable(f"the index in {folder} has an older version")


__all__ = ["Index", "IndexBusy", "IndexUnusable"]
