"""Hands ready-made articles to a home at a constant rate, followed by its index and its stories.

Run as a program, with the code of the checkout that is measured: it prints a line when it is ready,
begins with the first line on standard input, and ends with the second. Then it prints when each
article was handed over and when the index had committed it, on the clock that all processes share.
"""

import json
import sys
import time
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from threading import Event, Thread

from benchmarks.inputs.newswire import NewsAgency
from benchmarks.serve.ready_articles import ReadyArticle, new_reports, ready_article
from tidings.engine.followers.follower import following
from tidings.engine.followers.index_act import index_follower
from tidings.engine.followers.ready_entries import ReadyEntries
from tidings.engine.followers.story_act import story_follower
from tidings.model.articles.article import Article
from tidings.search.index.search_index import Index
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.annotations import keep_annotations
from tidings.store.tables.articles.articles import article_count, keep_article

_LOOK = 0.005  # seconds between two looks at what the index has committed


class Feeder:
    """Stores articles and notes the times."""

    def __init__(self, database: Database, index: Index, ready: ReadyEntries) -> None:
        self._database = database
        self._index = index
        self._ready = ready
        self.handed: list[tuple[float, Future[Article | None]]] = []
        self.commits: list[tuple[float, int]] = []  # when the index had which change

    def hand_over(self, made: ReadyArticle) -> None:
        """Store an article, and offer its entry to the index."""

        def keep(connection: Writer) -> Article | None:
            kept = keep_article(connection, made.article, made.article.first_seen)
            if kept is not None:
                keep_annotations(connection, kept.id, kept.revision, made.packed)
                self._ready.offer(kept, made.entry)
            return kept

        self.handed.append((time.monotonic(), self._database.write(keep)))

    def watch(self, ended: Event) -> None:
        """Note the commits of the index."""
        last = self._index.last_seq()
        while not ended.wait(_LOOK):
            now = self._index.last_seq()
            if now != last:
                last = now
                self.commits.append((time.monotonic(), now))

    def report(self) -> dict[str, list[list[float]]]:
        """Return for each change when it was handed over, and the commits."""
        kept = [(at, future.result()) for at, future in self.handed]
        rows = self._database.read().execute("SELECT id, seq FROM articles")
        seqs = {row[0]: row[1] for row in rows}  # an article has its number with the commit only
        return {
            "handed": [[seqs[article.id], at] for at, article in kept if article is not None],
            "commits": [[seq, at] for at, seq in self.commits],
        }


def _wait_for_line(stopped: Event) -> None:
    sys.stdin.readline()
    stopped.set()


def main() -> None:
    """Feed a home at a rate for at most so many seconds."""
    home, rate, seconds = Path(sys.argv[1]), float(sys.argv[2]), float(sys.argv[3])
    settings = Settings(home=home)
    database = open_database(home / "tidings.db", settings.store)
    index = Index.open(home / "index", settings.search, writable=True)
    ready = ReadyEntries()
    feeder = Feeder(database, index, ready)
    articles = _articles(article_count(database.read()), round(rate * seconds))
    searchable = index_follower(database, index, settings.search, ready, _fail)
    stories = story_follower(database, settings.group, _fail, time.time)
    ended = Event()
    watch = Thread(target=feeder.watch, args=(ended,))
    with following(database, searchable, stories):
        watch.start()
        print("ready", flush=True)
        sys.stdin.readline()
        _feed(feeder, articles, rate)
    ended.set()
    watch.join()
    print(json.dumps(feeder.report()), flush=True)
    index.close()
    database.close()


def _feed(feeder: Feeder, articles: list[ReadyArticle], rate: float) -> None:
    """Hand over until there is another line, or no article is left."""
    stopped = Event()
    Thread(target=_wait_for_line, args=(stopped,), daemon=True).start()
    began = time.monotonic()
    for number, made in zip(count(), articles, strict=False):
        if stopped.wait(max(0.0, began + number / rate - time.monotonic())):
            return
        feeder.hand_over(made)
    stopped.wait()


def _articles(known: int, wanted: int) -> list[ReadyArticle]:
    """New articles of a few hundred stories."""
    reports = NewsAgency(seed=known, stories=200).reports(wanted)
    return [ready_article(report) for report in new_reports(reports, 10_000_000 + known)]


def _fail(error: Exception) -> None:
    sys.exit(f"a follower stopped: {error}")


if __name__ == "__main__":
    main()
