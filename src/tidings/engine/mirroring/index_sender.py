"""Sends commits of the index to the store, as the one process that may.

First the files that it lacks, then the manifest, by compare-and-set; then files go that neither
this manifest nor the former one names: readers of the former one may still be fetching it.
"""

import secrets
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext, suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Final

from tidings.engine.mirroring.packed_file import pack, sum_of
from tidings.engine.mirroring.stored_index import (
    CURRENT,
    DAMAGED,
    FILES,
    NO_INDEX,
    FoundIndex,
    IndexFile,
    StoredIndex,
    StoredIndexBroken,
    found_index,
    key_of,
    reported_key,
)
from tidings.search.index.held_commit import HeldCommit
from tidings.store.database.errors import StoreLost
from tidings.store.files.errors import FileChanged, FileDamaged, FileExists
from tidings.store.files.file_store import FileStore

_PARALLEL: Final = 4  # most files are small: a round trip takes longer than their bytes
_LARGE: Final = 8 * 1024 * 1024  # the store sends larger files in parallel pieces itself


class IndexTakenOver(Exception):
    """Another process sends its index to the store."""


class IndexSender:
    """Claims the index on the store with its first commit. One thread uses it."""

    def __init__(self, files: FileStore) -> None:
        self._files = files
        self._owner = secrets.token_hex(8)
        self._had_claimed = False
        self._etag: str | None = None  # of the manifest that is ours; None: not claimed
        self._stored = NO_INDEX
        self._former: frozenset[str] = frozenset()  # keys of the manifest before it
        self._there: dict[str, int] = {}  # the sizes of whole files on the store, by key
        self._lock = Lock()  # of what the threads of one sending change
        self._large = Lock()  # one large file at a time: its pieces are in memory
        self._sums: dict[tuple[str, str], IndexFile] = {}  # by generation and name
        self.sent_bytes = 0

    def send(self, held: HeldCommit, at: float) -> int:
        """Send a commit; return how many bytes that took. Raises IndexTakenOver, StoreLost."""
        if self._etag is None:
            self._claim(at)
        before, reports = self.sent_bytes, self._reports()
        with ThreadPoolExecutor(_PARALLEL, thread_name_prefix="index sending") as workers:
            files = tuple(workers.map(partial(self._stored_file, held), held.files))
        self._sums = {(held.generation, file.name): file for file in files}
        index = StoredIndex(self._owner, held.cursor, at, files, held.notes)
        if (index.files, index.notes) != (self._stored.files, self._stored.notes):
            self._former = _keys(self._stored)
            self._replace(index)
        self._clean()
        self._files.delete(reports)
        return self.sent_bytes - before

    def release(self, at: float) -> None:
        """Let another process have it; what is on the store stays."""
        if self._etag is not None:
            self._replace(replace(self._stored, owner="", at=at))
            self._etag = None

    def _claim(self, at: float) -> None:
        """Make the manifest ours: whoever had it can no longer replace it."""
        try:
            found = found_index(self._files)
            index = NO_INDEX if found is None else found.index
        except (StoredIndexBroken, FileDamaged):
            found = self._broken()
            index = NO_INDEX
        if self._had_claimed and index.owner not in ("", self._owner):
            raise IndexTakenOver("another process sends its index to the store")
        claimed = replace(index, owner=self._owner, at=at)
        try:
            if found is None:
                self._etag = self._files.put_new(CURRENT, claimed.packed())
            else:
                self._etag = self._files.replace(CURRENT, claimed.packed(), found.etag)
        except (FileChanged, FileExists) as error:
            raise IndexTakenOver("another process has just taken the index on the store") from error
        self._had_claimed, self._stored, self._former = True, claimed, _keys(index)
        sizes = {file.key: file.stored_size for file in index.files}
        there = {each.key: each.size for each in self._files.list(FILES)}
        # A file that no manifest names may be of a sending that broke off, or of another version.
        self._there = {key: size if sizes.get(key) == size else 0 for key, size in there.items()}

    def _reports(self) -> list[str]:
        """Return what readers found damaged, and forget that these files are there."""
        reports = [each.key for each in self._files.list(DAMAGED)]
        for key in map(reported_key, reports):
            if key in self._there:
                self._there[key] = 0
        return reports

    def _broken(self) -> FoundIndex | None:
        """Return that a manifest that cannot be read may be replaced."""
        there = self._files.find(CURRENT)
        return None if there is None else FoundIndex(NO_INDEX, there.etag)

    def _replace(self, index: StoredIndex) -> None:
        assert self._etag is not None
        try:
            self._etag = self._files.replace(CURRENT, index.packed(), self._etag)
        except FileChanged as error:
            self._etag = None
            raise IndexTakenOver("another process sends its index to the store") from error
        self._stored = index

    def _clean(self) -> None:
        """Delete what no reader needs; if that fails, the next commit does it."""
        unused = self._there.keys() - _keys(self._stored) - self._former
        with suppress(StoreLost):
            if unused:
                self._files.delete(sorted(unused))
                for key in unused:
                    del self._there[key]

    def _stored_file(self, held: HeldCommit, name: str) -> IndexFile:
        """Return what is on the store for a file; it is sent if it is not there."""
        known = self._sums.get((held.generation, name))  # a file never changes
        sha256 = sum_of(held.folder / name) if known is None else known.sha256
        if known is None:
            key = key_of(name, sha256)
            known = next((each for each in self._stored.files if each.key == key), None)
        if known is not None and self._there.get(known.key):
            return known
        file = self._sent(held.folder / name, name, sha256)
        with self._lock:
            self._there[file.key] = file.stored_size
            self._sums[held.generation, name] = file
            self.sent_bytes += file.stored_size
        return file

    def _sent(self, path: Path, name: str, sha256: str) -> IndexFile:
        packed = path.with_name(f"{path.name}.zst")
        try:
            pack(path, packed)
            file = IndexFile(name, path.stat().st_size, sha256, packed.stat().st_size)
            with self._large if file.stored_size > _LARGE else nullcontext():
                self._files.upload(packed, file.key)
            return file
        finally:
            packed.unlink(missing_ok=True)


def _keys(index: StoredIndex) -> frozenset[str]:
    return frozenset(file.key for file in index.files)
