"""A job of the tests: squares numbers slowly, and notes when each part is mapped, and where."""

import json
import os
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tidings.engine.jobs.job import MapItems, Mapped, Part, Traits, key_of
from tidings.store.database.session import Reader, Writer

_PART = 4
_ANY_ORDER = Traits(in_order=False)


@dataclass(frozen=True, slots=True)
class Mapping:
    """One time that a part was mapped: in a process, from a moment on."""

    part: str
    process: int
    at: float


@dataclass(frozen=True, slots=True)
class SlowSquares:
    """Squares the numbers below `numbers`, each in `seconds`."""

    folder: Path  # of the notes
    numbers: int
    seconds: float
    traits: Traits = _ANY_ORDER

    @property
    def name(self) -> str:
        return "squares"

    @property
    def key(self) -> str:
        return key_of(self.numbers)

    @property
    def parts(self) -> int:
        """The number of parts."""
        return -(-self.numbers // _PART)

    def count(self, connection: Reader) -> int:
        return self.numbers

    def split(self, connection: Reader) -> Iterator[Part[int]]:
        for at in range(0, self.numbers, _PART):
            yield Part(str(at), tuple(range(at, min(at + _PART, self.numbers))))

    def start(self, opened: ExitStack) -> MapItems[int, list[int]]:
        return self._squares

    def _squares(self, items: Sequence[int]) -> list[int]:
        note = {"part": str(items[0] // _PART * _PART), "process": os.getpid(), "at": time.time()}
        with (self.folder / "mapped").open("a") as file:
            file.write(json.dumps(note) + "\n")
        for _ in items:
            time.sleep(self.seconds)
        return [item * item for item in items]

    def name_of(self, item: int) -> str:
        return f"number {item}"

    def mappings(self) -> list[Mapping]:
        """Return what was mapped so far, in the order in which that began."""
        path = self.folder / "mapped"
        text = path.read_text() if path.exists() else ""
        return [Mapping(**json.loads(line)) for line in text.splitlines()]


def write_squares(connection: Writer, mapped: Sequence[Mapped[int, list[int]]]) -> None:
    """Write the squares as counters; a number that was written already is an error."""
    for each in mapped:
        for item, square in zip(each.items, each.result, strict=True):
            connection.execute("INSERT INTO counters VALUES (?, ?)", (f"square {item}", square))


def squares_in(connection: Reader) -> dict[int, int]:
    """Return the written squares."""
    rows = connection.execute("SELECT name, value FROM counters WHERE name LIKE 'square %'")
    return {int(row[0].split()[1]): row[1] for row in rows}
