"""Makes a home with history: crawled until idle, then again after hours of news and edits."""

from datetime import UTC, datetime
from pathlib import Path

from benchmarks.checkouts.tree import Tree
from benchmarks.inputs.news_world import NewsWorld, running_news_world

_PAGES = 250
_PER_HOUR = 12.0  # articles: few pages for many hours of news
_LATER_SECONDS = 6 * 3600.0  # an edit comes within seven hours
_ROUNDS = 2
# Articles are rechecked in every round, so that edits and deletions are noticed at once.
_RECHECKING = {
    "TIDINGS_CRAWL_RECHECK_SHARE": "1",
    "TIDINGS_CRAWL_RECHECK_MIN_AGE": "0",
    "TIDINGS_CRAWL_RECHECK_CONFIRM": "0",
}


def make_home(tree: Tree, home: Path) -> None:
    """Let a tree crawl the papers into a home; raises Failed."""
    now = datetime.now(UTC).isoformat()
    python, env = str(tree.python), tree.env()
    with running_news_world(_PAGES, _PER_HOUR, start=now, python=python, env=env) as world:
        _crawl(tree, home, world)


def _crawl(tree: Tree, home: Path, world: NewsWorld) -> None:
    tree.need(home, "add", *world.urls)
    tree.need(home, "crawl", "--json")
    for _ in range(_ROUNDS):
        world.advance(_LATER_SECONDS)
        tree.need(home, "crawl", "--rounds", "1", "--recheck", "--json", settings=_RECHECKING)
