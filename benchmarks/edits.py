"""Edits: how many of the edits in the news world two checkouts find within the same budget.

Four papers announce their edits in feeds and sitemaps, two announce a change of everything at every
moment, and one announces nothing. Both trees crawl the same days of the same world, one after the
other, at simulated times.
"""

import argparse
import asyncio
import json
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median

from benchmarks.checkouts import simulated_crawl
from benchmarks.checkouts.tree import NotATree, Tree, tree_at
from benchmarks.support.table import print_conditions, print_table
from tidings.world.news.announcing import Announcing
from tidings.world.news.article import WorldArticle
from tidings.world.news.newspapers import PAPERS
from tidings.world.server.server import WorldServer, serve
from tidings.world.world import World

DAYS = 2.0
SHARE = 0.05
_STEP = timedelta(minutes=30)
_PER_HOUR = 12.0
_ANNOUNCING = {
    "courier": Announcing.EDITS,
    "dispatch": Announcing.EDITS,
    "quotidien": Announcing.EDITS,
    "post": Announcing.EDITS,
    "anzeiger": Announcing.EVERYTHING,
    "wanbao": Announcing.EVERYTHING,
}
_GROUPS = {
    Announcing.EDITS: "announce their edits",
    Announcing.EVERYTHING: "announce everything, always",
    None: "announce nothing",
}
_LEGEND = """\
An edit counts if it happened after our first copy. It is found if a revision was stored after it;
the delay is the time until then, in simulated hours. Looks are requests for articles that we have,
requests are all that the world saw, robots.txt included."""


@dataclass(frozen=True, slots=True)
class Edit:
    """An edit that a crawl could have found."""

    paper: str
    delay: float | None  # hours until it was found; None if it was not


@dataclass(frozen=True, slots=True)
class Result:
    """What one tree found, and what it cost."""

    edits: tuple[Edit, ...]
    looks: int
    requests: int


async def measured(tree: Tree, days: float, share: float, folder: Path) -> Result:
    """Let a tree crawl some days of the world."""
    start = datetime.now(UTC).replace(hour=9, minute=0, second=0, microsecond=0)
    start += timedelta(days=1)  # sources are added at the real time, which must be past
    world = World(7, start, history=12, per_hour=_PER_HOUR, announcing=_ANNOUNCING)
    async with serve(world, speed=0) as site:
        urls = site.urls[: len(PAPERS)]
        await asyncio.to_thread(tree.need, folder, "add", *urls)
        looks = await _crawl(tree, folder, site, days, share)
        found = _found_edits(world, folder / "tidings.db")
        return Result(tuple(found), looks, len(site.log.requests()))


async def _crawl(tree: Tree, home: Path, site: WorldServer, days: float, share: float) -> int:
    """Crawl step by step; return the looks at known articles."""
    command = [str(tree.python), simulated_crawl.__file__, str(home), str(share)]
    process = await asyncio.create_subprocess_exec(
        *command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=tree.env()
    )
    assert process.stdin is not None
    assert process.stdout is not None
    looks = 0
    try:
        for _ in range(round(timedelta(days=days) / _STEP)):
            site.advance(_STEP.total_seconds())
            process.stdin.write(f"{site.world.now.timestamp()}\n".encode())
            looks = json.loads(await process.stdout.readline())["looks"]
            print(f"{tree.name} {site.world.now:%d %H:%M} {looks}", file=sys.stderr, flush=True)
        process.stdin.close()
        await process.wait()
    finally:
        if process.returncode is None:
            process.kill()
    return looks


def _found_edits(world: World, database: Path) -> list[Edit]:
    with closing(sqlite3.connect(database)) as connection:
        rows = connection.execute("SELECT url, id, first_seen FROM articles").fetchall()
        revised = connection.execute("SELECT article, replaced_at FROM revisions").fetchall()
    kept = {url: (id_, seen) for url, id_, seen in rows}
    found: list[Edit] = []
    for url, article in _articles(world).items():
        if url in kept:
            id_, seen = kept[url]
            moments = sorted(at for each, at in revised if each == id_)
            found += _edits_of(article, seen, moments, world.now.timestamp())
    return found


def _articles(world: World) -> dict[str, WorldArticle]:
    return {
        site.origin + path: article
        for site in world.paper_sites.values()
        for path, article in site.published.by_path.items()
    }


def _edits_of(
    article: WorldArticle, seen: float, revisions: Sequence[float], now: float
) -> list[Edit]:
    moments = (edit.time.timestamp() for edit in article.edits)
    edits: list[Edit] = []
    for moment in moments:
        if seen < moment <= now:
            later = [at for at in revisions if at >= moment]
            edits.append(Edit(article.paper.key, (later[0] - moment) / 3600 if later else None))
    return edits


def report(results: dict[str, Result]) -> None:
    """Print what was found, by what the papers announce."""
    rows = [_row(name, results, key) for key, name in _GROUPS.items()]
    rows.append(_row("all", results))
    names = list(results)
    print_table(
        "Edits found within the same budget",
        ("papers that", "edits", *(f"found, {name}" for name in names),
         *(f"median delay, {name}" for name in names)),
        rows,
    )  # fmt: skip
    print_table(
        "Cost",
        ("", *names),
        [("looks at known articles", *(str(each.looks) for each in results.values())),
         ("requests", *(str(each.requests) for each in results.values()))],
    )  # fmt: skip
    print(_LEGEND)


def _row(name: str, results: dict[str, Result], *kinds: Announcing | None) -> list[str]:
    groups = [
        [edit for edit in each.edits if not kinds or _ANNOUNCING.get(edit.paper) in kinds]
        for each in results.values()
    ]
    delays = [[edit.delay for edit in group if edit.delay is not None] for group in groups]
    return [
        name,
        " / ".join(sorted({str(len(group)) for group in groups})),
        *(str(len(found)) for found in delays),
        *(f"{median(found):.1f} h" if found else "–" for found in delays),
    ]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure both trees and print the tables."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.edits", description=__doc__)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("--days", type=float, default=DAYS)
    parser.add_argument("--share", type=float, default=SHARE, help="of requests, for rechecks")
    options = parser.parse_args(arguments)
    try:
        trees = [tree_at("OLD", options.old), tree_at("NEW", options.new)]
    except NotATree as problem:
        print(problem, file=sys.stderr)
        return 2
    folder = Path(tempfile.mkdtemp(prefix="tidings-edits-"))
    try:
        results = {
            tree.name: asyncio.run(measured(tree, options.days, options.share, folder / tree.name))
            for tree in trees
        }
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    print_conditions("tidings")
    report(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
