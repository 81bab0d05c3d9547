"""Crawling alone (fetch, parse, links, frontier, archive) compared with Scrapy and `wget --mirror`.

All follow every link that stays on its site, obey robots.txt and keep a compressed copy of each
page; nothing is extracted. Tidings as users run it, articles and index included, is a further row.
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from benchmarks.inputs.news_world import NewsWorld, running_news_world
from benchmarks.pipeline import PER_HOST, TIDINGS
from benchmarks.support.contender import Contender, ContenderRun, run_contender
from benchmarks.support.table import print_conditions, print_table

PAGES = 3000
ROUNDS = 5


def _peer(module: str, *options: str) -> Contender:
    def command(home: Path, world: NewsWorld) -> list[str]:
        name = f"benchmarks.peers.{module}"
        return [sys.executable, "-m", name, "--out", str(home), *options, *world.urls]

    return Contender(
        name=module,
        prepare=lambda home, world: None,
        command=command,
        articles=lambda outcome: 0,
        env={},
    )


SCRAPY = _peer("scrapy_archive", "--per-host", str(PER_HOST))
WGET = _peer("wget_mirror")
ARCHIVING = Contender(
    name="Tidings, archive only",
    prepare=TIDINGS.prepare,
    command=lambda home, world: [*TIDINGS.command(home, world), "--archive-only"],
    articles=lambda outcome: 0,
    # On a busy machine a crawl lasts long enough for link ranks, which the others do not have.
    env={**TIDINGS.env, "TIDINGS_LINKS_INTERVAL": "0"},
)
_NAMES = {SCRAPY.name: "Scrapy", WGET.name: "wget --mirror", TIDINGS.name: "Tidings, everything"}
_LEGEND = """\
CPU is user and system time of all processes from the moment when a quarter of the pages was served
to the end of the program, so without start-up. wget runs once per site, in parallel, over one
connection each. Scrapy's frontier is in memory; ours and its responses survive kill -9."""


def measure(world: NewsWorld, rounds: int) -> dict[str, list[ContenderRun]]:
    """Let the contenders crawl in turn, so that a busy moment affects all."""
    turns: dict[str, list[ContenderRun]] = {}
    for _ in range(rounds):
        for contender in (SCRAPY, WGET, ARCHIVING, TIDINGS):
            done = run_contender(contender, world)
            turns.setdefault(contender.name, []).append(done)
            note = f"{done.rate:.1f} pages/s, {done.cpu_ms:.2f} ms CPU per page"
            print(f"{contender.name}: {note}", file=sys.stderr, flush=True)
    return turns


def report(turns: dict[str, list[ContenderRun]]) -> None:
    """Print medians, and each contender's CPU relative to ours, round by round."""
    rows = [_row(name, done) for name, done in turns.items()]
    title = f"Crawling, medians of {len(turns[ARCHIVING.name])} rounds"
    print_table(title, ("", "CPU ms/page", "pages/s", "pages", "requests"), rows)
    print(_LEGEND)
    numbers = [str(number) for number in range(1, len(turns[ARCHIVING.name]) + 1)]
    print_table(
        "Times the CPU per page of Tidings, archive only",
        ("", *numbers, "median"),
        [_ratios(name, done, turns[ARCHIVING.name]) for name, done in turns.items()],
    )


def _row(name: str, done: Sequence[ContenderRun]) -> Sequence[str]:
    return (
        _NAMES.get(name, name),
        f"{median(turn.cpu_ms for turn in done):.2f}",
        f"{median(turn.rate for turn in done):.0f}",
        f"{median(turn.pages for turn in done):.0f}",
        f"{median(turn.requests for turn in done):.0f}",
    )


def _ratios(name: str, done: Sequence[ContenderRun], ours: Sequence[ContenderRun]) -> Sequence[str]:
    ratios = [theirs.cpu_ms / own.cpu_ms for theirs, own in zip(done, ours, strict=True)]
    return (_NAMES.get(name, name), *(f"{value:.1f}" for value in (*ratios, median(ratios))))


def main(pages: int = PAGES, rounds: int = ROUNDS) -> None:
    """Measure and print."""
    print_conditions("tidings", "scrapy")
    with running_news_world(pages) as world:
        report(measure(world, rounds))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.crawl", description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES, help="approximate number of pages")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    main(options.pages, options.rounds)
