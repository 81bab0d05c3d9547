"""The files of a job while it runs: results that wait to be committed, or to be reduced.

They are in the folder of the home, or on its store: wherever all places that map parts find them.
Whoever puts a file first decides what it contains.
"""

import os
import secrets
import shutil
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final, Protocol

from tidings.engine.process.home import Home
from tidings.engine.process.home_files import opened_files
from tidings.store.files.errors import FileExists, FileMissing
from tidings.store.files.file_store import FileStore

_TRY_SECONDS = 60.0  # a store that is restarted costs a job nothing but time
_DRAFT = ".draft"

RESULTS: Final = "results"  # wait to be committed
MAPPED: Final = "mapped"  # wait to be reduced


class JobFiles(Protocol):
    """Files by name. A file is there as a whole or not at all."""

    def put_new(self, name: str, pieces: Sequence[bytes]) -> bool:
        """Write a file; return False if there is one already: that one stays."""

    def read(self, name: str) -> bytes | None:
        """Return a whole file; None if there is none."""

    def read_range(self, name: str, start: int, length: int) -> bytes:
        """Return a part of a file."""

    def names(self) -> set[str]:
        """Return the names of all files."""

    def delete(self, name: str) -> None:
        """Remove a file, if there is one."""

    def clear(self) -> None:
        """Remove all files."""


@dataclass(frozen=True, slots=True)
class FolderFiles:
    """Files in a folder."""

    folder: Path

    def put_new(self, name: str, pieces: Sequence[bytes]) -> bool:
        """Write a file; return False if there is one already: that one stays."""
        self.folder.mkdir(parents=True, exist_ok=True)
        draft = self.folder / f"{name}.{secrets.token_hex(4)}{_DRAFT}"
        try:
            with draft.open("wb") as file:
                file.writelines(pieces)
                file.flush()
                os.fsync(file.fileno())
            (self.folder / name).hardlink_to(draft)
        except FileExistsError:
            return False
        finally:
            draft.unlink(missing_ok=True)
        return True

    def read(self, name: str) -> bytes | None:
        """Return a whole file; None if there is none."""
        try:
            return (self.folder / name).read_bytes()
        except FileNotFoundError:
            return None

    def read_range(self, name: str, start: int, length: int) -> bytes:
        """Return a part of a file."""
        with (self.folder / name).open("rb") as file:
            file.seek(start)
            return file.read(length)

    def names(self) -> set[str]:
        """Return the names of all files."""
        if not self.folder.exists():
            return set()
        return {path.name for path in self.folder.iterdir() if path.suffix != _DRAFT}

    def delete(self, name: str) -> None:
        """Remove a file, if there is one."""
        (self.folder / name).unlink(missing_ok=True)

    def clear(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self.folder, ignore_errors=True)


def remove_earlier(folder: Path, number: int) -> None:
    """Remove what earlier jobs of a name left in their folder: nobody continues them."""
    if folder.exists():
        for other in folder.iterdir():
            if other.name != str(number):
                shutil.rmtree(other)


@dataclass(frozen=True, slots=True)
class StoredFiles:
    """Files on a store."""

    store: FileStore
    folder: str

    def put_new(self, name: str, pieces: Sequence[bytes]) -> bool:
        """Write a file; return False if there is one already: that one stays."""
        try:
            self.store.put_new(self._key(name), b"".join(pieces))
        except FileExists:
            return False
        return True

    def read(self, name: str) -> bytes | None:
        """Return a whole file; None if there is none."""
        try:
            return self.store.get(self._key(name)).data
        except FileMissing:
            return None

    def read_range(self, name: str, start: int, length: int) -> bytes:
        """Return a part of a file."""
        return self.store.get_range(self._key(name), start, length)

    def names(self) -> set[str]:
        """Return the names of all files."""
        return {each.key.rpartition("/")[2] for each in self.store.list(self.folder)}

    def delete(self, name: str) -> None:
        """Remove a file, if there is one."""
        self.store.delete([self._key(name)])

    def clear(self) -> None:
        """Remove all files."""
        self.store.delete([each.key for each in self.store.list(self.folder)])

    def _key(self, name: str) -> str:
        return f"{self.folder}/{name}"


@dataclass(frozen=True, slots=True)
class HomeJobFiles:
    """The files of one job of a home. It can be sent to any process that can open the home."""

    home: Home
    number: int
    kind: str = RESULTS

    def put_new(self, name: str, pieces: Sequence[bytes]) -> bool:
        """Write a file; return False if there is one already: that one stays."""
        return self._files.put_new(name, pieces)

    def read(self, name: str) -> bytes | None:
        """Return a whole file; None if there is none."""
        return self._files.read(name)

    def read_range(self, name: str, start: int, length: int) -> bytes:
        """Return a part of a file."""
        return self._files.read_range(name, start, length)

    def names(self) -> set[str]:
        """Return the names of all files."""
        return self._files.names()

    def delete(self, name: str) -> None:
        """Remove a file, if there is one."""
        self._files.delete(name)

    def clear(self) -> None:
        """Remove all files."""
        self._files.clear()

    @property
    def _files(self) -> JobFiles:
        return _files_of(self.home, f"jobs/{self.number}/{self.kind}")


def remove_abandoned(home: Home, unfinished: Collection[int]) -> None:
    """Remove the results of jobs that ended otherwise: nobody continues them."""
    store = opened_files(home, _TRY_SECONDS)
    kinds = (RESULTS, MAPPED)
    if store is None:
        found = {path for kind in kinds for path in (home.folder / "jobs").glob(f"*/{kind}")}
        for path in found:
            if path.parent.name.isdigit() and int(path.parent.name) not in unfinished:
                shutil.rmtree(path, ignore_errors=True)
        return
    abandoned = [
        each.key
        for each in store.list("jobs")
        for _, number, kind, *_ in (each.key.split("/"),)
        if kind in kinds and number.isdigit() and int(number) not in unfinished
    ]
    store.delete(abandoned)


@lru_cache(maxsize=8)
def _files_of(home: Home, folder: str) -> JobFiles:
    store = opened_files(home, _TRY_SECONDS)
    return FolderFiles(home.folder / folder) if store is None else StoredFiles(store, folder)
