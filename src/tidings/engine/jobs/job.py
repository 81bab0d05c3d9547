"""Jobs as values: split → map → commit, or split → map → partition → reduce → commit.

A job and its parts are plain values that can be pickled, so that any runner can send them to any
process. Nothing of value is in a runner's memory: what is finished is in the job's output, or in
its scratch folder until it is reduced.
"""

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, Protocol, TypeVar, overload, runtime_checkable

from tidings.model.jobs.record_times import Attributes as Attributes
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
    lane: str = ""  # parts of one lane, say a host, are never mapped at the same time
    estimated: float | None = None  # seconds that mapping it will probably take

    @property
    def size(self) -> int:
        """The number of items it stands for."""
        return len(self.items) + self.passed


@dataclass(frozen=True, slots=True)
class Mapped(Generic[I, R]):
    """The items of a part that could be mapped together, and what that yielded."""

    items: tuple[I, ...]
    result: R
    seconds: tuple[float, ...] = ()  # of each item, if they are mapped one by one


@dataclass(frozen=True, slots=True)
class Quarantined:
    """An item that failed or killed its process twice; the rest of its part went on."""

    item: str
    detail: str


@dataclass(frozen=True, slots=True)
class MapError:
    """Mapping raised an exception; this travels back instead of a result."""

    detail: str


@dataclass(frozen=True, slots=True)
class Traits:
    """How the parts of a job may be run; a job says so with an attribute `traits`."""

    in_order: bool = True  # outputs are committed in the order in which `split` yields the parts
    may_run_twice: bool = True  # a part may be mapped in two places at once: the first result wins
    item_seconds: float = 1.0  # each item of a part adds this to the part's time limit


class EachItem(Generic[I, R]):
    """Maps items one by one and notes how long each takes: estimates learn from that.

    `start` of a job returns it instead of a function of many items.
    """

    def __init__(self, map_item: Callable[[I], R]) -> None:
        self._map_item = map_item
        self.seconds: list[float] = []  # of the items that were mapped last

    def __call__(self, items: Sequence[I]) -> list[R]:
        """Return what each item yields."""
        self.seconds = []
        return [self._timed(item) for item in items]

    def _timed(self, item: I) -> R:
        began = time.perf_counter()
        result = self._map_item(item)
        self.seconds.append(time.perf_counter() - began)
        return result


@runtime_checkable
class TimedMapping(Protocol):
    """A function that maps items, and knows how long each took."""

    seconds: list[float]  # of the items that were mapped last


def seconds_of(map_items: object) -> tuple[float, ...]:
    """Return how long each of the last items took; nothing if they are not mapped one by one."""
    return tuple(map_items.seconds) if isinstance(map_items, TimedMapping) else ()


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

    def start(self, opened: ExitStack) -> MapItems[I, R_co]:
        """Load what mapping needs, once in each process, and return the function that maps.

        What it opens is closed with `opened`, when nothing is mapped any more.
        """

    def name_of(self, item: I) -> str:
        """Return how an item is called if it is quarantined."""


@runtime_checkable
class TraitedJob(Protocol):
    """A job whose parts are run otherwise than most."""

    @property
    def traits(self) -> Traits:
        """How its parts may be run."""


def traits_of(job: object) -> Traits:
    """Return how the parts of a job may be run."""
    return job.traits if isinstance(job, TraitedJob) else Traits()


class Estimates(Protocol):
    """What items will probably cost, judged by their attributes."""

    def estimate(self, attributes: Attributes) -> float:
        """Return the seconds that mapping an item will probably take."""

    def to_json(self) -> str:
        """Return it as text. It is kept with the job: who goes on cuts the same parts."""


@runtime_checkable
class EstimatedJob(Protocol):
    """A job whose items have attributes, from which their times are estimated and learned."""

    @property
    def plan(self) -> Estimates:
        """What its parts were cut by; it is no part of the key."""

    def attributes(self, item: Any) -> Attributes:
        """Return what may tell how long an item takes."""


# Adds the seconds of single items to what is known about a job of this name.
LearnTimes = Callable[[Writer, str, Sequence[tuple[Attributes, float]]], None]


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

    @property
    def places(self) -> int:
        """The number of places where parts are mapped now."""

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
