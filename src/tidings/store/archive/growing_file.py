"""The WARC file that is being written, with its index."""

import os
from contextlib import suppress
from pathlib import Path

from tidings.store.archive.recovery import index_path_of


class GrowingFile:
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
        self.index_end = os.fstat(self._index).st_size

    @property
    def has_records(self) -> bool:
        """Whether it contains any page."""
        return self.index_end > 0

    def append(self, member: bytes, line: bytes) -> None:
        """Write a record and its line, or nothing."""
        try:
            _write_at(self._warc, member, self.end)
            _write_at(self._index, line, self.index_end)
        except OSError:
            self._truncate()
            raise
        self.end += len(member)
        self.index_end += len(line)

    def _truncate(self) -> None:
        # If this fails too, the next record overwrites the rest, or the next start truncates it.
        with suppress(OSError):
            os.ftruncate(self._warc, self.end)
            os.ftruncate(self._index, self.index_end)

    def sync(self) -> None:
        """Force the records to the disk."""
        os.fdatasync(self._warc)

    def bytes_from(self, start: int, stop: int) -> bytes:
        """Return what was written between two offsets."""
        return os.pread(self._warc, stop - start, start)

    def cut(self, end: int, index_end: int) -> None:
        """Remove what was appended after these ends."""
        os.ftruncate(self._index, index_end)
        os.ftruncate(self._warc, end)
        self.end, self.index_end = end, index_end

    def close(self) -> None:
        """Close both files."""
        os.close(self._warc)
        os.close(self._index)


def _write_at(file: int, content: bytes, offset: int) -> None:
    with memoryview(content) as rest:
        written = 0
        while written < len(rest):
            written += os.pwrite(file, rest[written:], offset + written)
