"""The files of an archive that is on a store; the folder is a cache, and the writer's buffer.

A file of the folder is trusted if it was compared with the store when it was sealed or fetched (a
file `….stored` beside it says so), or if the last writer wrote from this folder (`writer.json`
here and on the store say the same). Everything else is made again from the store.
"""

import json
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, flock
from pathlib import Path
from typing import Final

from tidings.model.crawl.visit import ArchivePlace
from tidings.store.archive.packed_index import packed, unpacked
from tidings.store.archive.recovery import (
    index_path_of,
    is_sealed,
    read_index,
    repair_warc,
    replace_whole,
)
from tidings.store.archive.store_listing import StoreListing, listed_archive
from tidings.store.archive.volume_names import (
    WRITER_KEY,
    current_names,
    index_key,
    part_key,
    volume_key,
)
from tidings.store.archive.volumes import bytes_at, volume_names
from tidings.store.database.errors import StoreAway, StoreDamaged
from tidings.store.files.errors import FileMissing
from tidings.store.files.file_store import FileStore

# How old a reader's listing may be when it scans. For a single place, any listing does that
# explains it.
_LISTING_SECONDS: Final = 1.0
_LOOKS: Final = 3  # for a record, which may be sealed while we look
_STORED: Final = ".stored"
_WRITER: Final = "writer.json"
_LOCK: Final = "cache.lock"


