"""Compares two checkouts: CPU time per crawled page and per search.

Both crawl the same papers, which OLD serves, and answer the same searches over the same articles.
They take turns in the order A B B A, so that a machine that slows down slows both.
"""

import argparse
import json
import math
import shutil
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from datetime import UTC, datetime
from os import cpu_count
from pathlib import Path
from typing import TypeVar

from benchmarks.checkouts.interval import Ratio, compared
from benchmarks.checkouts.queries import Article, TooFew, queries
from benchmarks.checkouts.tree import Failed, NotATree, Tree, tree_at
from benchmarks.checkouts.turn import crawl, search
from benchmarks.inputs.news_world import NewsWorld, running_news_world
from benchmarks.support.table import print_table

ROUNDS = 10
PAGES = 1000
SEARCHES = 400
ARTICLES = 3000  # in the home that is searched
LIMIT = 1.03
_WARMING = 60  # searches before measuring, to load every cache and table
_PAGES_PER_ARTICLE = 1.45  # of the news world
_MIN_ROUNDS = 8  # rounds; with fewer, a bootstrap interval is too narrow
_LEGEND = """\
CPU is user and system time of all processes, medians over the rounds. The ratio is NEW to OLD, of
the means over paired rounds, with a 95% bootstrap interval over rounds. Pages count from the moment
when a quarter of them was served; "with start-up" counts all. Searches go over HTTP to a server
that has just been started and warmed up; each is sent once."""

CRAWL, WHOLE, SEARCH = "per page", "per page, with start-up", "per search"

_Figure = TypeVar("_Figure")
_Pair = tuple[_Figure, _Figure]
Rounds = dict[str, list[_Pair[float]]]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print and judge; return the exit code."""
    options = _options(arguments)
    try:
        old, new = tree_at("OLD", options.old), tree_at("NEW", options.new)
    except NotATree as problem:
        return _refused(str(problem), 2)
    try:
        found = measured(old, new, options)
    except TooFew as problem:
        return _refused(str(problem), 2)
    except Failed as problem:
        return _refused(str(problem), 1)
    _print_found(found, (old, new), options)
    exceeded = judged(ratios_of(found), options.limit or math.inf)
    return _refused("\n".join(exceeded), 1) if exceeded else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.trees", description=__doc__)
    parser.add_argument("old", type=Path, metavar="OLD", help="a checkout")
    parser.add_argument("new", type=Path, metavar="NEW", help="another, compared with it")
    parser.add_argument("--rounds", type=_count, default=ROUNDS, metavar="N")
    parser.add_argument("--pages", type=_count, default=PAGES, metavar="N",
                        help=f"of each crawl, about ({PAGES})")  # fmt: skip
    parser.add_argument("--searches", type=_count, default=SEARCHES, metavar="N",
                        help=f"of each round ({SEARCHES})")  # fmt: skip
    parser.add_argument("--articles", type=_count, default=ARTICLES, metavar="N",
                        help=f"in the home that is searched, about ({ARTICLES})")  # fmt: skip
    parser.add_argument("--limit", type=float, nargs="?", const=LIMIT, metavar="RATIO",
                        help=f"fail if an interval ends above it ({LIMIT})")  # fmt: skip
    parser.add_argument("--json", action="store_true", help="print JSON, with every round")
    return parser.parse_args(arguments)


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def _refused(sentence: str, status: int) -> int:
    print(sentence, file=sys.stderr)
    return status


def measured(old: Tree, new: Tree, options: argparse.Namespace) -> Rounds:
    """Return the figures of each round, OLD's first; raises Failed and TooFew."""
    found: Rounds = {CRAWL: [], WHOLE: [], SEARCH: []}
    with tempfile.TemporaryDirectory(prefix="tidings-trees-") as folder:
        homes = _searched_homes(old, new, Path(folder), options.articles)
        paths = _paths(old, homes[0], options.rounds * (options.searches + _WARMING))
        with _papers(old, options.pages) as world:
            for tree in (old, new):
                crawl(tree, world)  # compiles its modules, which is not measured
            for number in range(options.rounds):
                _one_round(found, (old, new), homes, world, paths[number :: options.rounds])
    return found


