"""What a store of files promises, and opening one. The files are on another machine."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file as the store lists it. The etag changes with every change of the content."""

    key: str
    size: int
    etag: str
    modified: datetime


@dataclass(frozen=True, slots=True)
class FileContent:
    """The content of a file, and the etag it was read with."""

    data: bytes
    etag: str


class FileStore(Protocol):
    """Files by key. Every method raises StoreAway if the server does not answer for some seconds.

    Each file appears and is replaced as a whole. What is read is checked against the SHA-256 that
    was stored with it; a difference raises FileDamaged. Threads may share one store.
    """

    @property
    def name(self) -> str:
        """Its URL, without secrets."""

    def put(self, key: str, data: bytes) -> str:
        """Store a file, whether or not there is one, and return its etag."""

    def put_new(self, key: str, data: bytes) -> str:
        """Store a file if there is none, or one with the same content; else raise FileExists."""

    def replace(self, key: str, data: bytes, etag: str) -> str:
        """Replace the content that has this etag; raise FileChanged if it is another one."""

    def get(self, key: str) -> FileContent:
        """Return a whole small file, or raise FileMissing."""

    def get_range(self, key: str, start: int, length: int) -> bytes:
        """Return a part of a file, shorter at its end; it is not checked."""

    def sum_of(self, key: str) -> str | None:
        """Return the SHA-256 that was stored with a file, None if there is none; or FileMissing."""

    def find(self, key: str) -> StoredFile | None:
        """Return what the store says about one file."""

    def upload(self, path: Path, key: str) -> str:
        """Store a file of the disk, in pieces if it is large, and return its etag."""

    def download(self, key: str, path: Path) -> None:
        """Copy a file to the disk, where it appears once it is complete and checked."""

    def list(self, folder: str = "") -> Iterator[StoredFile]:
        """Yield all files in a folder and the folders in it; the order is not defined."""

    def delete(self, keys: Iterable[str]) -> None:
        """Delete files; those that do not exist are no error."""
