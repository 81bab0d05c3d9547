"""The index of the records of a file: where each begins and ends, in a file of the job's folder."""

import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

_ROW: Final = struct.Struct("<QQ")
_READ: Final = 4_096  # rows at a time


class IngestPlace(NamedTuple):
    """Where a record is."""

    file: int  # its number among the files of the job
    offset: int
    length: int


class PlaceWriter:
    """Writes an index; it appears under its name when it is complete."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = _partial(path).open("wb")

    def add(self, offset: int, length: int) -> None:
        """Add a record."""
        self._file.write(_ROW.pack(offset, length))

    def finish(self) -> None:
        """Put the index in its place."""
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()
        _partial(self._path).rename(self._path)

    def drop(self) -> None:
        """Leave no index."""
        self._file.close()
        _partial(self._path).unlink(missing_ok=True)


def _partial(path: Path) -> Path:
    return path.with_name(f"{path.name}.part")


def places_in(path: Path, file: int) -> Iterator[IngestPlace]:
    """Yield the records of an index."""
    with path.open("rb") as rows:
        while data := rows.read(_READ * _ROW.size):
            yield from (IngestPlace(file, *row) for row in _ROW.iter_unpack(data))
