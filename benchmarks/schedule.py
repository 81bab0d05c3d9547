"""How late our schedule and simpler ones find articles, on simulated sources."""

import argparse
import heapq
from array import array
from bisect import bisect_right
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from benchmarks.inputs.simulated_sources import DAY, START, SimulatedSource, simulated_sources
from benchmarks.support.table import print_conditions, print_table
from tidings.crawl.timing.budget import Budget, first_patience
from tidings.crawl.timing.rhythm import Rhythm
from tidings.crawl.timing.schedule import next_visit
from tidings.settings.tree import CrawlSettings

SEEDS = (101, 102, 103)  # all tuning was done on seeds below 100
_WITHIN = 1800.0
_EAGER, _LAZY = 0.5, 1.5
_COLUMNS = (
    "fetches per source and day",
    "p50 delay, min",
    "p90 delay, min",
    "found within 30 min",
    "fetches per article",
    "missed",
)
_LEGEND = """\
A delay runs from publication to the visit that finds the article. Missed articles left the list
before any visit; they count as not found within 30 minutes. The first days, when nothing is known
about the sources, are included."""


class Policy(Protocol):
    """Plans visits from the results of earlier ones alone."""

    def wait(self, source: int, new: Sequence[float | None], listed: int, now: float) -> float:
        """Return the seconds until the next visit."""


class TidingsPolicy:
    """The production schedule: rhythm, waiting, list, budget; without hints from feeds."""

    def __init__(self, count: int, settings: CrawlSettings) -> None:
        self._rhythms = [Rhythm() for _ in range(count)]
        self._settings = settings
        self.budget = Budget(first_patience(settings.fetches_per_source_day))

    def wait(self, source: int, new: Sequence[float | None], listed: int, now: float) -> float:
        """Return the seconds until the next visit."""
        rhythm = self._rhythms[source]
        rhythm.learn(new, now, listed)
        plan = next_visit(rhythm, now, self.budget.patience, listed, self._settings)
        self.budget.note(plan.interval, now, self._settings.fetches_per_source_day)
        return plan.interval


class FixedPolicy:
    """Every source equally often: hourly, within the same budget."""

    def __init__(self, count: int, settings: CrawlSettings) -> None:
        self._interval = DAY / settings.fetches_per_source_day

    def wait(self, source: int, new: Sequence[float | None], listed: int, now: float) -> float:
        """Return the seconds until the next visit."""
        return self._interval


class MultiplicativePolicy:
    """News halves the wait, silence lengthens it by half."""

    def __init__(self, count: int, settings: CrawlSettings) -> None:
        self._settings = settings
        self._intervals = [DAY / settings.fetches_per_source_day] * count

    def wait(self, source: int, new: Sequence[float | None], listed: int, now: float) -> float:
        """Return the seconds until the next visit."""
        wanted = self._intervals[source] * (_EAGER if new else _LAZY)
        wanted = min(max(wanted, self._settings.min_interval), self._settings.max_interval)
        self._intervals[source] = wanted
        return wanted


POLICIES: dict[str, Callable[[int, CrawlSettings], Policy]] = {
    "fixed, hourly": FixedPolicy,
    "multiplicative": MultiplicativePolicy,
    "Tidings": TidingsPolicy,
}


@dataclass(slots=True)
class Result:
    """The result of a policy."""

    source_days: float
    fetches: int = 0
    missed: int = 0
    delays: "array[float]" = field(default_factory=lambda: array("f"))


def simulate(sources: Sequence[SimulatedSource], days: int, policy: Policy) -> Result:
    """Run a policy over all sources, visit by visit in order of time."""
    result = Result(source_days=len(sources) * days)
    end = START + days * DAY
    # First visits are spread over an hour, as in a crawl that starts.
    heap = [(START + 3600.0 * number / len(sources), number) for number in range(len(sources))]
    places = [bisect_right(source.moments, START) for source in sources]
    visited = [False] * len(sources)
    while heap[0][0] < end:
        now, number = heap[0]
        source = sources[number]
        place = bisect_right(source.moments, now, places[number])
        oldest = max(0, place - source.window)
        new = source.moments[max(oldest, places[number]) : place]
        result.fetches += 1
        result.missed += max(0, oldest - places[number])
        result.delays.extend([now - moment for moment in new])
        listed_times = new if visited[number] else source.moments[oldest:place]
        wait = policy.wait(
            number,
            listed_times if source.dated else [None] * len(listed_times),
            place - oldest,
            now,
        )
        places[number], visited[number] = place, True
        heapq.heapreplace(heap, (now + wait, number))
    return result


def row(name: str, results: Sequence[Result]) -> tuple[str, ...]:
    """Return a policy's line of the table, over all seeds."""
    delays = np.concatenate([np.asarray(result.delays) for result in results])
    fetches = sum(result.fetches for result in results)
    missed = sum(result.missed for result in results)
    articles = len(delays) + missed
    return (
        name,
        f"{fetches / sum(result.source_days for result in results):.1f}",
        f"{np.median(delays) / 60:.1f}",
        f"{np.quantile(delays, 0.9) / 60:.1f}",
        f"{np.count_nonzero(delays <= _WITHIN) / articles:.2%}",
        f"{fetches / articles:.2f}",
        f"{missed / articles:.3%}",
    )


def compare(count: int, days: int, seeds: Sequence[int]) -> dict[str, list[Result]]:
    """Return every policy's results, seed by seed, all over the same sources."""
    with ProcessPoolExecutor() as pool:
        runs = {
            name: [pool.submit(_run, name, count, days, seed) for seed in seeds]
            for name in POLICIES
        }
        return {name: [run.result() for run in each] for name, each in runs.items()}


def _run(name: str, count: int, days: int, seed: int) -> Result:
    policy = POLICIES[name](count, CrawlSettings())
    return simulate(simulated_sources(count, days, seed), days, policy)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print how the policies compare."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.schedule", description=__doc__)
    parser.add_argument("--sources", type=int, default=200, metavar="N")
    parser.add_argument("--days", type=int, default=60, metavar="N")
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS, metavar="SEED")
    options = parser.parse_args(arguments)
    results = compare(options.sources, options.days, options.seeds)
    print_conditions("tidings")
    seeds = ", ".join(str(seed) for seed in options.seeds)
    title = f"{options.sources} sources over {options.days} days, seeds {seeds}"
    print_table(title, ("", *_COLUMNS), [row(name, each) for name, each in results.items()])
    print(_LEGEND)
    own = zip(options.seeds, results["Tidings"], strict=True)
    rows = [row(f"seed {seed}", [result]) for seed, result in own]
    print_table("Tidings, seed by seed", ("", *_COLUMNS), rows)


if __name__ == "__main__":
    main()
