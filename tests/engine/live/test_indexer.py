import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.factories import make_article

from tidings.engine.live.indexer import Indexer
from tidings.model.articles.article import Article
from tidings.search.entries.entry import entry_of
from tidings.search.index.search_index import Index
from tidings.settings.tree import SearchSettings
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import keep_article

NOW = datetime(2026, 1, 2, tzinfo=UTC)
SETTINGS = SearchSettings(commit_seconds=0.05)


def article(name: str) -> Article:
    url, title = f"http://a.example/{name}", f"Title {name}"
    return make_article(url, title, "Some text.", id=name, first_seen=NOW)


@pytest.fixture
def index(tmp_path: Path) -> Iterator[Index]:
    (tmp_path / "index").mkdir()
    index = Index.open(tmp_path / "index", SETTINGS, writable=True)
    yield index
    index.close()


def keep(database: Database, name: str) -> Article:
    kept = database.write(lambda db: keep_article(db, article(name), NOW)).result()
    assert kept is not None
    return kept


def started_indexer(
    database: Database, index: Index, settings: SearchSettings = SETTINGS
) -> Indexer:
    def fail(error: Exception) -> None:
        raise error

    indexer = Indexer(database, index, settings, fail)
    indexer.start()
    return indexer


def test_it_catches_up_with_the_database(database: Database, index: Index) -> None:
    for name in "abc":
        keep(database, name)
    started_indexer(database, index).close()
    assert list(index.ids()) == ["a", "b", "c"]


def test_an_offered_article_is_added(database: Database, index: Index) -> None:
    indexer = started_indexer(database, index)
    kept = keep(database, "a")
    indexer.offer(kept, entry_of(article("a")))
    indexer.close()
    assert index.last_seq() == 1


def test_the_first_article_after_a_quiet_time_is_indexed_at_once(
    database: Database, index: Index
) -> None:
    patient = replace(SETTINGS, commit_seconds=3_600.0)
    indexer = started_indexer(database, index, patient)
    indexer.offer(keep(database, "a"), entry_of(article("a")))
    wait_until(lambda: index.count() == 1)
    indexer.offer(keep(database, "b"), entry_of(article("b")))
    indexer.close()
    assert index.count() == 2


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert condition()


def test_a_gap_between_offered_articles_is_filled_from_the_database(
    database: Database, index: Index
) -> None:
    indexer = started_indexer(database, index)
    keep(database, "a")
    indexer.offer(keep(database, "b"), None)
    indexer.close()
    assert list(index.ids()) == ["a", "b"]


def test_an_article_offered_twice_is_indexed_once(database: Database, index: Index) -> None:
    indexer = started_indexer(database, index)
    kept = keep(database, "a")
    for _ in range(2):
        indexer.offer(kept, None)
    indexer.close()
    assert index.count() == 1


def test_a_revision_replaces_the_indexed_article(database: Database, index: Index) -> None:
    keep(database, "a")
    edited = replace(article("a"), text="Other words.")
    database.write(lambda db: keep_article(db, edited, NOW)).result()
    started_indexer(database, index).close()
    assert index.count() == 1


def test_an_unusable_index_is_reported(database: Database, index: Index) -> None:
    errors: list[Exception] = []
    keep(database, "a")
    index.close()
    indexer = Indexer(database, index, SETTINGS, errors.append)
    indexer.start()
    indexer.close()
    assert len(errors) == 1
