"""The server under load, as readers see it, while ready-made articles are stored.

An open loop of requests, the rate at which the server is saturated, and live readers. With
`--against`, another checkout gets the same requests in turn, on its own copy of the same home.
"""

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from benchmarks.checkouts.tree import Failed, NotATree, Tree, tree_at
from benchmarks.measurements.latency import Target, print_targets
from benchmarks.serve.loaded_server import LoadOutcome, loaded_server, make_served_home
from benchmarks.serve.report import (
    print_loads,
    print_memory,
    print_mix,
    print_saturation,
    print_stream,
    sustained,
)
from benchmarks.serve.request_mix import Samples
from benchmarks.serve.stream_run import streamed
from benchmarks.support.table import print_conditions

_ROOT = Path(__file__).parents[2]
_PARTS = ("mix", "saturation", "stream")
_FASTER = 1.4  # from one rate to the next
_STEP = 6.0  # seconds at each rate
_MOST_STEPS = 9
_WARMING = 4.0  # seconds before anything counts
_SPARE = 10.0  # seconds for starting clients, in which articles arrive, too


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; return the exit code."""
    options = _options(arguments)
    try:
        trees = [tree_at("NEW", _ROOT)]
        if options.against:
            trees.insert(0, tree_at("OLD", options.against))
        print_conditions("tidings", "tantivy", "uvicorn")
        with ExitStack() as stack:
            temporary = stack.enter_context(tempfile.TemporaryDirectory(prefix="tidings-serve-"))
            folder = options.folder or Path(temporary)
            made = _made(trees[0], folder / f"made-{options.articles}", options.articles)
            homes = {tree.name: _copy(made, Path(temporary) / tree.name) for tree in trees}
            print_targets(_measured(trees, homes, _samples(made), options))
    except (NotATree, Failed) as problem:
        print(problem, file=sys.stderr)
        return 1
    return 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.serve", description=__doc__)
    parser.add_argument("--articles", type=int, default=100_000, metavar="N", help="in the home")
    parser.add_argument("--new", type=float, default=50, metavar="N", help="articles a second")
    parser.add_argument("--rate", type=float, default=60, metavar="N", help="requests a second")
    parser.add_argument("--seconds", type=float, default=30, metavar="N", help="of each round")
    parser.add_argument("--rounds", type=int, default=2, metavar="N")
    parser.add_argument("--readers", type=int, default=500, metavar="N", help="of the live stream")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="compare with this one")
    parser.add_argument("--folder", type=Path, metavar="DIR",
                        help="keep the home that is made here, and reuse it")  # fmt: skip
    parser.add_argument("--parts", nargs="+", choices=_PARTS, default=_PARTS)
    return parser.parse_args(arguments)


def _made(tree: Tree, folder: Path, articles: int) -> Path:
    if not (folder / "samples.json").exists():
        _say(f"making a home of {articles:,} articles")
        make_served_home(tree, folder, articles)
    return folder


def _copy(made: Path, folder: Path) -> Path:
    """A home of its own for each checkout, which may migrate it; the made one stays as it is."""
    return Path(shutil.copytree(made / "home", folder))


def _samples(made: Path) -> Samples:
    samples: Samples = json.loads((made / "samples.json").read_text())
    return samples


def _measured(
    trees: Sequence[Tree], homes: dict[str, Path], samples: Samples, options: argparse.Namespace
) -> list[Target]:
    targets: list[Target] = []
    if "mix" in options.parts or "saturation" in options.parts:
        targets += _loads(trees, homes, samples, options)
    if "stream" in options.parts:
        tree = trees[-1]
        _say(f"{options.readers} live readers")
        outcome = streamed(tree, homes[tree.name], options.readers, options.new, options.seconds)
        targets += print_stream(outcome)
        targets += print_memory("live readers", outcome.memory)
    return targets


def _loads(
    trees: Sequence[Tree], homes: dict[str, Path], samples: Samples, options: argparse.Namespace
) -> list[Target]:
    """Load the checkouts in turn; after the last round, load each until it is saturated."""
    loads: dict[str, list[LoadOutcome]] = {tree.name: [] for tree in trees}
    steps: dict[str, list[LoadOutcome]] = {}
    memory: Sequence[float] = ()
    rounds = options.rounds if "mix" in options.parts else 1
    for number in range(rounds):
        is_last = number + 1 == rounds and "saturation" in options.parts
        seconds = _WARMING + options.seconds + _SPARE + is_last * _MOST_STEPS * _STEP * 1.5
        for tree in trees if number % 2 == 0 else reversed(trees):
            _say(f"round {number + 1}: {tree.name}")
            home = homes[tree.name]
            with loaded_server(tree, home, samples, options.new, seconds) as server:
                server.load(options.rate, _WARMING)
                if "mix" in options.parts:
                    halves = [server.load(options.rate, options.seconds / 2) for _ in range(2)]
                    loads[tree.name] += halves
                memory = list(server.memory)
                if is_last:
                    steps[tree.name] = _saturated(server.load, options.rate)
    targets: list[Target] = []
    if "mix" in options.parts:
        print_mix()
        targets += print_loads(loads)
        targets += print_memory("requests", memory)
    print_saturation(steps)
    return targets


def _saturated(load: Callable[[float, float], LoadOutcome], rate: float) -> list[LoadOutcome]:
    """Raise the rate until the server no longer keeps up."""
    done: list[LoadOutcome] = []
    while len(done) < _MOST_STEPS and (not done or sustained(done[-1])):
        rate *= _FASTER
        done.append(load(rate, _STEP))
    return done


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
