"""A job for tests that maps numbers one by one, and whose items have an attribute."""

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace

from tests.engine.jobs.number_job import NumberJob

from tidings.engine.jobs.job import Attributes, EachItem, MapItems, Part
from tidings.store.database.session import Reader


@dataclass(frozen=True, slots=True)
class SecondEach:
    """Expects a second for each item."""

    name: str

    def estimate(self, attributes: Attributes) -> float:
        return 1.0

    def to_json(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class TimedJob:
    """Squares numbers one by one."""

    numbers: NumberJob
    named: str = "plan"

    @property
    def name(self) -> str:
        return self.numbers.name

    @property
    def key(self) -> str:
        return self.numbers.key

    @property
    def plan(self) -> SecondEach:
        return SecondEach(self.named)

    def attributes(self, item: int) -> Attributes:
        return {"digits": float(len(str(item)))}

    def count(self, connection: Reader) -> int:
        return self.numbers.count(connection)

    def split(self, connection: Reader) -> Iterator[Part[int]]:
        for part in self.numbers.split(connection):
            yield replace(part, estimated=sum(map(self._estimate, part.items)))

    def _estimate(self, item: int) -> float:
        return self.plan.estimate(self.attributes(item))

    def start(self, opened: ExitStack) -> MapItems[int, list[int]]:
        map_items = self.numbers.start(opened)
        return EachItem[int, int](lambda item: map_items((item,))[0])

    def name_of(self, item: int) -> str:
        return self.numbers.name_of(item)
