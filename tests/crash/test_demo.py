"""The demo, killed and started again: the same papers, each article once."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.homes import begin_home

from tidings.engine.library.library import Library
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.articles.articles import kept_articles
from tidings.store.tables.sources.sources import all_sources

_SECONDS = 180.0


@contextmanager
def _demo(home: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """`tidings run --demo` as a user starts it, and its address."""
    begin_home(home)
    environment = {key: os.environ[key] for key in os.environ if not key.startswith("TIDINGS_")}
    process = subprocess.Popen(
        [sys.executable, "-m", "tidings.cli", "run", "--demo", "--port", "0", "--home", str(home)],
        stderr=subprocess.PIPE,
        env=environment,
        text=True,
    )
    assert process.stderr is not None
    try:
        yield process, process.stderr.readline().split()[3]
    finally:
        process.kill()
        process.wait()
        process.stderr.close()


def _wait_until(reached: Callable[[], bool]) -> None:
    deadline = time.monotonic() + _SECONDS
    while not reached():
        assert time.monotonic() < deadline, "not reached in time"
        time.sleep(0.1)


def _health(url: str) -> dict[str, int]:
    with urllib.request.urlopen(f"{url}healthz") as answer:
        found: dict[str, int] = json.load(answer)
    return found


@contextmanager
def _database(home: Path) -> Iterator[Database]:
    with closing(open_database(home / "tidings.db", StoreSettings())) as database:
        yield database


def _names(home: Path) -> list[str]:
    with closing(Library.open(Settings(home=home))) as library:
        return [source.site.name for source in library.sources()]


def test_a_killed_demo_goes_on_with_the_same_named_papers_and_doubles_nothing(
    tmp_path: Path,
) -> None:
    home = tmp_path / "home"
    with _demo(home) as (process, url):
        _wait_until(lambda: _health(url)["articles"] >= 20)
        process.kill()
    with _demo(home) as (process, url):
        _wait_until(lambda: _health(url)["articles"] >= 80 and all(_names(home)))
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    with _database(home) as database:
        connection = database.read()
        sources = all_sources(connection)
        articles = [(each.source, each.title) for each in kept_articles(connection)]
    assert len(sources) == 7
    assert {source for source, _ in articles} <= {each.domain for each in sources.values()}
    assert len(set(articles)) == len(articles)
