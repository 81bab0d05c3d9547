"""How fast a home's rows move from SQLite to PostgreSQL and back, and whether it answers the same.

    python -m benchmarks.homes.migration --articles 100000

The server is the one of the tests (a wheel), without fsync; rows are made here, three URLs to an
article of three kilobytes.
"""

import argparse
import random
import resource
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

import psycopg
from tests.factories import make_article
from tests.store.postgres_server import postgres_server

from benchmarks.support.table import print_conditions, print_table
from tidings.engine.library.library import Library
from tidings.engine.maintenance.reindex import rebuild
from tidings.engine.migration.home_migration import migrate_home
from tidings.engine.process.home import ensure_home
from tidings.model.articles.article import Article
from tidings.model.search.results import Query
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.copying.database_copy import CopyStep
from tidings.store.database.database import open_database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.articles import keep_article

_URLS = 3  # of each article: its own, and two that are no articles
_WORDS = 450
_BATCH = 1000  # articles in a transaction
_SEARCHES = 50
_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_HEADER = ("", "rows", "copy rows/s", "CPU µs", "compare rows/s", "CPU µs", "peak RSS MB")
_LEGEND = """\
CPU is user and system time of the migrating process for each row; the server's is not in it. Rows
are compared by reading both databases again. The peak includes Python with all its modules."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Move:
    """One way: rows, and seconds and CPU seconds of each step."""

    name: str
    rows: int
    copied: tuple[float, float]
    compared: tuple[float, float]
    megabytes: float

    def cells(self) -> tuple[str, ...]:
        steps = [
            cell
            for seconds, cpu in (self.copied, self.compared)
            for cell in (f"{self.rows / seconds:,.0f}", f"{1e6 * cpu / self.rows:.1f}")
        ]
        return (self.name, f"{self.rows:,}", *steps, f"{self.megabytes:.0f}")


def main() -> None:
    """Make a home, move it there and back, and print a line for each way."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--articles", type=int, default=100_000)
    articles = options.parse_args().articles
    with postgres_server() as server, tempfile.TemporaryDirectory() as folder:
        with psycopg.connect(_url(server, "postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE home TEMPLATE template0 ENCODING 'UTF8'")
        print_conditions("tidings", "psycopg")
        _measure(Settings(home=Path(folder) / "home"), _url(server, "home"), articles)


def _measure(settings: Settings, url: str, articles: int) -> None:
    _apart(_make_home, settings, articles)
    size = (settings.home / "tidings.db").stat().st_size / 1e6
    texts = _queries(articles)
    answers = [_apart(_answers, settings, texts)]
    moves = []
    for name, to in (("SQLite to PostgreSQL", url), ("PostgreSQL to SQLite", "sqlite")):
        moves.append(_apart(_moved, settings, name, to))
        answers.append(_apart(_answers, settings, texts))
    title = f"Moving the rows of {articles:,} articles, {size:.0f} MB in SQLite"
    print_table(title, _HEADER, [move.cells() for move in moves])
    before, there, back = answers
    hits = sum(total for total, _ in before)
    print(f"{_LEGEND}\n")
    print(
        f"{len(texts)} searches ({hits:,} results): {_alike(before, there)} answer the same on "
        f"PostgreSQL, {_alike(before, back)} after moving back."
    )


def _apart(function: Callable[..., T], *arguments: Any) -> T:
    """Call it in a process of its own, whose memory is its own too."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as processes:
        return processes.submit(function, *arguments).result()


def _url(server: str, name: str) -> str:
    return f"postgresql://tidings@/{name}?host={server}"


def _moved(settings: Settings, name: str, to: str) -> _Move:
    """Move the rows; copying ends where comparing begins."""
    last: dict[CopyStep, tuple[float, float]] = {}
    began = time.monotonic(), time.process_time()

    def on_rows(step: CopyStep, done: int, total: int) -> None:
        last[step] = time.monotonic() - began[0], time.process_time() - began[1]

    rows = migrate_home(settings, to, on_rows).rows
    copied, ended = last[CopyStep.COPY], last[CopyStep.COMPARE]
    compared = ended[0] - copied[0], ended[1] - copied[1]
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return _Move(name, rows, copied, compared, memory)


def _queries(articles: int) -> list[str]:
    """Return searches of several kinds."""
    chance, words = random.Random(2), _vocabulary()
    kinds = ("{0}", "{0} {1}", "{0} OR {1}", "{0} -{1}", "{0} source:{2}.example", '"{0} {1}"',
             "{0} {1} {3}", "title:{0}", "{4}*", "{0} lang:en")  # fmt: skip
    made = []
    for number in range(_SEARCHES):
        one, two, three = chance.sample(words, 3)
        made.append(kinds[number % len(kinds)].format(one, two, number, three, one[:5]))
    return made


def _answers(settings: Settings, texts: Sequence[str]) -> list[tuple[int, object]]:
    """Return the number of results and the first ten, as they are shown."""
    library = Library.open(settings)
    try:
        found = [library.search(Query(text), _NOW) for text in texts]
        return [(each.total, each.hits) for each in found]
    finally:
        library.close()


def _alike(one: Sequence[object], other: Sequence[object]) -> int:
    return sum(left == right for left, right in zip(one, other, strict=True))


def _make_home(settings: Settings, articles: int) -> None:
    _fill(ensure_home(settings).database, articles)
    rebuild(settings, lambda done, total: None)


def _vocabulary() -> list[str]:
    chance = random.Random(1)
    return [f"w{chance.getrandbits(20):x}" for _ in range(20_000)]


def _fill(path: Path, articles: int) -> None:
    database = open_database(path, StoreSettings())
    made = _articles(articles)
    while batch := [*islice(made, _BATCH)]:
        database.write(partial(_keep, articles=batch)).result()
    database.close()
    with sqlite3.connect(path) as connection:
        connection.executemany(
            "INSERT INTO urls (host_id, id, url, site, role, state, reason, kind, priority, depth, "
            "added_at, visited_at) VALUES (?, ?, ?, 1, 'page', 'done', 'article', 'article', 3, 2, "
            "1.5, 2.5)",
            ((n % 50, n * 7919, f"https://{n % 50}.example/{n}") for n in range(articles * _URLS)),
        )
    connection.close()


def _keep(connection: Writer, articles: Sequence[Article]) -> None:
    for article in articles:
        keep_article(connection, article, article.first_seen)


def _articles(number: int) -> Iterator[Article]:
    chance, words = random.Random(3), _vocabulary()
    for n in range(number):
        text = " ".join(chance.choices(words, k=_WORDS))
        seen = _NOW - timedelta(minutes=number - n)
        yield make_article(
            f"https://{n % 50}.example/{n}", text[:60], text, language="en", first_seen=seen
        )


if __name__ == "__main__":
    main()
