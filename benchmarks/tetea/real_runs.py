"""Real jobs in real processes: learned on one day, measured on another, contender by contender."""

import random
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median

from benchmarks.support.table import print_table
from benchmarks.tetea.contenders import (
    BETTER,
    COARSE,
    EXACT,
    HostEstimates,
    Packing,
    host_packings,
    place_of,
)
from benchmarks.tetea.real_job import Item, RealJob, RealPart, Timing
from benchmarks.tetea.slow_hosts import slow_hosts
from tidings.engine.estimating.cutting import cut
from tidings.engine.estimating.learning import learn_times
from tidings.engine.estimating.packing import levelled
from tidings.engine.estimating.record_estimates import (
    Method,
    RecordEstimates,
    estimates_by_number,
    learned_estimates,
)
from tidings.engine.jobs.job_log import JobOptions
from tidings.engine.runners.local_runner import LocalRunner
from tidings.settings.tree import JobSettings, StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.jobs.job_rows import job_statuses
from tidings.store.tables.jobs.job_times import time_history

_HEADER = ("", "seconds", "÷ bound", "tasks", "unusual")
_CRAWL, _READ = "fetch", "read"
_HOSTS, _PAGES, _FETCHERS, _FETCH_TASKS = 120, 2_400, 8, 40
_DOCUMENTS, _READERS, _READ_TASKS = 1_200, 2, 40
_UNUSUAL = 1.5


@dataclass(frozen=True, slots=True)
class Contender:
    """Parts in the order of a contender."""

    name: str
    parts: Sequence[RealPart]
    longest_first: bool = False


class _Bench:
    """A database, and the runner with its settings."""

    def __init__(self, folder: Path, name: str, workers: int) -> None:
        path = folder / f"{name}.db"
        self.database: Database = open_database(path, StoreSettings(commit_seconds=0.0))
        self._name, self._workers = name, workers
        self._runs = 0

    def run(self, contender: Contender, port: int | None) -> tuple[float, Timing]:
        """Run the parts; return how long that took, and what each took."""
        self._runs += 1
        settings = JobSettings(longest_first=contender.longest_first)
        learn = learn_times if self._runs == 1 else None  # of the first day only
        options = JobOptions(learn=learn)
        runner = LocalRunner(self.database, self._workers, 120.0, options, settings)
        job = RealJob(self._name, f"run {self._runs}", contender.parts, port)
        timing = Timing(self.database)
        began = time.perf_counter()
        runner.run(job, timing)
        return time.perf_counter() - began, timing

    def estimates(self, method: Method) -> RecordEstimates:
        """Return what was learned."""
        found = learned_estimates(time_history(self.database.read(), self._name), method)
        assert found is not None
        return found

    def row(self, contender: Contender, port: int | None, *, whole: bool) -> tuple[str, ...]:
        """Run a contender; `whole` hosts take at least as long as the slowest one.

        The first part of a process includes its start, which so counts as work of the bound, too.
        """
        seconds, timing = self.run(contender, port)
        (job,) = job_statuses(self.database.read(), 1)
        slowest = max(timing.units.values()) if whole else 0.0
        bound = max(job.seconds / self._workers, slowest)
        limit = _UNUSUAL * median(timing.parts)
        unusual = sum(each > limit for each in timing.parts)
        return (
            contender.name, f"{seconds:.1f}", f"{seconds / bound:.3f}",
            f"{len(timing.parts)}", f"{unusual}",
        )  # fmt: skip


def print_real_jobs() -> None:
    """Print both tables."""
    with tempfile.TemporaryDirectory() as folder:
        _print_crawl(Path(folder))
        _print_documents(Path(folder))


