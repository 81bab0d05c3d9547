"""The health of sources is remembered for some seconds, but never hides what people asked for."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tidings.engine.commands.command_values import AddSource, PauseSource, SetSource
from tidings.engine.commands.issuing import Commands
from tidings.engine.library.library import Library
from tidings.engine.process.home import ensure_home
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.sources.pauses import pause_source

NOW = datetime(2026, 1, 2, tzinfo=UTC)
URLS = ("https://post.example/", "https://mail.example/")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


@pytest.fixture
def database(settings: Settings) -> Iterator[Database]:
    home = ensure_home(settings)
    database = open_database(home.database, StoreSettings(commit_seconds=0.0))
    Commands(settings, database).issue(*(AddSource(url) for url in URLS))
    yield database
    database.close()


@pytest.fixture
def library(settings: Settings, database: Database) -> Iterator[Library]:
    library = Library.open(settings)
    yield library
    library.close()


def paused(library: Library) -> list[bool]:
    found = library.listings.sources(NOW, None, 10)
    return [each.status.paused_at is not None for each in found]


def test_what_people_ask_for_is_seen_at_once(
    library: Library, settings: Settings, database: Database
) -> None:
    assert paused(library) == [False, False]
    commands = Commands(settings, database)
    commands.issue(PauseSource(URLS[0]))
    assert paused(library) == [False, True]  # mail, then post
    commands.issue(SetSource(URLS[1], name="The Mail"))
    names = [each.status.site.name for each in library.listings.sources(NOW, None, 10)]
    assert names[0] == "The Mail"


def test_other_changes_are_seen_some_seconds_later(library: Library, database: Database) -> None:
    assert paused(library) == [False, False]
    later = NOW + timedelta(minutes=1)
    database.write(lambda db: pause_source(db, 1, later)).result()
    assert paused(library) == [False, False]
    assert library.listings.source(library.source(URLS[0]), NOW).status.paused_at == later
