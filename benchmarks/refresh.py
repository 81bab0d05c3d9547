"""Refresh rounds: the optimised policy compared with the traditional one, on growing papers.

After one full crawl the home is copied. In each round the papers publish a day's articles and each
copy refreshes by its own policy; the world counts the requests.
"""

import argparse
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.inputs.news_world import NewsWorld, running_news_world
from benchmarks.support.table import print_conditions, print_table

PAGES = 10_000
ROUNDS = 5
_PER_HOUR = 5.0  # new articles in all seven papers: a hundred and more a day
_DAY = 86_400
_POLICIES = ("traditional", "optimised")
_POLITENESS = {
    "TIDINGS_FETCH_DELAY": "0",
    "TIDINGS_FETCH_PER_HOST": "8",
    "TIDINGS_FETCH_ALLOW_PRIVATE": "127.0.0.0/8",
}
_LEGEND = """\
Requests are counted by the world, including robots.txt. New articles are those that appeared since
the round before and are still online; found are those that the round fetched."""


@dataclass(frozen=True, slots=True)
class Round:
    """The cost and result of one refresh."""

    requests: int
    seconds: float
    new: int
    found: int


def _tidings(home: Path, *arguments: str) -> Mapping[str, Any]:
    command = [sys.executable, "-m", "tidings.cli", "--home", str(home), "--json", *arguments]
    done = subprocess.run(
        command, check=True, stdout=subprocess.PIPE, env={**os.environ, **_POLITENESS}
    )
    output: Mapping[str, Any] | list[Any] = json.loads(done.stdout)
    return output if isinstance(output, dict) else {}


def _kept(home: Path) -> set[str]:
    with sqlite3.connect(home / "tidings.db") as database:
        return {row[0] for row in database.execute("SELECT url FROM articles")}


def _take_round(home: Path, policy: str, world: NewsWorld, new: set[str]) -> Round:
    since, began = time.time(), time.monotonic()
    _tidings(home, "crawl", "--rounds", "1", "--policy", policy)
    seconds = time.monotonic() - began
    return Round(len(world.answers(since)), seconds, len(new), len(new & _kept(home)))


def measure(world: NewsWorld, rounds: int, folder: Path) -> dict[str, list[Round]]:
    """Crawl everything once, then let both policies refresh in turn."""
    first = folder / "first"
    _tidings(first, "add", *world.urls)
    summary = _tidings(first, "crawl")
    _report_first(world, summary, _kept(first))
    homes = {policy: folder / policy for policy in _POLICIES}
    for home in homes.values():
        shutil.copytree(first, home)
    taken: dict[str, list[Round]] = {policy: [] for policy in _POLICIES}
    now = world.advance(0)
    for number in range(rounds):
        before, now = now, world.advance(_DAY)
        new = world.articles(before)
        for policy, home in homes.items():
            taken[policy].append(_take_round(home, policy, world, new))
            print(f"round {number + 1}, {policy}: {taken[policy][-1]}", file=sys.stderr, flush=True)
    return taken


def _report_first(world: NewsWorld, summary: Mapping[str, Any], kept: set[str]) -> None:
    pages = world.pages()
    articles = world.articles()
    print(
        f"{len(pages)} pages, {world.share('index'):.0%} of them index pages; the full crawl made "
        f"{summary['fetched']} visits and kept {len(articles & kept)} of {len(articles)} articles.",
        flush=True,
    )


def report(taken: dict[str, list[Round]]) -> None:
    """Print requests and found articles, round by round."""
    pairs = list(zip(taken["traditional"], taken["optimised"], strict=True))
    rows = [_row(str(number), *pair) for number, pair in enumerate(pairs, 1)]
    rows.append(_row("all", _sum(taken["traditional"]), _sum(taken["optimised"])))
    print_table(
        "Refresh rounds, a simulated day apart",
        ("round", "new articles", "found, traditional", "found, optimised",
         "requests, traditional", "requests, optimised", "times fewer", "times faster"),
        rows,
    )  # fmt: skip
    print(_LEGEND)


def _row(name: str, traditional: Round, optimised: Round) -> Sequence[str]:
    return (
        name,
        str(optimised.new),
        str(traditional.found),
        str(optimised.found),
        str(traditional.requests),
        str(optimised.requests),
        f"{traditional.requests / optimised.requests:.1f}",
        f"{traditional.seconds / optimised.seconds:.1f}",
    )


def _sum(rounds: Sequence[Round]) -> Round:
    return Round(
        sum(each.requests for each in rounds),
        sum(each.seconds for each in rounds),
        sum(each.new for each in rounds),
        sum(each.found for each in rounds),
    )


def main(pages: int = PAGES, rounds: int = ROUNDS) -> None:
    """Measure and print."""
    print_conditions("tidings")
    with running_news_world(pages, _PER_HOUR) as world, tempfile.TemporaryDirectory() as folder:
        report(measure(world, rounds, Path(folder)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m benchmarks.refresh", description=__doc__)
    parser.add_argument("--pages", type=int, default=PAGES, help="approximate number of pages")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    options = parser.parse_args()
    main(options.pages, options.rounds)
