"""A real job for the product's runner: its items are pages of slow hosts, or documents to read."""

import random
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field

from benchmarks.tetea.slow_hosts import fetch
from tidings.engine.estimating.record_estimates import NOT_PLANNED, RecordEstimates
from tidings.engine.jobs.job import Attributes, EachItem, Mapped, Part, Record, Traits, key_of
from tidings.extract.article import extract
from tidings.store.database.database import Database
from tidings.store.database.session import Reader

_WORDS = "council bridge river market school harbour weather election budget railway".split()


@dataclass(frozen=True, slots=True)
class Item:
    """A page of a host, or a document of so many paragraphs."""

    host: str
    number: int
    paragraphs: int = 0


@dataclass(frozen=True, slots=True)
class RealPart:
    """What is mapped together."""

    items: tuple[Item, ...]
    estimated: float | None = None
    lane: str = ""


@dataclass(frozen=True, slots=True)
class RealJob:
    """Fetches pages from a port of loopback, or without one extracts documents."""

    name: str
    run: str  # another one is another job
    parts: Sequence[RealPart]
    port: int | None
    plan: RecordEstimates = NOT_PLANNED
    traits: Traits = field(default=Traits(in_order=False, item_seconds=60.0))

    @property
    def key(self) -> str:
        """Each run is a job of its own."""
        return key_of(self.run)

    def count(self, connection: Reader) -> int:
        """Return the number of items."""
        return sum(len(part.items) for part in self.parts)

    def split(self, connection: Reader) -> Iterator[Part[Item]]:
        """Yield the parts in the order of their contender."""
        for number, part in enumerate(self.parts):
            yield Part(f"{number}", part.items, lane=part.lane, estimated=part.estimated)

    def start(self, opened: ExitStack) -> EachItem[Item, int]:
        """Return what maps an item."""
        return EachItem(self._mapped)

    def _mapped(self, item: Item) -> int:
        if self.port is not None:
            return fetch(self.port, item.host, item.number)
        extract(document(item), f"https://{item.host}/{item.number}")
        return 200

    def attributes(self, item: Item) -> Attributes:
        """Return what may tell how long an item takes."""
        if self.port is not None:
            return {"host": item.host, "depth": float(item.number % 5)}
        return {"host": item.host, "size": float(item.paragraphs)}

    def name_of(self, item: Item) -> str:
        """Return what an item is called."""
        return f"{item.host}/{item.number}"


def document(item: Item) -> bytes:
    """Return a document; no two are alike."""
    chance = random.Random(f"{item.host} {item.number}")
    text = "".join(
        f"<p>{' '.join(chance.choices(_WORDS, k=60))}.</p>" for _ in range(item.paragraphs)
    )
    title = f"<h1>Document {item.number}</h1>"
    return f"<html><body><article>{title}{text}</article></body></html>".encode()


class Timing:
    """An output that keeps how long the items of each part took."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.parts: list[float] = []
        self.units: dict[str, float] = {}  # seconds of each host

    def commit(
        self, part: Part[Item], mapped: Sequence[Mapped[Item, list[int]]], record: Record
    ) -> None:
        """Write the record, and keep the times."""
        self._database.write(record).result()
        times = [
            (item.host, seconds)
            for some in mapped
            for item, seconds in zip(some.items, some.seconds, strict=True)
        ]
        assert all(status == 200 for some in mapped for status in some.result)
        self.parts.append(sum(seconds for _, seconds in times))
        for host, seconds in times:
            self.units[host] = self.units.get(host, 0.0) + seconds
