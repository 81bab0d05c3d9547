"""Cuts a stream of items into parts that take equally long."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

from tidings.engine.estimating.record_estimates import RecordEstimates
from tidings.model.jobs.record_times import Attributes

I = TypeVar("I")  # noqa: E741 - an item, as jobs have it

# Items of a part at most, whatever they cost: a part is in memory, and is done again if it is lost.
MOST = 2_000
_ROUNDING = 1e-9  # of sums: fifty fiftieths must reach the whole


@dataclass(frozen=True, slots=True)
class Slice(Generic[I]):
    """Items that make a part."""

    items: tuple[I, ...]
    estimated: float | None  # seconds; None if nothing was known about them


def cut(
    items: Iterable[I],
    attributes_of: Callable[[I], Attributes],
    estimates: RecordEstimates,
    most: int = MOST,
) -> Iterator[Slice[I]]:
    """Yield slices; one ends as soon as its items will probably take `part_seconds`.

    So slices differ by less than an item, except the last one, and those that would have more than
    `most` items. If nothing is known, they have the number that `planned` was given. Memory holds
    one slice.
    """
    enough = estimates.part_seconds * (1.0 - _ROUNDING)
    some: list[I] = []
    expected = 0.0
    for item in items:
        some.append(item)
        expected += estimates.estimate(attributes_of(item))
        if expected >= enough or len(some) == most:
            yield _slice(some, expected, estimates)
            some, expected = [], 0.0
    if some:
        yield _slice(some, expected, estimates)


def _slice(some: list[I], expected: float, estimates: RecordEstimates) -> Slice[I]:
    return Slice(tuple(some), round(expected, 6) if estimates.is_learned else None)
