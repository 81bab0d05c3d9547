"""End to end: Tidings compared with Scrapy + trafilatura + SQLite FTS5 on the same pages."""

import argparse
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median

from benchmarks.inputs.news_world import NewsWorld, running_news_world
from benchmarks.support.contender import Contender, ContenderRun, run_contender
from benchmarks.support.table import print_conditions, print_table

PAGES = 3000
ROUNDS = 3
PER_HOST = 8  # requests in progress at one host, for both
_POLITENESS = {
    "TIDINGS_FETCH_DELAY": "0",
    "TIDINGS_FETCH_PER_HOST": str(PER_HOST),
    "TIDINGS_FETCH_ALLOW_PRIVATE": "127.0.0.0/8",
}


def _tidings(home: Path, *arguments: str) -> list[str]:
    return [sys.executable, "-m", "tidings.cli", "--home", str(home), *arguments]


def _add_sites(home: Path, world: NewsWorld) -> None:
    command = _tidings(home, "add", *world.urls)
    subprocess.run(command, check=True, capture_output=True, env={**os.environ, **_POLITENESS})


def _peer(home: Path, world: NewsWorld) -> list[str]:
    module = "benchmarks.peers.scrapy_trafilatura"
    options = ["--out", str(home), "--per-host", str(PER_HOST)]
    return [sys.executable, "-m", module, *options, *world.urls]


TIDINGS = Contender(
    name="Tidings",
    prepare=_add_sites,
    command=lambda home, _: _tidings(home, "crawl", "--json"),
    articles=lambda outcome: int(outcome["articles_new"]),
    env=_POLITENESS,
)
PEER = Contender(
    name="Scrapy + trafilatura + FTS5",
    prepare=lambda home, world: None,
    command=_peer,
    articles=lambda outcome: int(outcome["articles"]),
    env={},
)

_COLUMNS: Sequence[tuple[str, Callable[[ContenderRun], float], str]] = (
    ("pages/s", lambda t: t.rate, ".1f"),
    ("CPU ms/page", lambda t: t.cpu_ms, ".1f"),
    ("with start-up", lambda t: t.whole_ms, ".1f"),
    ("cores busy", lambda t: t.cpu / t.seconds, ".2f"),
    ("world's CPU", lambda t: 1000 * t.world_cpu / t.pages, ".2f"),
    ("seconds", lambda t: t.seconds, ".1f"),
    ("start-up s", lambda t: t.start_up, ".1f"),
    ("requests", lambda t: t.requests, ".0f"),
    ("pages", lambda t: t.pages, ".0f"),
    ("articles", lambda t: t.articles, ".0f"),
)


_LEGEND = """\
Seconds run from the first request to the end of the program, when everything is stored and indexed.
CPU is user and system time of all processes from the moment when a quarter of the pages was served;
"with start-up" includes imports and models. The world serves on the same cores; its CPU is listed
separately, in ms per page. Pages are responses with status 200 without robots.txt, counted by the
world."""


def measure(world: NewsWorld, rounds: int) -> dict[str, list[ContenderRun]]:
    """Let the contenders crawl in turn, so that a busy moment affects both."""
    turns: dict[str, list[ContenderRun]] = {PEER.name: [], TIDINGS.name: []}
    for _ in range(rounds):
        for contender in (PEER, TIDINGS):
            done = run_contender(contender, world)
            turns[contender.name].append(done)
            note = f"{done.rate:.1f} pages/s, {done.cpu_ms:.1f} ms CPU per page"
            print(f"{contender.name}: {note}", file=sys.stderr, flush=True)
    return turns


def report(turns: dict[str, list[ContenderRun]]) -> None:
    """Print the medians of all rounds and the ratios within each."""
    rows = [
        (name, *(format(median(map(value, done)), form) for _, value, form in _COLUMNS))
        for name, done in turns.items()
    ]
    rounds = len(turns[TIDINGS.name])
    print_table(f"End to end, medians of {rounds} rounds", ("", *_names()), rows)
    print(_LEGEND)
    pairs = list(zip(turns[PEER.name], turns[TIDINGS.name], strict=True))
    print_table(
        "Tidings against its peer, round by round",
        ("", *(str(number) for number in range(1, rounds + 1)), "median"),
        (
            ("times the pages/s", *_ratios([t.rate / p.rate for p, t in pairs])),
            ("times less CPU per page", *_ratios([p.cpu_ms / t.cpu_ms for p, t in pairs])),
        ),
    )


def _names() -> tuple[str, ...]:
    return tuple(name for name, _, _ in _COLUMNS)


def _ratios(values: list[float]) -> list[str]:
    return [format(value, ".1f") for value in (*values, median(values))]


def main(pages: int = PAGES, rounds: int = ROUNDS) -> None:
    """Measure and print."""
    print_conditions("tidings", "scrapy", "trafilatura")
    with running_news_world(pages) as world:
        report(measure(world, rounds))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.pipeline", description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES, help="approximate number of pages")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    main(options.pages, options.rounds)
