"""A process of the benchmark: opens a home as a crawl does, and prints how long its parts took.

Its arguments are the home and the number of its URLs. It prints seconds, and milliseconds per page.
"""

import json
import os
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from benchmarks.databases.many_urls import NOW, many_urls
from tidings.crawl.visits.frontier import Frontier
from tidings.engine.live.crawl_stores import opened_stores
from tidings.engine.live.due_rows import StoredDueRows
from tidings.model.crawl.visit import FoundUrl
from tidings.settings.load import load
from tidings.settings.tree import CrawlSettings
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.seen_urls import SeenUrls
from tidings.store.tables.frontier.urls import add_urls

_PAGES = 200  # of a hundred known links each: one full transaction


def measure(home: Path, urls: int) -> dict[str, float]:
    """Open a home, get the first visits, and add links that it knows."""
    settings, began = load(home, os.environ, {}), time.perf_counter()
    with opened_stores(settings) as stores:
        opened = time.perf_counter()
        frontier = Frontier(StoredDueRows(stores.database), lambda host: 0.0, 2)
        frontier.load(time.time())
        visit = frontier.pop(time.time())
        due = time.perf_counter()
        assert visit is not None
        seen = SeenUrls(CrawlSettings().seen_places)
        generator = many_urls()
        generator.skip(urls)
        pages = generator.menus(_PAGES)
        cold = _seconds(partial(_add, stores.database, pages, seen))
        warm = _seconds(partial(_add, stores.database, pages, seen))
    return {
        "open": opened - began,
        "due": due - opened,
        "cold_ms": 1000 * cold / _PAGES,
        "warm_ms": 1000 * warm / _PAGES,
    }


def _add(database: Database, pages: Sequence[list[FoundUrl]], seen: SeenUrls) -> None:
    waiting = [database.write(partial(_add_page, page=page, seen=seen)) for page in pages]
    for each in waiting:
        each.result()


def _add_page(connection: Writer, page: list[FoundUrl], seen: SeenUrls) -> None:
    add_urls(connection, page, NOW, seen)


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    print(json.dumps(measure(Path(sys.argv[1]), int(sys.argv[2]))))