class SharedVolumes:
    """The files of an archive on a store. Threads may share it, and processes its folder."""

    def __init__(self, folder: Path, store: FileStore, cache_bytes: int) -> None:
        self.folder = folder
        self.store = store
        self.is_writer = False  # this process is: then the listing changes only when it says so
        self._cache_bytes = cache_bytes
        self._listing = StoreListing()
        self._listed_at: float | None = None
        self._is_ours = False
        self._lock = threading.Lock()  # of the listing
        self._cache_lock = threading.RLock()  # of the folder, in this process
        self._is_locked = False
        folder.mkdir(parents=True, exist_ok=True)

    def files(self) -> list[Path]:
        """Return the WARC files, oldest first; if one is being compacted, the new one."""
        names = {*self.listing().names()}
        if self._is_ours:  # a new file is not on the store before its first commit
            stored = {name for name in volume_names(self.folder) if self.is_stored(name)}
            names |= {*volume_names(self.folder)} - stored
        return [self.folder / name for name in current_names(names)]

    def listing(self, fresh: bool = False) -> StoreListing:
        """Return what is on the store, not older than a second; the last known while it is away."""
        with self._lock:
            if fresh or not self._is_recent():
                try:
                    self._refresh()
                except StoreAway:
                    if fresh or self._listed_at is None:
                        raise
            return self._listing

    def _known_listing(self) -> StoreListing:
        """Return the last listing, however old: files and parts never change their content.

        To list a large archive takes a request for each thousand of its objects.
        """
        with self._lock:
            if self._listed_at is not None:
                return self._listing
        return self.listing()

    def _is_recent(self) -> bool:
        if self._listed_at is None:
            return False
        return self.is_writer or time.monotonic() - self._listed_at < _LISTING_SECONDS

    def _refresh(self) -> None:
        listing = listed_archive(self.store)
        if not self.is_writer:
            self._is_ours = self._owns_folder()
        self._listing, self._listed_at = listing, time.monotonic()

    def _owns_folder(self) -> bool:
        """Return whether the last writer wrote from here; if it no longer is, forget its files."""
        if self.is_last_writer(self.written_by()):
            return True
        if (self.folder / _WRITER).exists():
            with self.locked():  # whoever takes the archive over holds it until all is said
                if self.is_last_writer(self.written_by()):
                    return True
                self.drop_untrusted()
        return False

    def written_by(self) -> str:
        """Return the last writer's name on the store; empty if nobody ever wrote."""
        try:
            return str(json.loads(self.store.get(WRITER_KEY).data)["writer"])
        except FileMissing:
            return ""

    def is_last_writer(self, writer: str) -> bool:
        """Return whether this folder is where the last writer wrote."""
        try:
            return bool(writer) and (self.folder / _WRITER).read_text() == writer
        except FileNotFoundError:
            return False

    def begin_writing(self, writer: str) -> None:
        """Trust what is in the folder from now on: this process is the writer."""
        replace_whole(self.folder / _WRITER, writer.encode())
        self.is_writer = self._is_ours = True

    def forget_listing(self) -> None:
        """Ask the store again: something was sealed or removed."""
        with self._lock:
            self._listed_at = None

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes and threads from changing the cache, or its owner."""
        with self._cache_lock:
            if self._is_locked:
                yield
                return
            with (self.folder / _LOCK).open("ab") as file:
                flock(file, LOCK_EX)
                self._is_locked = True
                try:
                    yield
                finally:
                    self._is_locked = False

    def drop_untrusted(self) -> None:
        """Remove what was written here and may differ from the store."""
        for name in volume_names(self.folder):
            if not self.is_stored(name):
                self.drop(name)
        (self.folder / _WRITER).unlink(missing_ok=True)

    def drop(self, name: str) -> None:
        """Remove a file from the cache, with its index; the marks first."""
        warc = self.folder / name
        for path in (*map(_mark_of, (warc, index_path_of(warc))), warc, index_path_of(warc)):
            path.unlink(missing_ok=True)

    def is_stored(self, name: str) -> bool:
        """Return whether a file of the folder was compared with the sealed one on the store."""
        return _mark_of(self.folder / name).exists()

    def is_trusted(self, warc: Path) -> bool:
        """Return whether the file in the folder is what it should be."""
        return warc.exists() and (self._is_ours or _mark_of(warc).exists())

    def member(self, place: ArchivePlace) -> bytes:
        """Return the bytes at a place, or raise FileNotFoundError."""
        with suppress(FileNotFoundError):
            warc = self.folder / place.file
            if self.is_trusted(warc) and len(member := bytes_at(warc, place)) == place.length:
                return member
        found = None
        for attempt in range(_LOOKS):
            listing = self.listing(fresh=True) if attempt else self._known_listing()
            with suppress(FileMissing):  # new, sealed or removed since
                found = self._far_member(place, listing)
                if len(found) == place.length:  # else it may be removed at this moment
                    break
        if found is None:
            raise FileNotFoundError(place.file)
        return found

    def _far_member(self, place: ArchivePlace, listing: StoreListing) -> bytes:
        if place.file in listing.sealed:
            return self.store.get_range(volume_key(place.file), place.offset, place.length)
        # A part holds whole records, because it is what was written between two commits.
        offsets = [each for each in listing.parts.get(place.file, {}) if each <= place.offset]
        if not offsets:
            raise FileMissing(place.file)
        start = max(offsets)
        if place.offset >= start + listing.parts[place.file][start].size:
            raise FileMissing(place.file)
        key = part_key(place.file, start)
        return self.store.get_range(key, place.offset - start, place.length)

    def fetch_index(self, warc: Path) -> None:
        """Make sure that a file's index is in the folder."""
        if not self._is_here(warc, index_path_of(warc)):
            self._fetch(warc, whole=False)

    def fetch(self, warc: Path) -> None:
        """Make sure that a file and its index are in the folder."""
        if not (self.is_trusted(warc) and self._is_here(warc, index_path_of(warc))):
            self._fetch(warc, whole=True)

    def _is_here(self, warc: Path, index: Path) -> bool:
        if _mark_of(index).exists():
            return index.exists()
        return self._is_ours and warc.exists() and index.exists()

    def _fetch(self, warc: Path, whole: bool) -> None:
        for attempt in range(_LOOKS):
            listing = self.listing(fresh=attempt > 0)
            try:
                with self.locked():
                    self._fetch_listed(warc, whole, listing)
                return
            except FileMissing:
                pass
            except StoreDamaged:  # parts were missing: they may be going while they are listed
                if attempt == _LOOKS - 1:
                    raise
        raise FileNotFoundError(warc.name)

    def _fetch_listed(self, warc: Path, whole: bool, listing: StoreListing) -> None:
        if not self.is_writer:
            self._is_ours = self.is_last_writer(self.written_by())
        if warc.name in listing.sealed:
            self._fetch_sealed(warc, whole)
        elif not (self._is_ours and warc.exists()):  # else it may be longer than its parts
            self.mirror(warc, listing)

    def _fetch_sealed(self, warc: Path, whole: bool) -> None:
        index = index_path_of(warc)
        if not (index.exists() and _mark_of(index).exists()):
            replace_whole(index, unpacked(self.store.get(index_key(warc.name)).data))
            _mark_of(index).touch()
        if whole and not self.is_trusted(warc):
            self.store.download(volume_key(warc.name), warc)
            _mark_of(warc).touch()
            self._evict(keep=warc.name)

    def mirror(self, warc: Path, listing: StoreListing) -> None:
        """Bring a growing file up to what its parts say; the lock is held."""
        end = listing.end_of(warc.name)
        if end == 0:
            raise FileMissing(warc.name)
        size = warc.stat().st_size if warc.exists() else 0
        start = listing.boundary_before(warc.name, size)
        is_newest = warc.name == listing.names()[-1]
        if size == end and index_path_of(warc).exists() and (is_newest or is_sealed(warc)):
            return
        with warc.open("r+b" if warc.exists() else "w+b") as file:
            file.truncate(start)
            file.seek(start)
            while start < end:
                data = self.store.get(part_key(warc.name, start)).data
                file.write(data)
                start += len(data)
        repair_warc(warc, newest=is_newest)

    def publish(self, warc: Path) -> None:
        """Put a complete file with its sorted index on the store; the index first.

        Whoever sees the file can rely on its index."""
        self.put(warc)
        with self.locked():
            self.mark_stored(warc)
            self._evict(keep=warc.name)
        self.forget_listing()

    def put(self, warc: Path) -> None:
        """Do only that, without trusting the file of the folder or making room for others."""
        lines = sorted(read_index(warc).splitlines(keepends=True))
        self.store.put(index_key(warc.name), packed(b"".join(lines)))
        self.store.upload(warc, volume_key(warc.name))

    def mark_stored(self, warc: Path) -> None:
        """Note that a file of the folder and its index are what the store has."""
        for path in (warc, index_path_of(warc)):
            _mark_of(path).touch()

    def forget_marks(self) -> None:
        """Forget what was compared with the store: from now on these files are all there is."""
        for mark in self.folder.glob(f"*{_STORED}"):
            mark.unlink(missing_ok=True)
        (self.folder / _WRITER).unlink(missing_ok=True)

    def remove_parts(self, name: str, size: int) -> None:
        """Remove the parts that a sealed file of this size contains."""
        parts = self.listing(fresh=True).parts.get(name, {})
        self.store.delete(part.key for at, part in parts.items() if at + part.size <= size)
        self.forget_listing()

    def remove(self, warc: Path) -> None:
        """Remove a file that nothing refers to any more, everywhere: the index last."""
        listing = self.listing(fresh=True)
        parts = [part.key for part in listing.parts.get(warc.name, {}).values()]
        self.store.delete([*parts, volume_key(warc.name)])
        self.store.delete([index_key(warc.name)])
        with self.locked():
            self.drop(warc.name)
        self.forget_listing()

    def _evict(self, keep: str) -> None:
        """Remove the oldest files that are on the store too, beyond what the cache may hold."""
        stored = [self.folder / name for name in current_names(volume_names(self.folder))]
        stored = [warc for warc in stored if _mark_of(warc).exists()]
        excess = sum(warc.stat().st_size for warc in stored) - self._cache_bytes
        for warc in stored:
            if excess > 0 and warc.name != keep:
                excess -= warc.stat().st_size
                _mark_of(warc).unlink()
                warc.unlink()


def _mark_of(path: Path) -> Path:
    """Return the path of the mark that says that a file is what is on the store."""
    return path.with_name(path.name + _STORED)


def truncate_to(warc: Path, size: int) -> None:
    """Cut a file, if it is longer."""
    if warc.stat().st_size > size:
        os.truncate(warc, size)
