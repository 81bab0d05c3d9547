"""Fills a real home with generated articles, as a crawl would."""

import shutil
import time
from collections.abc import Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from benchmarks.inputs.newswire import AgencyReport, NewsAgency
from tidings.engine.process.home import ensure_home
from tidings.model.articles.article import Article
from tidings.read.url import article_id
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import article_count, articles_after, keep_article

CHUNK = 1_000  # articles per batch
_AHEAD = 2_000  # articles waiting for the database


@dataclass(slots=True)
class FilledHome:
    """The articles of a home, read chunk by chunk; measures the time for reading."""

    home: Path
    count: int = 0
    text_bytes: int = 0
    reading_cpu: float = 0.0  # of this thread; to be subtracted from what callers measure

    def chunks(self) -> Iterator[list[Article]]:
        """Yield all articles in the order of their seq."""
        database = open_database(self.home / "tidings.db", Settings().store)
        try:
            seq = 0
            while articles := self._read(database.read(), seq):
                seq = articles[-1].seq
                yield articles
        finally:
            database.close()

    def _read(self, connection: Reader, seq: int) -> list[Article]:
        began = time.thread_time()
        articles = articles_after(connection, seq, CHUNK)
        self.count += len(articles)
        self.text_bytes += sum(len(a.title.encode()) + len(a.text.encode()) for a in articles)
        self.reading_cpu += time.thread_time() - began
        return articles


def articles_in(folder: Path) -> int:
    """Return the number of articles in a home; 0 if there is no home."""
    if not (folder / "tidings.db").exists():
        return 0
    database = open_database(folder / "tidings.db", Settings().store)
    try:
        return article_count(database.read())
    finally:
        database.close()


def fill(folder: Path, count: int, seed: int = 1) -> None:
    """Make a home with articles in its database, without an index."""
    shutil.rmtree(folder, ignore_errors=True)
    database = open_database(
        ensure_home(Settings(home=folder)).database, Settings(home=folder).store
    )
    waiting: list[Future[Article | None]] = []
    for report in NewsAgency(seed, stories=max(200, count // 20)).reports(count):
        waiting.append(keep_report(database, report))
        if len(waiting) == _AHEAD:
            wait_for_all(waiting)
    wait_for_all(waiting)
    database.close()


def keep_report(database: Database, report: AgencyReport) -> "Future[Article | None]":
    """Pass a report to the database's writer, as the crawler does."""
    article = article_of(report)
    return database.write(lambda connection: keep_article(connection, article, article.first_seen))


def wait_for_all(waiting: list[Future[Article | None]]) -> None:
    """Wait until all are committed, and clear the list."""
    for future in waiting:
        future.result()
    waiting.clear()


def article_of(report: AgencyReport) -> Article:
    """Return a report as a crawl would keep it."""
    url = f"https://{report.source}/{report.published:%Y/%m/%d}/{report.number}.html"
    paragraphs = report.text.split("\n")
    return Article(
        id=article_id(url),
        url=url,
        source=report.source,
        title=report.title,
        text=report.text,
        html="".join(f"<p>{paragraph}</p>" for paragraph in paragraphs),
        standfirst="",
        published=report.published,
        modified=None,
        first_seen=report.published + timedelta(minutes=20),
        authors=(),
        language="en",
        section="",
        tags=(),
        image=None,
        publisher=report.source,
        word_count=len(report.text.split()),
    )
