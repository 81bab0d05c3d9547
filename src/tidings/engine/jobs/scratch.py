"""The scratch folder of a job: what was mapped, in one file for each part, until it is reduced.

A file begins with a table: where in it each partition has its pieces. A piece is two messages, keys
and their values, so that keys can be read alone. Only our own processes read these files.
"""

import os
import shutil
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from tidings.engine.jobs.job import Key, key_of
from tidings.engine.process.message import HEADER, packed, unpacked

Piece = bytes  # the keys and values that one partition gets from some items; empty if none

_MAPPED = "mapped"


@dataclass(frozen=True, slots=True)
class Scratch:
    """The files of one job. A file is there as a whole or not at all."""

    folder: Path

    def open(self) -> None:
        """Create the folder; those of earlier jobs of this name are removed: none continues."""
        self.folder.mkdir(parents=True, exist_ok=True)
        for other in self.folder.parent.iterdir():
            if other != self.folder:
                shutil.rmtree(other)

    def remove(self) -> None:
        """Remove the folder."""
        shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def is_mapped(self) -> bool:
        """Whether all parts were mapped; what is there is all that will be reduced."""
        return (self.folder / _MAPPED).exists()

    def note_mapped(self) -> None:
        """Note that all parts were mapped."""
        (self.folder / _MAPPED).touch()

    def has(self, part: str) -> bool:
        """Return whether there is a file of a part."""
        return self._path(part).exists()

    def write(self, part: str, mapped: Sequence[Sequence[Piece]]) -> None:
        """Write what was mapped of a part, for each piece of it and each partition."""
        path = self._path(part)
        draft = path.with_suffix(".draft")
        by_partition = list(zip(*mapped, strict=True))
        with draft.open("wb") as file:
            file.write(packed(_places(by_partition)))
            file.writelines(piece for pieces in by_partition for piece in pieces)
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)

    def keys(self, partition: int) -> list[Key]:
        """Return the keys of a partition, each once."""
        found: dict[Key, None] = {}
        for file in self._pieces(partition):
            found.update(dict.fromkeys(_message(file)))
        return list(found)

    def groups(self, partition: int) -> dict[Key, list[Any]]:
        """Return the keys of a partition, each with all its values."""
        found: defaultdict[Key, list[Any]] = defaultdict(list)
        for file in self._pieces(partition):
            for key, values in zip(_message(file), _message(file), strict=True):
                found[key] += values
        return dict(found)

    def _pieces(self, partition: int) -> Iterator[BinaryIO]:
        """Yield a file for each piece of a partition, at its place."""
        for path in sorted(self.folder.glob("*.part")):
            with path.open("rb") as file:
                table = _message(file)  # empty if nothing of the part could be mapped
                start = file.tell()
                for place in table[partition] if table else ():
                    file.seek(start + place)
                    yield file

    def _path(self, part: str) -> Path:
        return self.folder / f"{key_of(part)}.part"  # a key may have any letters


def piece_of(groups: dict[Key, list[Any]]) -> Piece:
    """Return keys and their values as a piece."""
    return packed(tuple(groups)) + packed(tuple(groups.values())) if groups else b""


def _places(by_partition: Sequence[Sequence[Piece]]) -> list[list[int]]:
    """Return where the pieces of each partition begin, counted from the end of the table."""
    places: list[list[int]] = []
    at = 0
    for pieces in by_partition:
        places.append([])
        for piece in filter(None, pieces):
            places[-1].append(at)
            at += len(piece)
    return places


def _message(file: BinaryIO) -> Any:
    return unpacked(file.read(HEADER.unpack(file.read(HEADER.size))[0]))
