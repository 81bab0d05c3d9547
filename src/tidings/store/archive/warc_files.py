"""The archive: every fetched page, in WARC files with an index each. It is not the database."""

import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tidings.model.crawl.visit import ArchivePlace
from tidings.read.url import canonical
from tidings.store.archive.cdxj import (
    Capture,
    capture_from_line,
    cdxj_line,
    lines_in_sorted,
    lines_in_unsorted,
    surt,
)
from tidings.store.archive.recovery import (
    index_path_of,
    is_sealed,
    mapped_file,
    problems_of,
    read_index,
    repair_warc,
    seal_warc,
)
from tidings.store.archive.warc_record import ArchivedPage as ArchivedPage
from tidings.store.archive.warc_record import DamagedRecord, read_record, warcinfo

_NAME = re.compile(r"tidings-\d{14}-(\d{5,})\.warc\.gz")


Withheld = Callable[[str, datetime], bool]  # of a URL's record, by its time


class ArchiveReader:
    """The archive for reading. Any process may read while another writes.

    No way of reading leads to a record that is `withheld`: it was taken down, and compaction will
    remove it.
    """

    def __init__(self, folder: Path, withheld: Withheld = lambda url, at: False) -> None:
        self.folder = folder
        self._withheld = withheld

    def files(self) -> list[Path]:
        """Return the WARC files, oldest first. Only the last one grows."""
        return archive_files(self.folder)

    def read(self, place: ArchivePlace) -> ArchivedPage:
        """Return the page at a place, or raise DamagedRecord."""
        if not _NAME.fullmatch(place.file):
            raise DamagedRecord(f"{place.file} is not a file of the archive")
        try:
            with (self.folder / place.file).open("rb") as file:
                file.seek(place.offset)
                member = file.read(place.length)
        except FileNotFoundError:
            raise DamagedRecord(f"{place.file} is missing") from None
        page = read_record(member)
        if self._withheld(canonical(page.url) or page.url, page.at):
            raise DamagedRecord(f"{page.url} was taken down")
        return page

    def find(self, url: str) -> Iterator[Capture]:
        """Yield the captures of exactly this URL, newest file first."""
        key = surt(url)
        files = self.files()[::-1]
        for newest in files[:1]:
            yield from self._captures(lines_in_unsorted(read_index(newest), key), url)
        # A file's index is sorted before the next file is created, and then never changes.
        for warc in files[1:]:
            with mapped_file(index_path_of(warc)) as index:
                lines = list(lines_in_sorted(index, key))
            yield from self._captures(lines, url)

    def latest(self, url: str) -> Capture | None:
        """Return the newest capture of exactly this URL."""
        return max(self.find(url), key=lambda capture: capture.at, default=None)

    def members(self, since: datetime | None = None) -> Iterator[tuple[Capture, bytes]]:
        """Yield every record with its capture in the order of writing, from a time on.

        A record that is being written right now may be missing.
        """
        for warc in self.files():
            captures = (each for each in captures_in(warc) if since is None or each.at >= since)
            yield from members_at(warc, self._readable(captures))

    def members_after(self, place: ArchivePlace | None) -> Iterator[tuple[Capture, bytes]]:
        """Yield every record that was written after the one at a place, in order.

        If that record no longer exists (lost in a power failure), start with its whole file.
        """
        for warc, captures in self._after(place):
            yield from members_at(warc, captures)

    def captures_after(self, place: ArchivePlace | None) -> Iterator[Capture]:
        """Yield the same without reading the records."""
        for _, captures in self._after(place):
            yield from captures

    def _after(self, place: ArchivePlace | None) -> Iterator[tuple[Path, Iterator[Capture]]]:
        for warc in self.files():
            if place is not None and serial_of(warc.name) < serial_of(place.file):
                continue
            captures = captures_in(warc)
            if place in [capture.place for capture in captures]:
                captures = [each for each in captures if each.place.offset > place.offset]
            yield warc, self._readable(captures)

    def _captures(self, lines: Iterable[bytes], url: str) -> Iterator[Capture]:
        captures = filter(None, map(capture_from_line, lines))
        return self._readable(capture for capture in captures if capture.url == url)

    def _readable(self, captures: Iterable[Capture]) -> Iterator[Capture]:
        return (each for each in captures if not self._withheld(each.url, each.at))

    def check(self) -> list[str]:
        """Inflate every record and return the problems, a sentence each."""
        files = self.files()
        return [problem for warc in files for problem in problems_of(warc, warc == files[-1])]


def captures_in(warc: Path) -> list[Capture]:
    """Return the captures of a file in the order of writing, withheld ones too."""
    captures = filter(None, map(capture_from_line, read_index(warc).splitlines(keepends=True)))
    return sorted(captures, key=lambda capture: capture.place.offset)


def members_at(warc: Path, captures: Iterable[Capture]) -> Iterator[tuple[Capture, bytes]]:
    """Yield captures of a file with their records, as far as these are complete."""
    with warc.open("rb") as file:
        for capture in captures:
            file.seek(capture.place.offset)
            member = file.read(capture.place.length)
            if len(member) == capture.place.length:
                yield capture, member


