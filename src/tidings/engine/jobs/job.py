"""Jobs as values: split → map → commit. Reducing is a second job over what the first committed.

A job and its parts are plain values that can be pickled, so that any runner can send them to any
process. Nothing of value is in a runner's memory: what is finished is in the job's output.
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from tidings.store.database.session import Reader, Writer

I = TypeVar("I")  # noqa: E741 - an item: an article, an archived page, a range of changes
R = TypeVar("R")  # what mapping some items yields
R_co = TypeVar("R_co", covariant=True)

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
    parts: int  # mapped and committed now
    skipped: int  # finished by an earlier run
    items: int  # mapped now
    quarantined: tuple[Quarantined, ...] = ()


class Runner(Protocol):
    """Runs jobs: on this machine, or on others."""

    def run(
        self, job: Job[I, R], output: Output[I, R], on_progress: Progress = lambda done, of: None
    ) -> JobReport:
        """Run what is left of a job. Finished parts are not done again."""


def key_of(*values: object) -> str:
    """Return a short key that differs if any of the values does."""
    return hashlib.blake2b(repr(values).encode(), digest_size=8).hexdigest()
