import json
import socket
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tidings.engine.demo import demo
from tidings.engine.demo.demo import (
    DemoPortTaken,
    NewsWorld,
    follow_papers,
    follows_others,
    running_demo,
    running_world,
)
from tidings.engine.demo.stored_world import StoredWorld, store_world, stored_world
from tidings.engine.sources import source_list
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.sources.sources import followed_sources

NOW = datetime(2026, 1, 2, tzinfo=UTC)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


@pytest.fixture
def taken_port() -> Iterator[int]:
    """A port of one paper's address on which somebody else listens."""
    with socket.create_server(("127.0.0.14", 0)) as listener:
        yield listener.getsockname()[1]


def _followed(database: Database) -> list[str]:
    return [source.url for source in followed_sources(database.read())]


def _articles(world: NewsWorld) -> list[tuple[str, str]]:
    """Address and time of every article that the papers have published so far."""
    with urllib.request.urlopen(f"http://127.0.0.10:{world.port}/_world/articles") as answer:
        return sorted((each["url"], each["published"]) for each in json.load(answer))


def test_the_papers_of_this_demo_stay_followed(database: Database) -> None:
    papers = ["http://127.0.0.11:41/", "http://127.0.0.12:41/"]
    follow_papers(database, papers, NOW)
    follow_papers(database, papers, NOW)
    assert _followed(database) == papers


def test_papers_of_the_world_are_not_the_users_own_sources(database: Database) -> None:
    with running_world() as world:
        follow_papers(database, world.papers, NOW)
    assert len(_followed(database)) == 7
    assert not follows_others(database)
    source_list.add_source(database, "example.org", NOW)
    assert follows_others(database)


def test_every_start_has_the_same_papers_with_the_same_articles(settings: Settings) -> None:
    with running_demo(settings, NOW) as first:
        articles = _articles(first)
    with running_demo(settings, NOW + timedelta(minutes=30)) as second:
        later = _articles(second)
    assert second == first
    assert {url for url, _ in articles} <= {url for url, _ in later} | _removed(articles, later)
    assert len(later) > len(articles) > 100
    assert dict(later).items() >= {each for each in articles if each[0] in dict(later)}
    with closing(open_database(settings.home / "tidings.db", settings.store)) as database:
        assert _followed(database) == list(first.papers)


def _removed(before: list[tuple[str, str]], after: list[tuple[str, str]]) -> set[str]:
    """The few articles that the papers withdrew meanwhile."""
    gone = {url for url, _ in before} - {url for url, _ in after}
    return gone if len(gone) < len(before) / 20 else set()


def test_a_port_that_another_program_took_is_an_error_that_says_what_to_do(
    settings: Settings, taken_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(demo, "_PORT_SECONDS", 0.0)
    settings.home.mkdir()
    store_world(settings.home, StoredWorld(taken_port, NOW))
    with (
        pytest.raises(DemoPortTaken, match=rf"{taken_port} .* stop the program .* --home"),
        running_demo(settings, NOW),
    ):
        pass
    assert stored_world(settings.home) == StoredWorld(taken_port, NOW)


def test_the_demo_waits_for_the_port_of_a_world_that_is_ending(settings: Settings) -> None:
    with running_demo(settings, NOW) as world:
        port = world.port
    paper = socket.create_server((urlsplit(world.papers[3]).hostname, port))
    waiting = demo._world_process

    def release(arguments: list[str]) -> object:
        try:
            return waiting(arguments)
        finally:
            paper.close()

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(demo, "_world_process", release)
        with running_demo(settings, NOW) as again:
            assert again == world
