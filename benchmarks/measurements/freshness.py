"""How soon a new article is found: one process adds articles as the crawler does, another searches.

Run as a program, it is the process that adds and prints the words to search for.
"""

import json
import subprocess
import sys
import time
from concurrent.futures import Future
from dataclasses import dataclass, replace
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Thread
from typing import IO

import numpy as np

from benchmarks.inputs.filled_home import article_of
from benchmarks.inputs.newswire import NewsAgency
from tidings.engine.followers.follower import following
from tidings.engine.followers.index_act import index_follower
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.library.library import Library
from tidings.model.articles.article import Article
from tidings.model.search.results import Query
from tidings.search.entries.entry import entry_of
from tidings.search.index.search_index import Index
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.articles import article_count, keep_article

RATE = 200  # articles a second
SECONDS = 20
_WATCHED = 10  # one in ten articles is searched for
_PAUSE = 0.005  # seconds between two searches


@dataclass(frozen=True, slots=True)
class Freshness:
    """Seconds until articles were found, and the actual rate of articles."""

    delays: tuple[float, ...]  # since they were passed to the database
    rate: float

    def seconds(self, percent: float) -> float:
        """Return a percentile."""
        return float(np.percentile(self.delays, percent))


def measured_freshness(home: Path, seconds: int = SECONDS) -> Freshness:
    """Add to a home for a while, and search for the new articles."""
    command = [sys.executable, "-m", "benchmarks.measurements.freshness", str(home), str(seconds)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as adder:
        assert adder.stdout is not None
        lines: SimpleQueue[str] = SimpleQueue()
        Thread(target=_read, args=(adder.stdout, lines), daemon=True).start()
        delays, rate = _watch(Library.open(Settings(home=home)), lines)
    return Freshness(tuple(delays), rate)


def _read(stream: IO[str], lines: "SimpleQueue[str]") -> None:
    for line in stream:
        lines.put(line)


def _watch(library: Library, lines: "SimpleQueue[str]") -> tuple[list[float], float]:
    """Search for every word until it is found; the last line has the rate."""
    pending: dict[str, float] = {}
    delays: list[float] = []
    rate = 0.0
    while pending or not rate:
        try:
            while True:
                told = json.loads(lines.get_nowait())
                pending.update(told.get("added", {}))
                rate = told.get("rate", rate)
        except Empty:
            time.sleep(_PAUSE)
        # The oldest is found first, together with most others of its commit.
        for word, added in list(pending.items()):
            if not library.search(Query(word, limit=1)).hits:
                break
            delays.append(time.monotonic() - added)
            del pending[word]
    library.close()
    return delays, rate


def main() -> None:
    """Add articles at a constant rate."""
    home, seconds = Path(sys.argv[1]), int(sys.argv[2])
    settings = Settings(home=home)
    database = open_database(home / "tidings.db", settings.store)
    index = Index.open(home / "index", settings.search, writable=True)
    ready = ReadyEntries()
    articles = _articles(article_count(database.read()), RATE * seconds)
    with following(database, index_follower(database, index, settings.search, ready, _fail)):
        began = time.monotonic()
        for number, (article, word) in enumerate(articles):
            time.sleep(max(0.0, began + number / RATE - time.monotonic()))
            if word:
                print(json.dumps({"added": {word: time.monotonic()}}), flush=True)
            last = _add(database, ready, article)
        rate = len(articles) / (time.monotonic() - began)
        last.result()  # all earlier ones are then done as well
    index.close()
    database.close()
    print(json.dumps({"rate": rate}), flush=True)


def _articles(known: int, count: int) -> list[tuple[Article, str]]:
    """New articles; some have a unique word."""
    made = []
    for report in NewsAgency(seed=known).reports(count):
        number = known + report.number
        word = f"zqx{number}" if report.number % _WATCHED == 0 else ""
        report = replace(report, number=number, title=f"{report.title} {word}")
        made.append((article_of(report), word))
    return made


def _add(database: Database, ready: ReadyEntries, article: Article) -> "Future[Article | None]":
    """Store an article, and offer its entry to the index."""
    entry = entry_of(article)

    def keep(connection: Writer) -> Article | None:
        kept = keep_article(connection, article, article.first_seen)
        if kept is not None:
            ready.offer(kept, entry)
        return kept

    return database.write(keep)


def _fail(error: Exception) -> None:
    sys.exit(f"the indexer stopped: {error}")


if __name__ == "__main__":
    main()
