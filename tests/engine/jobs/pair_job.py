"""A small reducing job for tests: sorts the values of each key, and fails or dies where told to."""

import json
import os
import signal
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

from tidings.engine.jobs.job import Key, MapItems, Mapped, Part, key_of
from tidings.store.database.session import Reader, Writer

Pair = tuple[Key, int]


@dataclass(frozen=True, slots=True)
class PairJob:
    """Brings the values of each key together; notes in a folder what is mapped and reduced."""

    folder: Path
    pairs: tuple[Pair, ...]
    chunk: int = 4
    partitions: int = 3
    broken_pairs: tuple[Pair, ...] = ()
    failing: tuple[Key, ...] = ()
    killing: tuple[Key, ...] = ()
    version: int = 1

    @property
    def name(self) -> str:
        return "pairs"

    @property
    def key(self) -> str:
        return key_of(self.version, self.partitions)

    @property
    def scratch(self) -> Path:
        return self.folder / "scratch" / self.name

    def count(self, connection: Reader) -> int:
        return len(self.pairs)

    def split(self, connection: Reader) -> Iterator[Part[Pair]]:
        for at in range(0, len(self.pairs), self.chunk):
            yield Part(str(at), self.pairs[at : at + self.chunk])

    def start(self, opened: ExitStack) -> MapItems[Pair, tuple[Pair, ...]]:
        return self._mapped

    def _mapped(self, items: Sequence[Pair]) -> tuple[Pair, ...]:
        self._note("mapped", [list(item) for item in items])
        if set(items) & set(self.broken_pairs):
            raise ValueError("a broken pair")
        return tuple(items)

    def partition(self, result: tuple[Pair, ...]) -> Iterable[Pair]:
        return result

    def reduce(self, key: Key, values: Sequence[int]) -> list[int]:
        self._note("reduced", key)
        if key in self.failing:
            raise ValueError("not a key for me")
        if key in self.killing:
            os.kill(os.getpid(), signal.SIGKILL)
        return sorted(values)

    def name_of(self, item: Pair) -> str:
        return f"pair {item}"

    def _note(self, name: str, what: object) -> None:
        with (self.folder / name).open("a") as file:
            file.write(json.dumps(what) + "\n")

    def notes(self, name: str) -> list[object]:
        """Return what was mapped or reduced, in the order in which that began."""
        path = self.folder / name
        return [json.loads(line) for line in path.read_text().splitlines()] if path.exists() else []

    def direct(self) -> dict[Key, list[int]]:
        """Return the right result."""
        return {
            key: sorted(value for each, value in self.pairs if each == key)
            for key in dict(self.pairs)
        }


def write_lists(connection: Writer, mapped: Sequence[Mapped[Key, list[list[int]]]]) -> None:
    """Write the values of keys as counters; a key that was written already is an error."""
    for each in mapped:
        for key, values in zip(each.items, each.result, strict=True):
            name = json.dumps(["list", key, values])
            connection.execute("INSERT INTO counters VALUES (?, 1)", (name,))


def lists_in(connection: Reader) -> dict[Key, list[int]]:
    """Return the written values of keys."""
    rows = connection.execute("SELECT name FROM counters WHERE name LIKE '[\"list\"%'")
    triples = [json.loads(row[0]) for row in rows]
    assert len({key for _, key, _ in triples}) == len(triples), "a key was reduced twice"
    return {key: values for _, key, values in triples}
