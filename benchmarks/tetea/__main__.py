"""Whether estimates make jobs shorter: TETEA, what was added to it, and what it replaces.

Simulated: worlds are made up, but hosts are packed, documents cut and parts scheduled by the code
of the product. Estimates are learned on one day and used on another.
"""

import argparse
from collections.abc import Sequence

from benchmarks.support.table import print_conditions, print_table
from benchmarks.tetea.contenders import BETTER, Plan, crawl_plans, document_plans, estimates_of
from benchmarks.tetea.crawl_worlds import WORLDS, CrawlShape, crawl_world
from benchmarks.tetea.document_worlds import RECORDS, document_world
from benchmarks.tetea.real_runs import print_real_jobs
from benchmarks.tetea.report import HEADER, Figures, bound_of, figures, row
from benchmarks.tetea.schedule import SLOW_WORKERS, completion
from tidings.engine.runners.window import WindowRules

_CRAWL_TASKS, _INDEX_TASKS = 250, 200  # of the thesis
_THESIS = (
    ("crawl, 250 tasks", "12h10 → 8h01", "0.66", "21 → 3"),
    ("index, 200 tasks", "3h03 → 2h45", "0.90", "6 → 1"),
)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print all tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.tetea", description=__doc__)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--documents", type=int, default=RECORDS)
    parser.add_argument("--parts", nargs="+", default=["crawl", "index", "real"],
                        choices=["crawl", "index", "real"])  # fmt: skip
    options = parser.parse_args(arguments)
    print_conditions("tidings", "numpy")
    print_table(
        "The thesis: host hash → TETEA",
        ("", "completion", "ratio", "unusual tasks"),
        _THESIS,
    )
    if "crawl" in options.parts:
        for shape in WORLDS:
            _print_crawl(shape, options.seeds)
    if "index" in options.parts:
        _print_index(options.seeds[:3], options.documents)
    if "real" in options.parts:
        print_real_jobs()


def _print_crawl(shape: CrawlShape, seeds: Sequence[int]) -> None:
    found: dict[str, list[Figures]] = {}
    longest = []
    for seed in seeds:
        world = crawl_world(shape, seed)
        plans = crawl_plans(world, _CRAWL_TASKS)
        bound = bound_of(plans[0].tasks, world.seconds.tolist())
        longest.append(float(world.seconds.max() / world.seconds.sum()) * 20)
        for plan in plans:
            found.setdefault(plan.name, []).append(figures(plan, bound))
        _check_attribute(estimates_of(world, BETTER).strengths[0].attribute, "host")
    title = (
        f"Crawl, {shape.name}: {len(seeds)} seeds; the slowest host takes "
        f"{min(longest):.2f} to {max(longest):.2f} of a worker's share"
    )
    print_table(title, HEADER, [row(name, each) for name, each in found.items()])


def _print_index(seeds: Sequence[int], documents: int) -> None:
    found: dict[str, list[Figures]] = {}
    slow: dict[str, list[float]] = {}
    for seed in seeds:
        world = document_world(seed, documents)
        _check_attribute(estimates_of(world, BETTER).strengths[0].attribute, "size")
        plans = document_plans(world, _INDEX_TASKS)
        bound = bound_of(plans[0].tasks, ())
        for plan in plans:
            found.setdefault(plan.name, []).append(figures(plan, bound))
        for name, each in _on_slow_machines(plans[-1]).items():
            slow.setdefault(name, []).append(each)
    title = f"Index, {documents} documents: {len(seeds)} seeds"
    header = (*HEADER[:-1], "of several documents")
    print_table(title, header, [row(name, each) for name, each in found.items()])
    rows = [(name, *(f"{each:.3f}" for each in ratios)) for name, ratios in slow.items()]
    print_table(
        "The same on 20 machines, two of them five times slower: ÷ bound by seed",
        ("", *(f"seed {seed}" for seed in seeds)),
        rows,
    )


def _on_slow_machines(plan: Plan) -> dict[str, float]:
    bound = bound_of(plan.tasks, (), SLOW_WORKERS)
    rules = {
        "dealt out": WindowRules(False, True, dynamic=False, backups=False),
        "queue": WindowRules(False, True, dynamic=True, backups=False),
        "+ backups": WindowRules(False, True, dynamic=True, backups=True),
    }
    return {
        name: completion(plan.tasks, each, SLOW_WORKERS) / bound for name, each in rules.items()
    }


def _check_attribute(found: str, expected: str) -> None:
    if found != expected:
        print(f"The attribute that tells most is {found}, not {expected}.")


if __name__ == "__main__":
    main()
