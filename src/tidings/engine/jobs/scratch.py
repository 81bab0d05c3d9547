"""What was mapped of a job, in one file for each part, until it is reduced.

A piece is two messages, keys and their values, so that keys can be read alone.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tidings.engine.jobs.job import Key
from tidings.engine.jobs.job_files import JobFiles
from tidings.engine.jobs.part_file import PartFacts, file_name, read_header, write_part
from tidings.engine.process.message import HEADER, packed, unpacked

Piece = bytes  # the keys and values that one partition gets from some items; empty if none

_MAPPED = "mapped"


@dataclass(frozen=True, slots=True)
class Scratch:
    """The files of one job that reduces."""

    files: JobFiles

    def remove(self) -> None:
        """Remove the files."""
        self.files.clear()

    @property
    def is_mapped(self) -> bool:
        """Whether all parts were mapped; what is there is all that will be reduced."""
        return self.files.read(_MAPPED) is not None

    def note_mapped(self) -> None:
        """Note that all parts were mapped."""
        self.files.put_new(_MAPPED, [])

    def present(self, parts: Iterable[str]) -> set[str]:
        """Return the parts that have a file."""
        names = self.files.names()
        return {part for part in parts if file_name(part) in names}

    def forget(self, parts: Iterable[str]) -> None:
        """Remove the files of parts that are mapped again."""
        for part in parts:
            self.files.delete(file_name(part))

    def keep_only(self, parts: Iterable[str]) -> None:
        """Remove the files of all other parts: nobody recorded what they lack."""
        for name in self.files.names() - {file_name(part) for part in parts}:
            self.files.delete(name)

    def write(
        self, part: str, mapped: Sequence[Sequence[Piece]], facts: PartFacts | None = None
    ) -> PartFacts:
        """Write what was mapped of a part, for each piece of it and each partition.

        Returns the facts of the file that stays: it may be that of another process.
        """
        return write_part(self.files, part, facts or PartFacts(), list(zip(*mapped, strict=True)))

    def keys(self, partition: int) -> list[Key]:
        """Return the keys of a partition, each once."""
        found: dict[Key, None] = {}
        for keys, _ in self._pieces(partition):
            found.update(dict.fromkeys(_message(keys)))
        return list(found)

    def groups(self, partition: int) -> dict[Key, list[Any]]:
        """Return the keys of a partition, each with all its values."""
        found: defaultdict[Key, list[Any]] = defaultdict(list)
        for keys, values in self._pieces(partition):
            for key, more in zip(_message(keys), _message(values), strict=True):
                found[key] += more
        return dict(found)

    def _pieces(self, partition: int) -> Iterator[tuple[memoryview, memoryview]]:
        """Yield the keys and the values of each piece, as messages."""
        for name in sorted(self.files.names() - {_MAPPED}):
            header = read_header(self.files, name)
            for start, end in header.table[partition] if header.table else ():
                piece = memoryview(self.files.read_range(name, header.size + start, end - start))
                split = HEADER.size + HEADER.unpack(piece[: HEADER.size])[0]
                yield piece[:split], piece[split:]


def piece_of(groups: dict[Key, list[Any]]) -> Piece:
    """Return keys and their values as a piece."""
    return packed(tuple(groups)) + packed(tuple(groups.values())) if groups else b""


def _message(data: memoryview) -> Any:
    return unpacked(data[HEADER.size :])
