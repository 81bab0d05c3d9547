"""The two stages of a reducing job. Each is a job of its own, so that one runner runs both.

Both keep their records in the log of the whole job, with keys that cannot be confused.
"""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any, Final, Generic

from tidings.engine.jobs.job import (
    I,
    Key,
    MapItems,
    Mapped,
    Part,
    R,
    Record,
    ReducingJob,
    T,
    Traits,
    V,
    seconds_of,
    traits_of,
)
from tidings.engine.jobs.scratch import Piece, Scratch, piece_of
from tidings.store.database.database import Database
from tidings.store.database.session import Reader

_MAP: Final = "map "


@dataclass(frozen=True, slots=True)
class _Stage(Generic[I, R, V, T]):
    """One half of a job, known by the name and key of the whole."""

    job: ReducingJob[I, R, V, T]

    @property
    def name(self) -> str:
        """The name of the job."""
        return self.job.name

    @property
    def key(self) -> str:
        """The key of the job."""
        return self.job.key

    @property
    def traits(self) -> Traits:
        """Its parts are run as the job says."""
        return traits_of(self.job)


@dataclass(frozen=True, slots=True)
class MapStage(_Stage[I, R, V, T]):
    """Maps the parts of a job, and divides what they yield by partition."""

    def count(self, connection: Reader) -> int:
        """Return the number of items."""
        return self.job.count(connection)

    def split(self, connection: Reader) -> Iterator[Part[I]]:
        """Yield the parts of the job."""
        return (replace(part, key=_MAP + part.key) for part in self.job.split(connection))

    @property
    def traits(self) -> Traits:
        """As the job says; but files may be written in any order."""
        return replace(traits_of(self.job), in_order=False)

    def start(self, opened: ExitStack) -> MapItems[I, list[Piece]]:
        """Load what mapping needs."""
        return _Divider(self.job, self.job.start(opened))

    def name_of(self, item: I) -> str:
        """Return how the job calls an item."""
        return self.job.name_of(item)

    def finished(self, recorded: Mapping[str, int], scratch: Scratch) -> dict[str, int]:
        """Return the recorded parts without those whose file was lost."""
        lost = {key for key in recorded if key.startswith(_MAP)} - scratch.present(recorded)
        return {key: items for key, items in recorded.items() if key not in lost}


class _Divider(Generic[I, R, V]):
    """Maps items, and divides what that yields by partition."""

    def __init__(self, job: ReducingJob[I, R, V, Any], map_items: MapItems[I, R]) -> None:
        self._job = job
        self._map_items = map_items
        self.seconds: list[float] = []  # of single items, if the job counts them

    def __call__(self, items: Sequence[I]) -> list[Piece]:
        result = self._map_items(items)
        self.seconds = list(seconds_of(self._map_items))
        groups: list[dict[Key, list[V]]] = [{} for _ in range(self._job.partitions)]
        for key, value in self._job.partition(result):
            groups[partition_of(key, len(groups))].setdefault(key, []).append(value)
        return [piece_of(each) for each in groups]


@dataclass(frozen=True, slots=True)
class ScratchOutput(Generic[I]):
    """Writes what was mapped of a part into its file, and then the part's record."""

    scratch: Scratch
    database: Database

    def commit(
        self, part: Part[I], mapped: Sequence[Mapped[I, list[Piece]]], record: Record
    ) -> None:
        """Rename the file into place. Nobody waits for the record: at worst it is mapped again."""
        self.scratch.write(part.key, [each.result for each in mapped])
        self.database.write(record)


@dataclass(frozen=True, slots=True)
class RecordOutput(Generic[I]):
    """Writes the record of a part whose file was written where it was mapped."""

    database: Database

    def commit(self, part: Part[I], mapped: Sequence[Mapped[I, Any]], record: Record) -> None:
        """Write the record. Nobody waits for it: at worst the file is found again."""
        self.database.write(record)


@dataclass(frozen=True, slots=True)
class ReduceStage(_Stage[I, R, V, T]):
    """Reduces one partition after the other; its items are keys."""

    scratch: Scratch

    def count(self, connection: Reader) -> int:
        """Return the number of keys."""
        return sum(len(self.scratch.keys(number)) for number in range(self.job.partitions))

    def split(self, connection: Reader) -> Iterator[Part[Key]]:
        """Yield the partitions."""
        for number in range(self.job.partitions):
            yield Part(f"reduce {number}", tuple(self.scratch.keys(number)))

    def start(self, opened: ExitStack) -> MapItems[Key, list[T]]:
        """Return the function that reduces some keys of one partition."""
        return _Reducer(self).reduced

    def name_of(self, item: Key) -> str:
        """Return the key as people read it."""
        return str(item)


class _Reducer(Generic[T]):
    """Keeps the values of the last partition: if one of its keys fails, others are tried again."""

    def __init__(self, stage: ReduceStage[Any, Any, Any, T]) -> None:
        self._stage = stage
        self._number = -1
        self._groups: dict[Key, list[Any]] = {}

    def reduced(self, keys: Sequence[Key]) -> list[T]:
        job = self._stage.job
        number = partition_of(keys[0], job.partitions)
        if number != self._number:
            self._groups = {}  # before the next ones: two partitions need not fit into memory
            self._groups = self._stage.scratch.groups(number)
            self._number = number
        return [job.reduce(key, tuple(self._groups[key])) for key in keys]


def partition_of(key: Key, partitions: int) -> int:
    """Return the partition of a key: the same in each process, unlike `hash`."""
    return zlib.crc32(repr(key).encode()) % partitions
