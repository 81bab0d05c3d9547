"""Jobs as values: split → map → commit, or split → map → partition → reduce → commit.

A job and its parts are plain values that can be pickled, so that any runner can send them to any
process. Nothing of value is in a runner's memory: what is finished is in the job's output, or in
its scratch folder until it is reduced.
"""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, Protocol, TypeVar, overload, runtime_checkable

from tidings.store.database.session import Reader, Writer

I = TypeVar("I")  # noqa: E741 - an item: an article, an archived page, a range of changes
R = TypeVar("R")  # what mapping some items yields
R_co = TypeVar("R_co", covariant=True)
V = TypeVar("V")  # a value of a key, taken from a result
T = TypeVar("T")  # what the values of a key are reduced to
T_co = TypeVar("T_co", covariant=True)

Key = str | int  # what values are brought together by
MapItems = Callable[[Sequence[I]], R]
Record = Callable[[Writer], None]  # notes that a part is finished
Progress = Callable[[int, int], None]  # items done, items in total


@dataclass(frozen=True, slots=True)
class Part(Generic[I]):
    """Some items that are mapped together; the same input always has the same key."""

    key: str
    items: tuple[I, ...]
    passed: int = 0  # further items that need nothing, for the estimate of the time left

    @property
    def size(self) -> int:
        """The number of items it stands for."""
        return len(self.items) + self.passed


@dataclass(frozen=True, slots=True)
class Mapped(Generic[I, R]):
    """The items of a part that could be mapped together, and what that yielded."""

    items: tuple[I, ...]
    result: R


@dataclass(frozen=True, slots=True)
class Quarantined:
    """An item that failed or killed its process twice; the rest of its part went on."""

    item: str
    detail: str


@dataclass(frozen=True, slots=True)
class MapError:
    """Mapping raised an exception; this travels back instead of a result."""

    detail: str


class Job(Protocol[I, R_co]):
    """What to do. Implementations are frozen dataclasses."""

    @property
    def name(self) -> str:
        """The name that people see."""

    @property
    def key(self) -> str:
        """The code, the settings and the input it stands for: a change makes another job."""

    def count(self, connection: Reader) -> int:
        """Return the number of items, for the estimate of the time left."""

    def split(self, connection: Reader) -> Iterator[Part[I]]:
        """Yield the parts, in the order in which their outputs are committed."""

    def start(self) -> MapItems[I, R_co]:
        """Load what mapping needs, once in each process, and return the function that maps."""

    def name_of(self, item: I) -> str:
        """Return how an item is called if it is quarantined."""


@runtime_checkable
class ReducingJob(Job[I, R], Protocol[I, R, V, T_co]):
    """A job that brings values with the same key together, wherever they were mapped.

    Each key belongs to one of `partitions`, which are reduced one by one: its values must fit into
    the memory of a process. The output gets keys as items, and a list of what they were reduced to.
    """

    @property
    def partitions(self) -> int:
        """The number of partitions; a change must make another key."""

    @property
    def scratch(self) -> Path:
        """A folder for what is mapped but not reduced; no job of another name uses it."""

    def partition(self, result: R) -> Iterable[tuple[Key, V]]:
        """Yield the keys and values of a result, in the process that mapped it."""

    def reduce(self, key: Key, values: Sequence[V]) -> T_co:
        """Return what all values of a key amount to; their order is the same in each run."""


class Output(Protocol[I, R]):
    """Where the results of a job go, in the process that owns the home."""

    def commit(self, part: Part[I], mapped: Sequence[Mapped[I, R]], record: Record) -> None:
        """Store the results of a part, and note with `record` that it is finished.

        Rows and record share one transaction. A file is renamed into place before the record, and
        `split` leaves out what such a file already has.
        """


@dataclass(frozen=True, slots=True)
class JobReport:
    """What a run of a job did."""

    job: int  # its number in `tidings jobs`
    parts: int  # mapped and committed now; partitions count too
    skipped: int  # finished by an earlier run
    items: int  # mapped now; keys that were reduced count too
    quarantined: tuple[Quarantined, ...] = ()

    def __add__(self, later: "JobReport") -> "JobReport":
        return JobReport(
            self.job,
            self.parts + later.parts,
            self.skipped + later.skipped,
            self.items + later.items,
            self.quarantined + later.quarantined,
        )


class Runner(Protocol):
    """Runs jobs: on this machine, or on others. Finished parts are not done again."""

    @overload
    def run(
        self,
        job: ReducingJob[I, R, V, T],
        output: Output[Key, list[T]],
        on_progress: Progress = lambda done, of: None,
    ) -> JobReport:
        """Run what is left of a job that reduces what it maps."""

    @overload
    def run(
        self, job: Job[I, R], output: Output[I, R], on_progress: Progress = lambda done, of: None
    ) -> JobReport:
        """Run what is left of a job."""


def key_of(*values: object) -> str:
    """Return a short key that differs if any of the values does."""
    return hashlib.blake2b(repr(values).encode(), digest_size=8).hexdigest()
