"""How hosts and documents become tasks: all of it done by the product's own functions."""

import zlib
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from benchmarks.tetea.crawl_worlds import CrawlWorld
from benchmarks.tetea.document_worlds import DocumentWorld
from benchmarks.tetea.schedule import Task
from tidings.engine.estimating.cutting import cut
from tidings.engine.estimating.learning import times_of
from tidings.engine.estimating.packing import Split, levelled, packed
from tidings.engine.estimating.record_estimates import (
    Method,
    RecordEstimates,
    estimates_by_number,
    learned_estimates,
)

_CONSTANT = 0.05  # by which splits of the thesis may differ: a share of their mean
EXACT, BETTER = Method(shrinkage=False), Method()
COARSE = Method(categories=64, shrinkage=False)


@dataclass(frozen=True, slots=True)
class Plan:
    """A contender's tasks, in its order."""

    name: str
    tasks: Sequence[Task]
    longest_first: bool = False
    is_queue: bool = False  # a queue by nature: dealing out would make no sense


@dataclass(frozen=True, slots=True)
class Packing:
    """How a contender puts hosts together."""

    name: str
    splits: Sequence[Split[int]]
    longest_first: bool = False
    is_queue: bool = False


def place_of(name: str) -> int:
    """Return the hash of a host or document."""
    return zlib.crc32(name.encode())


def estimates_of(world: CrawlWorld | DocumentWorld, method: Method) -> RecordEstimates:
    """Return what the history of a world tells."""
    found = learned_estimates(times_of(world.history), method)
    assert found is not None
    return found


@dataclass(frozen=True, slots=True)
class HostEstimates:
    """What all records of each host will probably take, by the methods that are compared."""

    coarse: Sequence[float]
    exact: Sequence[float]
    better: Sequence[float]


def host_packings(
    hosts: Sequence[str], records: Sequence[int], expected: HostEstimates, splits: int
) -> list[Packing]:
    """Return all contenders for a crawl; no host is ever cut."""

    def tetea(seconds: Sequence[float]) -> list[Split[int]]:
        constant = _CONSTANT * sum(seconds) / splits
        return levelled(list(enumerate(seconds)), splits, place, constant)

    def place(host: int) -> int:
        return place_of(hosts[host])

    better = list(enumerate(expected.better))
    longest = sorted(better, key=lambda each: -each[1])
    improved = packed(better, splits)
    return [
        Packing("host hash", levelled(better, splits, place, float("inf"))),
        Packing("equal count", packed(list(enumerate(map(float, records))), splits)),
        Packing("TETEA, 64 categories", tetea(expected.coarse)),
        Packing("TETEA", tetea(expected.exact)),
        Packing("+ shrinkage, longest packed first", improved),
        Packing("+ longest first", improved, longest_first=True),
        Packing("+ a queue of hosts", [Split((n,), s) for n, s in longest], True, is_queue=True),
    ]


def crawl_plans(world: CrawlWorld, splits: int) -> list[Plan]:
    """Return the tasks of all contenders for a crawl."""
    expected = HostEstimates(*(_expected(world, method) for method in (COARSE, EXACT, BETTER)))
    return [
        Plan(each.name, _tasks(world, each), each.longest_first, each.is_queue)
        for each in host_packings(world.hosts, world.records.tolist(), expected, splits)
    ]


def _expected(world: CrawlWorld, method: Method) -> list[float]:
    estimates = estimates_of(world, method)
    each = (estimates.estimate({"host": host}) for host in world.hosts)
    return [seconds * count for seconds, count in zip(each, world.records.tolist(), strict=True)]


def _tasks(world: CrawlWorld, packing: Packing) -> list[Task]:
    return [
        Task(
            float(sum(world.seconds[host] for host in each.items)),
            each.seconds,
            len(each.items),
            world.hosts[each.items[0]] if packing.is_queue else "",
        )
        for each in packing.splits
        if each.items
    ]


def document_plans(world: DocumentWorld, splits: int) -> list[Plan]:
    """Return all contenders for an index, whose documents may be in any split."""
    by_size = replace(estimates_of(world, BETTER), part_seconds=0.0)
    work = sum(map(by_size.estimate, world.attributes))
    # The last split is what is left, so that there are as many as the others have.
    by_size = replace(by_size, part_seconds=work / (splits - 0.5))
    cut_by_size = _cut(world, by_size, splits)
    return [
        Plan("host hash", _by_host(world, splits)),
        Plan("equal count", _cut(world, estimates_by_number(1.0, _number(world, splits)), splits)),
        Plan("TETEA", _moved(world, splits)),
        Plan("cut by estimates", cut_by_size),
        Plan("+ longest first", cut_by_size, longest_first=True),
    ]


def _number(world: DocumentWorld, splits: int) -> int:
    return -(-len(world.attributes) // splits)


def _by_host(world: DocumentWorld, splits: int) -> list[Task]:
    seconds: defaultdict[int, float] = defaultdict(float)
    units: Counter[int] = Counter()
    for each, time in zip(world.attributes, world.seconds.tolist(), strict=True):
        split = place_of(str(each["host"])) % splits
        seconds[split] += time
        units[split] += 1
    return [Task(seconds[split], None, units[split]) for split in sorted(seconds)]


def _moved(world: DocumentWorld, splits: int) -> list[Task]:
    estimates = estimates_of(world, EXACT)
    items = [(n, estimates.estimate(each)) for n, each in enumerate(world.attributes)]
    constant = _CONSTANT * sum(seconds for _, seconds in items) / splits
    made = levelled(items, splits, lambda number: place_of(f"document {number}"), constant)
    return [_task(world, split.items, split.seconds) for split in made]


def _cut(world: DocumentWorld, estimates: RecordEstimates, splits: int) -> list[Task]:
    slices = cut(
        range(len(world.attributes)),
        world.attributes.__getitem__,
        estimates,
        most=len(world.attributes),
    )
    return [_task(world, each.items, each.estimated) for each in slices]


def _task(world: DocumentWorld, items: Sequence[int], expected: float | None) -> Task:
    return Task(float(world.seconds[list(items)].sum()), expected, len(items))
