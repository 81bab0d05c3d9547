"""Rebuilding an archive of the news world as jobs: what each costs, and on which engine.

The home has archived pages and nothing else, as a crawl for the archive only leaves it: every
article is new. Archives of several sizes show whether memory depends on the size.
"""

import argparse
import shutil
import tempfile
from contextlib import nullcontext
from pathlib import Path

from benchmarks.inputs.world_archive import fill_archive
from benchmarks.jobs.rebuild_costs import Moment, RebuildCosts, rebuild_costs
from benchmarks.jobs.two_nodes import two_nodes
from benchmarks.support.table import print_conditions, print_table
from tidings.model.crawl.rebuild_step import RebuildStep

_SIZES = (5_000, 20_000, 50_000)  # pages
_ROLES = ("parent", "places")
_COMPARED = 5_000  # pages on every engine


def main() -> None:
    """Run with the arguments of the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.jobs", description=__doc__)
    parser.add_argument("--pages", type=int, nargs="*", default=_SIZES)
    parser.add_argument("--compared", type=int, default=_COMPARED, help="pages on both engines")
    parser.add_argument("--folder", type=Path, help="for the homes (a temporary folder)")
    options = parser.parse_args()
    print_conditions("tidings")
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        sizes: dict[int, RebuildCosts] = {}
        for pages in options.pages:
            sizes[pages] = _rebuilt(Path(folder), pages, "local")
            _print_steps(pages, "local", sizes[pages])
        if sizes:
            _print_sizes(sizes)
        if options.compared:
            _print_engines(Path(folder), options.compared)


def _print_engines(folder: Path, pages: int) -> None:
    """Rebuild the same archive on both engines, one after the other."""
    costs = {engine: _rebuilt(folder, pages, engine) for engine in ("local", "ray")}
    for engine, each in costs.items():
        _print_steps(pages, engine, each)
    local, ray = (each.total().cpu for each in costs.values())
    print(f"Ray over local: {100 * (ray / local - 1):+.1f}% CPU\n", flush=True)


def _rebuilt(folder: Path, pages: int, engine: str) -> RebuildCosts:
    home = folder / f"home-{pages}"
    fill_archive(home, pages)
    steps = [each.value for each in RebuildStep]
    with two_nodes(home) if engine == "ray" else nullcontext():
        costs = rebuild_costs(home, engine, steps)
    shutil.rmtree(home)
    return costs


def _print_steps(pages: int, engine: str, costs: RebuildCosts) -> None:
    rows = [(step, *_cells(moment, pages)) for step, moment in costs.steps.items()]
    rows.append(("together", *_cells(costs.total(), pages)))
    header = ("step", "wall s", "CPU ms/page", "of it the parent", "parent's share")
    print_table(f"{pages} pages, engine {engine}: {costs.result}", header, rows)


def _cells(moment: Moment, pages: int) -> tuple[str, ...]:
    return (
        f"{moment.seconds:.1f}",
        f"{1_000 * moment.cpu / pages:.2f}",
        f"{1_000 * moment.parent / pages:.2f}",
        f"{100 * moment.parent / max(moment.cpu, 1e-9):.1f}%",
    )


def _print_sizes(sizes: dict[int, RebuildCosts]) -> None:
    """Print the largest processes of each step, parent and place, by the size of the archive."""
    rows = [
        (step, *(_peaks(costs, step) for costs in sizes.values()))
        for step in next(iter(sizes.values())).steps
    ]
    header = ("step", *(f"{pages} pages" for pages in sizes))
    print_table("Peak memory of the parent / of the largest place, MB", header, rows)


def _peaks(costs: RebuildCosts, step: str) -> str:
    return " / ".join(f"{costs.peaks.get((step, role), 0) / 1e6:.0f}" for role in _ROLES)


if __name__ == "__main__":
    main()
