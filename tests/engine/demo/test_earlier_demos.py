from datetime import UTC, datetime, timedelta

import pytest
from tests.factories import make_article, make_found

from tidings.engine.demo.earlier_demos import adopted_world, papers_by_port
from tidings.engine.demo.stored_world import StoredWorld
from tidings.engine.sources.source_list import add_source
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import articles_per_source, keep_article
from tidings.store.tables.frontier.urls import add_urls
from tidings.store.tables.sources.sources import all_sources, followed_sources

NOW = datetime(2026, 1, 2, tzinfo=UTC)
LATER = NOW + timedelta(days=1)


def _papers(port: int, count: int = 7) -> list[str]:
    return [f"http://127.0.0.{number}:{port}/" for number in range(11, 11 + count)]


def _ports(database: Database) -> set[int]:
    return set(papers_by_port(all_sources(database.read()).values()))


@pytest.fixture
def doubled(database: Database) -> Database:
    """A home that followed the papers at two ports and another site, an article of each."""
    for when, urls in ((NOW, _papers(41)), (LATER, _papers(42)), (NOW, ["http://news.example/"])):
        for url in urls:
            add_source(database, url, when)
            _keep(database, f"{url}a")
    return database


def _keep(database: Database, url: str) -> None:
    database.write(lambda db: keep_article(db, make_article(url), NOW)).result()
    found = make_found(url)
    database.write(lambda db: add_urls(db, [found], NOW)).result()


def test_a_home_without_a_demo_has_nothing_to_adopt(database: Database) -> None:
    add_source(database, "news.example", NOW)
    assert adopted_world(database, LATER) is None


def test_the_newest_papers_live_on_where_they_were(doubled: Database) -> None:
    world = adopted_world(doubled, LATER)
    assert world == StoredWorld(42, LATER)
    followed = [source.url for source in followed_sources(doubled.read())]
    assert followed == [*_papers(42), "http://news.example/"]


def test_the_articles_of_dead_ports_leave_and_all_others_stay(doubled: Database) -> None:
    adopted_world(doubled, LATER)
    sources = {f"127.0.0.{number}:42" for number in range(11, 18)} | {"news.example"}
    assert articles_per_source(doubled.read()) == dict.fromkeys(sources, 1)


def test_what_was_interrupted_is_finished_by_the_next_start(
    doubled: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(Exception):
        pass

    def kill(*_: object) -> None:
        raise Killed

    with monkeypatch.context() as patched:
        patched.setattr("tidings.engine.demo.earlier_demos.forget_copies_of_source", kill)
        with pytest.raises(Killed):
            adopted_world(doubled, LATER)
    assert adopted_world(doubled, LATER) == StoredWorld(42, LATER)
    assert len(articles_per_source(doubled.read())) == 8


def test_a_port_with_some_of_the_papers_only_is_not_a_demo(database: Database) -> None:
    for url in (*_papers(41, count=3), *_papers(42)):
        add_source(database, url, NOW)
    assert _ports(database) == {42}


def test_an_only_demo_is_adopted_as_it_is(database: Database) -> None:
    for url in _papers(42):
        add_source(database, url, NOW)
        _keep(database, f"{url}a")
    assert adopted_world(database, LATER) == StoredWorld(42, NOW)
    assert len(articles_per_source(database.read())) == 7