def _searched_homes(old: Tree, new: Tree, folder: Path, articles: int) -> _Pair[Path]:
    """Make a home with OLD and copy it for NEW, which may migrate it."""
    homes = folder / "old", folder / "new"
    with _papers(old, round(articles * _PAGES_PER_ARTICLE)) as world:
        old.need(homes[0], "add", *world.urls)
        _say("making the home that is searched")
        old.need(homes[0], "crawl", "--json")
    shutil.copytree(homes[0], homes[1])
    kept = [
        tree.need_json(home, "status")["articles"]
        for tree, home in zip((old, new), homes, strict=True)
    ]
    if kept[0] != kept[1]:
        raise Failed(f"OLD finds {kept[0]} articles in its home, NEW {kept[1]} in the copy.")
    _say(f"{kept[0]} articles are searched")
    return homes


def _papers(tree: Tree, pages: int) -> AbstractContextManager[NewsWorld]:
    return running_news_world(pages, python=str(tree.python), env=tree.env())


def _paths(tree: Tree, home: Path, count: int) -> list[str]:
    lines = tree.need(home, "export", "articles").splitlines()
    rows = [json.loads(line) for line in lines]
    articles = [
        Article(f"{each['title']} {each['text']}", each["source"], each["language"])
        for each in rows
        if each.get("text") and each.get("language")
    ]
    return queries(articles, count)


def _one_round(
    found: Rounds, trees: _Pair[Tree], homes: _Pair[Path], world: NewsWorld, paths: Sequence[str]
) -> None:
    number = len(found[CRAWL])
    crawls = in_turn(number, lambda place: crawl(trees[place], world))
    searches = in_turn(
        number,
        lambda place: search(trees[place], homes[place], paths[:_WARMING], paths[_WARMING:]),
    )
    found[CRAWL].append((crawls[0].page_ms, crawls[1].page_ms))
    found[WHOLE].append((crawls[0].whole_ms, crawls[1].whole_ms))
    found[SEARCH].append(searches)
    ratios = ", ".join(f"{name} {rows[-1][1] / rows[-1][0]:.3f}" for name, rows in found.items())
    _say(f"round {number + 1}, {crawls[0].pages} and {crawls[1].pages} pages: {ratios}")


def in_turn(number: int, turn: Callable[[int], _Figure]) -> _Pair[_Figure]:
    """Return both figures of a round, OLD's first; every other round NEW has the first turn."""
    if number % 2:
        new = turn(1)
        return turn(0), new
    return turn(0), turn(1)


def _say(note: str) -> None:
    print(note, file=sys.stderr, flush=True)


def ratios_of(found: Rounds) -> dict[str, Ratio]:
    """Return each measure's ratio."""
    return {
        name: compared([old for old, _ in rounds], [new for _, new in rounds])
        for name, rounds in found.items()
    }


def _print_found(found: Rounds, trees: _Pair[Tree], options: argparse.Namespace) -> None:
    ratios = ratios_of(found)
    if options.json:
        output = {name: {**asdict(each), "rounds": found[name]} for name, each in ratios.items()}
        print(json.dumps(output, indent=2))
        return
    print(f"{datetime.now(UTC).date().isoformat()}, {cpu_count()} cores")
    for tree in trees:
        print(f"{tree.name}: {tree.folder} with {tree.python}")
    rows = [
        (name, f"{each.old:.2f}", f"{each.new:.2f}", f"{each.ratio:.3f}",
         f"{each.low:.3f} to {each.high:.3f}")
        for name, each in ratios.items()
    ]  # fmt: skip
    title = f"CPU in milliseconds, {options.rounds} rounds"
    print_table(title, ("", "OLD", "NEW", "ratio", "interval"), rows)
    print(_LEGEND)
    if options.rounds < _MIN_ROUNDS:
        print(f"With fewer than {_MIN_ROUNDS} rounds the intervals are too narrow.")


def judged(ratios: Mapping[str, Ratio], limit: float) -> list[str]:
    """Return a sentence for each measure whose interval ends above the limit."""
    return [
        f"NEW may take {each.high:.3f} times the CPU {name}, which is above {limit:g}."
        for name, each in ratios.items()
        if each.high > limit
    ]


if __name__ == "__main__":
    sys.exit(main())
