"""The tables of the benchmark."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import numpy as np

from benchmarks.measurements.latency import Target
from benchmarks.serve.loaded_server import LoadOutcome
from benchmarks.serve.request_mix import MIX
from benchmarks.serve.stream_run import StreamOutcome
from benchmarks.support.table import print_table

Loads = Mapping[str, Sequence[LoadOutcome]]  # by checkout, one for each round


def percentile(seconds: Sequence[float], percent: float) -> float:
    """Return a percentile in milliseconds; not a number if there is nothing."""
    return float(np.percentile(seconds, percent)) * 1000 if len(seconds) else float("nan")


def print_mix() -> None:
    """Print what is requested."""
    rows = [(each.name, f"{each.share:.0%}", each.path, each.earlier) for each in MIX]
    print_table("The mix of requests", ("", "share", "route", "without version 1"), rows)


def print_loads(loads: Loads) -> list[Target]:
    """Print p50 and p99 by route and in all, all rounds together; return the aims."""
    names = list(loads)
    header = ("", "requests", *(f"{name} p50 / p99 ms" for name in names), "failed")
    rows = []
    for route in (*(each.name for each in MIX), None):
        times = {name: _times(loads[name], route) for name in names}
        shown = [f"{percentile(each, 50):.1f} / {percentile(each, 99):.1f}"
                 for each in times.values()]  # fmt: skip
        failed = " / ".join(str(_failed(loads[name], route)) for name in names)
        rows.append((route or "all", str(len(times[names[-1]])), *shown, failed))
    first = next(iter(loads.values()))[0]
    print_table(f"{first.rate:.0f} requests/s for {first.seconds:.0f} s, {len(loads[names[0]])} "
                "rounds, from the moment each is due", header, rows)  # fmt: skip
    _print_problems(loads)
    _print_ratios(loads)
    for name, some in loads.items():
        cpu = np.median([each.cpu_ms for each in some])
        print(f"{name}: {cpu:.1f} ms of the server's CPU time for each request.")
    late = max(each.late for some in loads.values() for each in some)
    print(f"The clients themselves were late by at most {1000 * late:.0f} ms.", flush=True)
    return [Target("all routes, p99 ms", percentile(_times(loads[names[-1]], None), 99), 150)]


def _times(some: Sequence[LoadOutcome], route: str | None) -> list[float]:
    return [seconds for each in some for seconds in each.times(route)]


def _failed(some: Sequence[LoadOutcome], route: str | None) -> int:
    return sum(name == route or route is None for each in some for name, _ in each.failed)


def _print_problems(loads: Loads) -> None:
    counted = Counter(
        (name, route, why) for name, some in loads.items() for each in some
        for route, why in each.failed
    )  # fmt: skip
    for (name, route, why), count in counted.most_common(10):
        print(f"{name}: {route}: {why} ({count} times)")


def _print_ratios(loads: Loads) -> None:
    """Print the second checkout's figures as shares of the first's, round by round."""
    if len(loads) < 2:
        return
    old, new = loads.values()
    pairs = list(zip(old, new, strict=True))
    figures: Mapping[str, Callable[[LoadOutcome], float]] = {
        "p50": lambda each: percentile(each.times(), 50),
        "p99": lambda each: percentile(each.times(), 99),
        "CPU": lambda each: each.cpu_ms,
    }
    rows = [
        (what, *(f"{ratio:.2f}" for ratio in ratios), f"{np.median(ratios):.2f}")
        for what, figure in figures.items()
        for ratios in [[figure(b) / figure(a) for a, b in pairs]]
    ]
    header = ("", *(str(number) for number in range(1, len(pairs) + 1)), "median")
    print_table(f"{' to '.join(reversed(list(loads)))}, round by round", header, rows)


def print_saturation(steps: Mapping[str, Sequence[LoadOutcome]]) -> None:
    """Print how each rate went, and the last one that was sustained."""
    for name, some in steps.items():
        rows = [
            (f"{each.rate:.0f}", f"{percentile(each.times(), 50):.1f}",
             f"{percentile(each.times(), 99):.1f}", str(len(each.failed)),
             f"{1000 * each.late:.0f}", "yes" if sustained(each) else "no")
            for each in some
        ]  # fmt: skip
        print_table(f"Saturation, {name}: more requests until p99 is above a second or some fail",
                    ("requests/s", "p50 ms", "p99 ms", "failed", "clients late ms", "sustained"),
                    rows)  # fmt: skip


def sustained(outcome: LoadOutcome) -> bool:
    """Return whether a server kept up with a rate."""
    return not outcome.failed and percentile(outcome.times(), 99) <= 1000


def print_stream(outcome: StreamOutcome) -> list[Target]:
    """Print what live readers received; return the aims."""
    rows = [
        (what, f"{np.percentile(delays, 50):.2f}", f"{np.percentile(delays, 99):.2f}",
         f"{delays.max():.2f}")
        for what, delays in (("since the index had it", outcome.from_commit),
                             ("since it was handed over", outcome.from_hand_over))
        if len(delays)
    ]  # fmt: skip
    print_table(f"{outcome.readers} live readers, {outcome.events} new articles",
                ("seconds until an event arrives", "p50", "p99", "longest"), rows)  # fmt: skip
    print(f"Lost: {outcome.lost}; doubled: {outcome.doubled}; out of order: {outcome.unordered}; "
          f"disconnected: {outcome.disconnected}; cores busy: {outcome.cores:.2f}.")  # fmt: skip
    longest = float(outcome.from_commit.max()) if len(outcome.from_commit) else float("nan")
    return [
        Target("events to all readers, longest s", longest, 1.5),
        Target("events lost or doubled", outcome.lost + outcome.doubled, 0),
    ]


def print_memory(title: str, memory: Sequence[float]) -> list[Target]:
    """Print how much memory the server has as time goes on; return the aim."""
    shown = " → ".join(f"{each:.0f}" for each in memory)
    print(f"Memory of the server processes, {title}: {shown} MB", flush=True)
    middle = memory[len(memory) // 2]
    return [Target(f"memory, {title}, end to middle", memory[-1] / middle, 1.1)]
