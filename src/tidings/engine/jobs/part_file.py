"""The file of a part that was mapped: what there is to know about it, and what it yielded.

It begins with a header: the facts, and where in it each partition has its pieces. The result of a
job that does not reduce is one partition. Only our own processes read these files.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tidings.engine.jobs.job import I, Mapped, Part, Quarantined, key_of
from tidings.engine.jobs.job_files import JobFiles
from tidings.engine.jobs.part_outcome import PartOutcome
from tidings.engine.process.message import HEADER, packed, unpacked

Table = tuple[tuple[tuple[int, int], ...], ...]  # of each partition: where pieces begin and end

_FIRST_READ = 32 * 1024  # bytes: most headers, in one request to a store


@dataclass(frozen=True, slots=True)
class MappedRange:
    """Some items of a part that were mapped together."""

    first: int
    count: int
    seconds: tuple[float, ...] = ()  # of each item, if they are mapped one by one


@dataclass(frozen=True, slots=True)
class PartFacts:
    """What there is to know about a part that was mapped, without what it yielded."""

    ranges: tuple[MappedRange, ...] = ()
    quarantined: tuple[Quarantined, ...] = ()
    seconds: float = 0.0
    place: str = ""

    def outcome(self, part: Part[I], results: Sequence[Any] | None = None) -> PartOutcome[I, Any]:
        """Return the outcome of a part; without results, these are None."""
        mapped = [
            Mapped(
                part.items[each.first : each.first + each.count],
                None if results is None else results[number],
                each.seconds,
            )
            for number, each in enumerate(self.ranges)
        ]
        firsts = [each.first for each in self.ranges]
        return PartOutcome(mapped, firsts, list(self.quarantined), self.seconds, self.place)


@dataclass(frozen=True, slots=True)
class PartHeader:
    """The beginning of a file."""

    facts: PartFacts
    table: Table
    size: int  # of the header itself


def file_name(part: str) -> str:
    """Return the name of a part's file: its key may have any letters."""
    return f"{key_of(part)}.part"


def write_part(
    files: JobFiles, part: str, facts: PartFacts, by_partition: Sequence[Sequence[bytes]]
) -> PartFacts:
    """Put the file of a part, unless there is one; return the facts of the one that stays."""
    header = packed((facts, _table(by_partition)))
    pieces = [piece for pieces in by_partition for piece in pieces]
    if files.put_new(file_name(part), [header, *pieces]):
        return facts
    return read_header(files, file_name(part)).facts


def read_header(files: JobFiles, name: str) -> PartHeader:
    """Return the header of a file."""
    start = files.read_range(name, 0, _FIRST_READ)
    size = HEADER.size + HEADER.unpack(start[: HEADER.size])[0]
    if size > len(start):
        start += files.read_range(name, len(start), size - len(start))
    facts, table = unpacked(start[HEADER.size : size])
    return PartHeader(facts, table, size)


def read_outcome(files: JobFiles, part: Part[I]) -> PartOutcome[I, Any]:
    """Return what a part yielded, from its file."""
    data = memoryview(files.read(file_name(part.key)) or b"")
    size = HEADER.size + HEADER.unpack(data[: HEADER.size])[0]
    facts, table = unpacked(data[HEADER.size : size])
    pieces = table[0] if table else ()
    results = [unpacked(data[size + start + HEADER.size : size + end]) for start, end in pieces]
    outcome: PartOutcome[I, Any] = facts.outcome(part, results)
    return outcome


def _table(by_partition: Sequence[Sequence[bytes]]) -> Table:
    """Return where the pieces of each partition begin and end, counted from the header's end."""
    table: list[tuple[tuple[int, int], ...]] = []
    at = 0
    for pieces in by_partition:
        row: list[tuple[int, int]] = []
        for piece in pieces:
            if piece:
                row.append((at, at + len(piece)))
            at += len(piece)
        table.append(tuple(row))
    return tuple(table)
