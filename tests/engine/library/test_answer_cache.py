import gc
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from tests.engine.library.test_recommendations import NOW, article

from tidings.engine.library.library import Library
from tidings.engine.process.home import ensure_home
from tidings.model.search.results import Query, Sort
from tidings.search.entries.entry import entry_of
from tidings.search.index.index_view import IndexView
from tidings.search.index.search_index import Index
from tidings.settings.tree import SearchSettings, Settings
from tidings.store.database.database import open_database
from tidings.store.tables.articles.articles import articles_after, keep_article

BRIDGE = Query("bridge")


class Home:
    """A home that is written and read at the same time, as by two processes."""

    def __init__(self, folder: Path, answers: int = 512) -> None:
        settings = Settings(home=folder, search=SearchSettings(answers=answers))
        folders = ensure_home(Settings(home=folder))
        self.database = open_database(folders.database, settings.store)
        self.index = Index.open(folders.index, settings.search, writable=True)
        self.library = Library.open(settings)

    def keep(self, url: str, title: str) -> None:
        """Store an article, but do not index it."""
        new = article(url, title, "They spoke of the bridge over the river.")
        self.database.write(partial(keep_article, article=new, now=NOW)).result()

    def index_all(self) -> None:
        """Index all stored articles."""
        self.index.add([entry_of(each) for each in articles_after(self.database.read(), 0, 10)])
        self.index.commit()

    def close(self) -> None:
        self.library.close()
        self.index.close()
        self.database.close()


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    home = Home(tmp_path)
    home.keep("https://a.example/1", "A bridge for the town")
    home.index_all()
    yield home
    home.close()


def test_an_answer_is_reused_while_nothing_changes(home: Home) -> None:
    first = home.library.search(BRIDGE, NOW)
    again = home.library.search(BRIDGE, NOW + timedelta(seconds=5))
    assert again.hits is first.hits
    assert replace(again, took_ms=first.took_ms) == first
    assert home.library.search(replace(BRIDGE, limit=1), NOW).hits is not first.hits


def test_an_answer_expires(home: Home) -> None:
    first = home.library.search(BRIDGE, NOW)
    assert home.library.search(BRIDGE, NOW + timedelta(seconds=11)).hits is not first.hits


def test_a_commit_to_the_index_is_visible_at_once(home: Home) -> None:
    assert home.library.search(BRIDGE, NOW).total == 1
    home.keep("https://b.example/2", "The bridge again")
    home.index_all()
    assert home.library.search(BRIDGE, NOW).total == 2


def test_a_commit_to_the_database_alone_makes_a_new_answer(home: Home) -> None:
    first = home.library.search(BRIDGE, NOW)
    home.keep("https://a.example/1", "A bridge for the whole town")
    second = home.library.search(BRIDGE, NOW)
    assert [hit.title for hit in second.hits] == ["A bridge for the whole town"]
    assert [hit.title for hit in first.hits] == ["A bridge for the town"]


def test_an_article_revised_between_two_pages_keeps_its_position(
    home: Home,
) -> None:
    for number in range(2, 6):
        home.keep(f"https://a.example/{number}", "A bridge for the town")
    home.index_all()
    page = Query("bridge", limit=2, sort=Sort.DATE, copies=True)
    first = home.library.search(page, NOW)
    home.keep(first.hits[0].url, "A bridge for the whole town")
    home.keep("https://a.example/new", "A bridge that came later")
    home.index_all()
    pages = [first] + [
        home.library.search(replace(page, offset=offset, as_of=first.as_of), NOW)
        for offset in (2, 4)
    ]
    assert {each.total for each in pages} == {5}
    seen = [hit.url for each in pages for hit in each.hits]
    assert sorted(seen) == [f"https://a.example/{number}" for number in range(1, 6)]


def test_only_the_newest_state_of_the_index_is_held(home: Home) -> None:
    counts = []
    for number in range(2, 6):
        home.keep(f"https://b.example/{number}", "The bridge again")
        home.index_all()
        home.library.search(Query(f"bridge {number}"), NOW)
        gc.collect()
        counts.append(sum(type(each) is IndexView for each in gc.get_objects()))
    assert counts == counts[:1] * 4


def test_the_number_of_cached_answers_is_limited(tmp_path: Path) -> None:
    home = Home(tmp_path, answers=1)
    home.keep("https://a.example/1", "A bridge for the town")
    home.index_all()
    first = home.library.search(BRIDGE, NOW)
    home.library.search(Query("river"), NOW)
    assert home.library.search(BRIDGE, NOW).hits is not first.hits
    home.close()