def _print_crawl(folder: Path) -> None:
    chance = random.Random(20)
    hosts = [f"paper-{number}.example" for number in range(_HOSTS)]
    slow = set(chance.sample(hosts, _HOSTS // 20))
    latencies = {h: chance.uniform(0.015, 0.03) * (8 if h in slow else 1) for h in hosts}
    weights = [chance.uniform(0.5, 1.5) for _ in hosts]
    earlier = _pages(chance, hosts[:-4], weights[:-4], _PAGES // 4, 0)  # four are new today
    today = _pages(chance, hosts, weights, _PAGES, 1_000_000)
    bench = _Bench(folder, _CRAWL, _FETCHERS)
    with slow_hosts(latencies) as port:
        chunks = [RealPart(tuple(earlier[at : at + 20])) for at in range(0, len(earlier), 20)]
        bench.run(Contender("", chunks), port)
    drifted = {
        host: latency * chance.lognormvariate(0, 0.15) for host, latency in latencies.items()
    }
    with slow_hosts(drifted) as port:
        contenders = _crawl_contenders(bench, hosts, today)
        rows = [bench.row(each, port, whole=True) for each in contenders]
    print_table(
        f"Real requests: {_PAGES} pages of {_HOSTS} hosts on loopback, one in twenty eight times "
        f"slower; {_FETCHERS} processes",
        _HEADER,
        rows,
    )


def _pages(
    chance: random.Random, hosts: Sequence[str], weights: Sequence[float], count: int, first: int
) -> list[Item]:
    chosen = sorted(chance.choices(hosts, weights, k=count))
    return [Item(host, first + number) for number, host in enumerate(chosen)]


def _crawl_contenders(
    bench: _Bench, hosts: Sequence[str], pages: Sequence[Item]
) -> list[Contender]:
    by_host = {host: tuple(item for item in pages if item.host == host) for host in hosts}
    records = [len(by_host[host]) for host in hosts]

    def expected(method: Method) -> list[float]:
        estimates = bench.estimates(method)
        return [
            estimates.estimate({"host": host}) * count
            for host, count in zip(hosts, records, strict=True)
        ]

    estimates = HostEstimates(expected(COARSE), expected(EXACT), expected(BETTER))
    packings = host_packings(hosts, records, estimates, _FETCH_TASKS)
    return [_of_packing(each, hosts, by_host) for each in packings]


def _of_packing(
    packing: Packing, hosts: Sequence[str], by_host: dict[str, tuple[Item, ...]]
) -> Contender:
    parts = [
        RealPart(
            tuple(item for host in split.items for item in by_host[hosts[host]]),
            split.seconds,
            hosts[split.items[0]] if packing.is_queue else "",
        )
        for split in packing.splits
        if split.items
    ]
    return Contender(packing.name, [each for each in parts if each.items], packing.longest_first)


def _print_documents(folder: Path) -> None:
    chance = random.Random(21)
    bench = _Bench(folder, _READ, _READERS)
    earlier = _documents(chance, _DOCUMENTS // 4, 0)
    chunks = [RealPart(tuple(earlier[at : at + 20])) for at in range(0, len(earlier), 20)]
    bench.run(Contender("", chunks), None)
    today = _documents(chance, _DOCUMENTS, 1_000_000)
    rows = [bench.row(each, None, whole=False) for each in _document_contenders(bench, today)]
    print_table(
        f"Real documents: {_DOCUMENTS} to extract, of 1 to 600 paragraphs, a site after the other; "
        f"{_READERS} processes",
        _HEADER,
        rows,
    )


def _documents(chance: random.Random, count: int, first: int) -> list[Item]:
    """Return documents; one site in ten has mostly big ones."""
    items = []
    for number in range(count):
        site = chance.randrange(40)
        is_big = chance.random() < (0.5 if site % 10 == 0 else 0.01)
        paragraphs = chance.randrange(200, 600) if is_big else chance.randrange(1, 40)
        items.append(Item(f"site-{site}.example", first + number, paragraphs))
    return sorted(items, key=lambda item: item.host)


def _document_contenders(bench: _Bench, items: Sequence[Item]) -> list[Contender]:
    job = RealJob(_READ, "", (), None)
    exact, better = bench.estimates(EXACT), bench.estimates(BETTER)
    known = [(item, exact.estimate(job.attributes(item))) for item in items]
    total = sum(better.estimate(job.attributes(item)) for item in items)
    better = replace(better, part_seconds=total / (_READ_TASKS - 0.5))
    by_number = estimates_by_number(1.0, -(-len(items) // _READ_TASKS))

    def made(place: Callable[[Item], int], constant: float) -> list[RealPart]:
        splits = levelled(known, _READ_TASKS, place, constant)
        return [RealPart(split.items, split.seconds) for split in splits if split.items]

    def sliced(estimates: RecordEstimates) -> list[RealPart]:
        return [RealPart(s.items, s.estimated) for s in cut(items, job.attributes, estimates)]

    constant = 0.05 * sum(seconds for _, seconds in known) / _READ_TASKS
    return [
        Contender("host hash", made(lambda item: place_of(item.host), float("inf"))),
        Contender("equal count", sliced(by_number)),
        Contender("TETEA", made(lambda item: place_of(f"{item.number}"), constant)),
        Contender("cut by estimates", sliced(better)),
        Contender("+ longest first", sliced(better), longest_first=True),
    ]