class Archive(ArchiveReader):
    """The archive for its only writer, which holds the lock of the home.

    Opening it repairs the damage of a crash. After an OSError from any method, such as a full disk,
    earlier results stay valid and the call may be repeated.
    """

    def __init__(
        self,
        folder: Path,
        max_bytes: int,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        withheld: Withheld = lambda url, at: False,
    ) -> None:
        super().__init__(folder, withheld)
        self._max_bytes = max_bytes
        self._now = now
        self._volume: _Volume | None = None
        folder.mkdir(parents=True, exist_ok=True)
        self._repair()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _repair(self) -> None:
        files = self.files()
        for warc in files[:-1]:
            with suppress(OSError):  # older damage must not stop us; check() reports it
                if not is_sealed(warc):
                    repair_warc(warc, newest=False)
        if files:
            repair_warc(files[-1], newest=True)
            self._volume = _Volume(files[-1])

    def append(
        self, member: bytes, url: str, at: datetime, status: int, content_type: str, digest: str
    ) -> ArchivePlace:
        """Write a record and its index line, and return its place; `sync` makes it durable."""
        volume = self._volume_for(len(member))
        place = ArchivePlace(volume.path.name, volume.end, len(member))
        volume.append(member, cdxj_line(Capture(url, at, status, content_type, digest, place)))
        return place

    def _volume_for(self, length: int) -> "_Volume":
        volume = self._volume
        is_full = volume and volume.has_records and volume.end + length > self._max_bytes
        if volume is None or is_full:
            self._finish()
            volume = self._volume = _Volume(self._next_path())
            sync_folder(self.folder)
        if volume.end == 0:
            volume.append(warcinfo(volume.path.name, self._now(), SOFTWARE), b"")
        return volume

    def _next_path(self) -> Path:
        files = self.files()
        if files and files[-1].stat().st_size == 0:  # left by a full disk
            return files[-1]
        serial = serial_of(files[-1].name) + 1 if files else 1
        timestamp = self._now().astimezone(UTC).strftime("%Y%m%d%H%M%S")
        return self.folder / f"tidings-{timestamp}-{serial:05}.warc.gz"

    def sync(self) -> None:
        """Force all appended records to the disk. The index is not synced: it can be rebuilt."""
        if self._volume:
            self._volume.sync()

    def _finish(self) -> None:
        if self._volume:
            self._volume.sync()
            seal_warc(self._volume.path)
            self._volume.close()
            self._volume = None

    def close(self) -> None:
        """Sync, sort the index of the last file, and close it."""
        volume, self._volume = self._volume, None
        if volume is None:
            return
        try:
            volume.sync()
            with suppress(
                OSError
            ):  # on a full disk it stays unsorted, which is allowed for the newest
                seal_warc(volume.path)
        finally:
            volume.close()


class _Volume:
    """The growing file and its index: both written at known offsets, never half a record."""

    def __init__(self, warc: Path) -> None:
        self.path = warc
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC
        self._warc = os.open(warc, flags, 0o644)
        try:
            self._index = os.open(index_path_of(warc), flags, 0o644)
        except OSError:
            os.close(self._warc)
            raise
        self.end = os.fstat(self._warc).st_size
        self._index_end = os.fstat(self._index).st_size

    @property
    def has_records(self) -> bool:
        """Whether it contains any page."""
        return self._index_end > 0

    def append(self, member: bytes, line: bytes) -> None:
        try:
            _write_at(self._warc, member, self.end)
            _write_at(self._index, line, self._index_end)
        except OSError:
            self._truncate()
            raise
        self.end += len(member)
        self._index_end += len(line)

    def _truncate(self) -> None:
        # If this fails too, the next record overwrites the rest, or the next start truncates it.
        with suppress(OSError):
            os.ftruncate(self._warc, self.end)
            os.ftruncate(self._index, self._index_end)

    def sync(self) -> None:
        os.fdatasync(self._warc)

    def close(self) -> None:
        os.close(self._warc)
        os.close(self._index)


SOFTWARE: Final = f"Tidings/{version('tidings')}"


def archive_files(folder: Path) -> list[Path]:
    """Return the WARC files of a folder, oldest first; if one is being compacted, the new one."""
    names = sorted(path.name for path in folder.glob("tidings-*.warc.gz"))
    by_serial = {serial_of(name): folder / name for name in names if _NAME.fullmatch(name)}
    return [by_serial[serial] for serial in sorted(by_serial)]


def serial_of(name: str) -> int:
    """Return the serial number in the name of a WARC file."""
    match = _NAME.fullmatch(name)
    return int(match[1]) if match else 0


def _write_at(file: int, content: bytes, offset: int) -> None:
    with memoryview(content) as rest:
        written = 0
        while written < len(rest):
            written += os.pwrite(file, rest[written:], offset + written)


def sync_folder(folder: Path) -> None:
    """Force the names in a folder to the disk."""
    # Without this, a synced file may have no name after a power failure.
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
