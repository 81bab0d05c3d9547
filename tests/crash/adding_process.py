"""Adds RATE articles a second to a home until its standard input ends.

Usage: adding_process.py HOME RATE. Stores and indexes articles as the crawler does. Prints the
number of every article once it is acknowledged: its seq, whatever was killed before.
"""

import sys
import threading
import time
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from tidings.engine.followers.follower import following
from tidings.engine.followers.index_act import index_follower
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.live.crawl_stores import opened_index
from tidings.engine.process.home import ensure_home
from tidings.engine.process.home_database import opened_database
from tidings.model.articles.article import Article
from tidings.read.url import article_id
from tidings.search.entries.entry import entry_of
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.articles import article_count, keep_article

THEMES = 20  # articles take turns
START = datetime(2026, 1, 2, tzinfo=UTC)


def article(number: int) -> Article:
    """Return the article with this number; always the same."""
    rng = Random(number)
    filler = " ".join(f"filler{int(rng.paretovariate(0.7)) % 5_000}" for _ in range(150))
    text = f"Bulletin about theme{number % THEMES} and unique{number}.\n{filler}"
    url = f"https://paper{number % 7}.example/{number}"
    published = START + timedelta(minutes=number)
    return Article(
        article_id(url), url, f"paper{number % 7}.example", f"Report {number}", text, "", "",
        published, None, published, (), "en", "", (), None, "", 156,
    )  # fmt: skip


def add(home: Path, rate: float) -> None:
    """Add articles until the input ends, then index the rest."""
    settings = Settings(home=home)
    folder = ensure_home(Settings(home=home))
    database = opened_database(folder)
    index = opened_index(folder.index, settings.search)
    ready = ReadyEntries()
    ended = _at_end_of_input()
    first = article_count(database.read()) + 1
    began, number = time.monotonic(), first
    last: Future[Article | None] = Future()
    last.set_result(None)
    with following(database, index_follower(database, index, settings.search, ready, _fail)):
        while not ended.wait(max(0.0, began + (number - first) / rate - time.monotonic())):
            last = _keep(database, ready, number)
            number += 1
        last.result()  # which also waits for all earlier ones
    index.close()
    database.close()


def _keep(database: Database, ready: ReadyEntries, number: int) -> "Future[Article | None]":
    new = article(number)
    entry = entry_of(new)

    def keep(connection: Writer) -> Article | None:
        kept = keep_article(connection, new, new.first_seen)
        assert kept is not None
        ready.offer(kept, entry)
        return kept

    def acknowledge(done: "Future[Article | None]") -> None:
        done.result()
        print(number, flush=True)

    kept = database.write(keep)
    kept.add_done_callback(acknowledge)
    return kept


def _at_end_of_input() -> threading.Event:
    ended = threading.Event()

    def wait() -> None:
        sys.stdin.read()
        ended.set()

    threading.Thread(target=wait, daemon=True).start()
    return ended


def _fail(error: Exception) -> None:
    print("failed", error, flush=True)


if __name__ == "__main__":
    add(Path(sys.argv[1]), float(sys.argv[2]))
