"""The archive: every fetched page, in WARC files with an index each. It is not the database."""

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
from tidings.store.archive.growing_file import GrowingFile
from tidings.store.archive.recovery import (
    index_path_of,
    is_sealed,
    mapped_file,
    problems_of,
    read_index,
    repair_warc,
    seal_warc,
    sync_folder,
)
from tidings.store.archive.volume_names import is_volume, serial_of
from tidings.store.archive.volumes import LocalVolumes, Volumes
from tidings.store.archive.volumes import archive_files as archive_files
from tidings.store.archive.warc_record import ArchivedPage as ArchivedPage
from tidings.store.archive.warc_record import DamagedRecord, read_record, warcinfo

Withheld = Callable[[str, datetime], bool]  # of a URL's record, by its time


class ArchiveReader:
    """The archive for reading. Any process may read while another writes.

    No way of reading leads to a record that is `withheld`: it was taken down, and compaction will
    remove it.
    """

    def __init__(
        self,
        folder: Path,
        withheld: Withheld = lambda url, at: False,
        volumes: Volumes | None = None,
    ) -> None:
        self.folder = folder
        self.volumes = volumes or LocalVolumes(folder)
        self._withheld = withheld

    def files(self) -> list[Path]:
        """Return the WARC files, oldest first. Only the last one grows."""
        return self.volumes.files()

    def read(self, place: ArchivePlace) -> ArchivedPage:
        """Return the page at a place, or raise DamagedRecord."""
        if not is_volume(place.file):
            raise DamagedRecord(f"{place.file} is not a file of the archive")
        try:
            member = self.volumes.member(place)
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
            self.volumes.fetch_index(newest)
            yield from self._captures(lines_in_unsorted(read_index(newest), key), url)
        # A file's index is sorted before the next file is created, and then never changes.
        for warc in files[1:]:
            self.volumes.fetch_index(warc)
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
            self.volumes.fetch(warc)
            captures = (each for each in captures_in(warc) if since is None or each.at >= since)
            yield from members_at(warc, self._readable(captures))

    def members_after(self, place: ArchivePlace | None) -> Iterator[tuple[Capture, bytes]]:
        """Yield every record that was written after the one at a place, in order.

        If that record no longer exists (lost in a power failure), start with its whole file.
        """
        for warc, captures in self._after(place):
            self.volumes.fetch(warc)
            yield from members_at(warc, captures)

    def captures_after(self, place: ArchivePlace | None) -> Iterator[Capture]:
        """Yield the same without reading the records."""
        for _, captures in self._after(place):
            yield from captures

    def _after(self, place: ArchivePlace | None) -> Iterator[tuple[Path, Iterator[Capture]]]:
        for warc in self.files():
            if place is not None and serial_of(warc.name) < serial_of(place.file):
                continue
            self.volumes.fetch_index(warc)
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
        files, problems = self.files(), []
        for warc in files:
            self.volumes.fetch(warc)
            problems += problems_of(warc, newest=warc == files[-1])
        return problems


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
        volumes: Volumes | None = None,
    ) -> None:
        super().__init__(folder, withheld, volumes)
        self._max_bytes = max_bytes
        self._now = now
        self._volume: GrowingFile | None = None
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
        if not files:
            return
        # A backup may have linked a file that was full, and is the newest since a compaction
        # removed those after it: what the backup has must not grow.
        is_shared = files[-1].stat().st_nlink > 1
        repair_warc(files[-1], newest=not is_shared)
        if not is_shared:
            self._volume = GrowingFile(files[-1])

    def append(
        self, member: bytes, url: str, at: datetime, status: int, content_type: str, digest: str
    ) -> ArchivePlace:
        """Write a record and its index line, and return its place; `sync` makes it durable."""
        volume = self._volume_for(len(member))
        place = ArchivePlace(volume.path.name, volume.end, len(member))
        volume.append(member, cdxj_line(Capture(url, at, status, content_type, digest, place)))
        return place

    def _volume_for(self, length: int) -> GrowingFile:
        volume = self._volume
        is_full = volume and volume.has_records and volume.end + length > self._max_bytes
        if volume is None or is_full:
            self._finish()
            volume = self._volume = GrowingFile(self._next_path())
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

    def discard_unsynced(self) -> None:
        """Forget what was appended since the last `sync`; in a folder it does no harm."""

    def _finish(self) -> None:
        if self._volume:
            self._volume.sync()
            seal_warc(self._volume.path)
            self._volume.close()
            self._volume = None

    def close(self) -> None:
        """Sync, sort the index of the last file, and close it."""
        self.close_files()

    def close_files(self) -> None:
        """Do so in the folder."""
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


SOFTWARE: Final = f"Tidings/{version('tidings')}"
