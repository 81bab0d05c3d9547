"""Garbage: objects of an archive on a store that nothing refers to, once they are old enough."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Final

from tidings.store.archive.store_listing import StoreListing, listed_archive
from tidings.store.archive.volume_names import ARCHIVE, WRITER_KEY, is_claim
from tidings.store.files.file_store import FileStore, StoredFile

# Whatever is being written is named within minutes. A day also bridges clocks that differ.
MIN_AGE: Final = timedelta(days=1)


class GarbageKind(StrEnum):
    """Why nobody needs an object."""

    SEALED_PART = "a part of a sealed file"
    INDEX_ALONE = "an index without its file"
    UNNAMED = "a file that no row names"
    FOREIGN = "not a file of the archive"


@dataclass(frozen=True, slots=True)
class UnnamedObject:
    """An object that may be removed."""

    file: StoredFile
    kind: GarbageKind


def unnamed_objects(
    store: FileStore,
    named: Collection[str] | None,
    min_age: timedelta = MIN_AGE,
    now: datetime | None = None,
) -> Iterator[UnnamedObject]:
    """Yield what may be removed; nothing is changed.

    `named` are all WARC files to keep. Rows name only the latest copy of each page, so a file that
    none of them names may still hold former versions: pass None to keep every file. The newest file
    and what is growing stay in any case.
    """
    latest = (now or datetime.now(UTC)) - min_age
    for each in _unnamed(listed_archive(store), named):
        if each.file.modified <= latest:
            yield each


def _unnamed(listing: StoreListing, named: Collection[str] | None) -> Iterator[UnnamedObject]:
    names = listing.names()
    for name in names[:-1]:
        if named is not None and name not in named and name in listing.sealed:
            yield UnnamedObject(listing.sealed[name], GarbageKind.UNNAMED)
            if name in listing.indexes:
                yield UnnamedObject(listing.indexes[name], GarbageKind.UNNAMED)
    for name, parts in listing.parts.items():
        if name in listing.sealed:
            size = listing.sealed[name].size
            inside = (part for at, part in parts.items() if at + part.size <= size)
            yield from (UnnamedObject(part, GarbageKind.SEALED_PART) for part in inside)
    for name, index in listing.indexes.items():
        if name not in listing.sealed and name not in listing.parts:
            yield UnnamedObject(index, GarbageKind.INDEX_ALONE)
    for file in listing.others:
        # A claim stays for ever: a writer that stalled for days must not get its number.
        is_ours = file.key == WRITER_KEY or is_claim(file.key)
        if not is_ours and file.key.startswith(f"{ARCHIVE}/"):
            yield UnnamedObject(file, GarbageKind.FOREIGN)


def remove_objects(store: FileStore, objects: Iterator[UnnamedObject]) -> int:
    """Remove objects, and return their bytes."""
    found = [each.file for each in objects]
    store.delete(file.key for file in found)
    return sum(file.size for file in found)
