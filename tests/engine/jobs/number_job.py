"""A small job for tests: squares numbers, and fails, dies or hangs at those it is told to."""

import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

from tidings.engine.jobs.job import MapItems, Mapped, Part, Traits, key_of
from tidings.store.database.session import Reader, Writer

PART = 4
USUAL = Traits()


@dataclass(frozen=True, slots=True)
class NumberJob:
    """Squares the numbers below `numbers`; each process notes in a folder what it maps."""

    folder: Path
    numbers: int
    failing: tuple[int, ...] = ()
    killing: tuple[int, ...] = ()
    hanging: tuple[int, ...] = ()
    stalling: tuple[int, ...] = ()  # hang where they are mapped first, and nowhere else
    version: int = 1
    traits: Traits = USUAL
    seconds: float = 0.0  # of each part

    @property
    def name(self) -> str:
        return "numbers"

    @property
    def key(self) -> str:
        return key_of(self.version)

    def count(self, connection: Reader) -> int:
        return self.numbers

    def split(self, connection: Reader) -> Iterator[Part[int]]:
        for at in range(0, self.numbers, PART):
            items = tuple(range(at, min(at + PART, self.numbers)))
            yield Part(f"{items[0]}-{items[-1]}", items)

    def start(self, opened: ExitStack) -> MapItems[int, list[int]]:
        return self._squares

    def _squares(self, items: Sequence[int]) -> list[int]:
        with (self.folder / "mapped").open("a") as file:
            file.write(" ".join(map(str, items)) + "\n")
        time.sleep(self.seconds)
        if set(items) & set(self.failing):
            raise ValueError("not a number for me")
        if set(items) & set(self.killing):
            os.kill(os.getpid(), signal.SIGKILL)
        if set(items) & set(self.hanging):
            (self.folder / "hanging").write_text(str(os.getpid()))
            time.sleep(1_000)
        if set(items) & set(self.stalling):
            self._stall_once()
        return [item * item for item in items]

    def _stall_once(self) -> None:
        with suppress(FileExistsError):
            (self.folder / "stalling").touch(exist_ok=False)
            time.sleep(1_000)

    def name_of(self, item: int) -> str:
        return f"number {item}"

    def runs(self) -> list[list[int]]:
        """Return what was mapped, in the order in which mapping began."""
        path = self.folder / "mapped"
        lines = path.read_text().splitlines() if path.exists() else []
        return [[int(word) for word in line.split()] for line in lines]


def write_squares(connection: Writer, mapped: Sequence[Mapped[int, list[int]]]) -> None:
    """Write the squares as counters."""
    for each in mapped:
        for item, square in zip(each.items, each.result, strict=True):
            connection.execute("INSERT INTO counters VALUES (?, ?)", (f"square {item}", square))


def squares_in(connection: Reader) -> dict[int, int]:
    """Return the written squares."""
    rows = connection.execute("SELECT name, value FROM counters WHERE name LIKE 'square %'")
    return {int(row[0].split()[1]): row[1] for row in rows}
