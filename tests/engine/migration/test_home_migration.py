"""Moving a home's rows: the same answers there and back, and the home as before until the end."""

import json
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg
import pytest
from tests.engine.sample_home import NOW, database_with, group_stories, sample_articles

from tidings.engine.library.library import Library
from tidings.engine.maintenance.reindex import rebuild
from tidings.engine.migration import home_migration
from tidings.engine.migration.home_migration import (
    compare_homes,
    migrate_home,
    rows_to_move,
)
from tidings.engine.migration.migration_stop import MigrationStopped
from tidings.engine.process.home import HomeUnusable, home_of
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.home_lock import HomeLock, HomeTaken
from tidings.engine.process.home_places import HomePlaces, note_places, noted_places
from tidings.model.search.results import Query
from tidings.settings.home_addresses import without_secrets
from tidings.settings.tree import DatabaseSettings, Settings, StoreSettings
from tidings.store.database.copying import database_copy
from tidings.store.database.copying.copy_end import CopyRefused
from tidings.store.database.copying.database_copy import CopyDiffers
from tidings.store.database.copying.migration_progress import unfinished_migration
from tidings.store.database.copying.table_copy import copy_table
from tidings.store.database.database import open_database
from tidings.store.database.errors import StoreUnusable

QUERIES = ("ferry", "parliament", "striker Okoro", '"water act"', "aldermoor", "lifeboats -dams")


class Killed(BaseException):
    """Stands for kill -9, which `tests/store/database/copying` has."""


@pytest.fixture(scope="module")
def sample_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a home with articles, stories and an index."""
    settings = Settings(home=tmp_path_factory.mktemp("sample") / "home")
    database = database_with(settings, sample_articles())
    assert group_stories(database, settings) == []
    database.close()
    rebuild(settings, lambda done, total: None)
    return settings.home


@pytest.fixture
def filled(settings: Settings, sample_home: Path) -> Settings:
    """Return the settings of a copy of it."""
    shutil.copytree(sample_home, settings.home)
    return settings


def answers(settings: Settings) -> list[Any]:
    library = Library.open(settings)
    try:
        return [library.search(Query(each), NOW).hits for each in QUERIES]
    finally:
        library.close()


def files_of(settings: Settings) -> set[str]:
    return {path.name.partition(".moved-")[0] for path in settings.home.glob("tidings.db*")}


def articles_in(settings: Settings) -> int:
    database = opened_database(home_of(settings))
    try:
        assert unfinished_migration(database.read()) is None
        row = database.read().execute("SELECT count(*) FROM articles").fetchone()
        return int(row[0])
    finally:
        database.close()


def test_a_home_answers_the_same_there_and_back(
    filled: Settings, new_postgres: Callable[[], str]
) -> None:
    url, before = new_postgres(), answers(filled)
    assert all(before)
    there = migrate_home(filled, url)
    assert noted_places(home_of(filled)) == HomePlaces(without_secrets(url))
    assert files_of(filled) == {"tidings.db"}
    assert not (filled.home / "tidings.db").exists()
    assert answers(filled) == before
    compare_homes(filled, "sqlite")  # with the file that was left
    back = migrate_home(filled, "sqlite")
    assert [(t.name, t.digest) for t in back.tables] == [(t.name, t.digest) for t in there.tables]
    assert noted_places(home_of(filled)) == HomePlaces()
    assert answers(filled) == before
    assert articles_in(filled) == len(sample_articles())


def test_the_file_that_is_left_is_whole(filled: Settings, new_postgres: Callable[[], str]) -> None:
    migrate_home(filled, new_postgres())
    (left,) = filled.home.glob("tidings.db.moved-*")
    with sqlite3.connect(left) as connection:
        assert connection.execute("SELECT count(*) FROM articles").fetchone() == (7,)
    connection.close()


def test_rows_that_moved_away_are_not_used_by_another_machine(
    filled: Settings, new_postgres: Callable[[], str]
) -> None:
    url = new_postgres()
    migrate_home(filled, url)
    migrate_home(filled, "sqlite")
    other = replace(filled, home=filled.home / "other", database=DatabaseSettings(url))
    other.home.mkdir()
    with pytest.raises(HomeUnusable, match="were moved to"):
        opened_database(home_of(other))


def is_marked(url: str) -> bool:
    """Return whether nobody may go on with the rows of a database."""
    database = open_database(url, StoreSettings(), database=DatabaseSettings(url))
    why = unfinished_migration(database.read())
    database.close()
    return why is not None and "moved to" in why


def test_rows_are_marked_as_left_by_whoever_goes_on(
    filled: Settings,
    new_postgres: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    url = new_postgres()
    migrate_home(filled, url)
    real: Callable[..., Any] = note_places

    def dying(*arguments: Any) -> None:
        real(*arguments)
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(home_migration, "note_places", dying)
        with pytest.raises(Killed):
            migrate_home(filled, "sqlite")
    assert not is_marked(url)
    migrate_home(filled, "sqlite")
    assert is_marked(url)
    assert articles_in(filled) == 7
    assert not (filled.home / "moved-from.json").exists()


def test_a_killed_move_that_was_given_up_marks_nothing(
    filled: Settings, new_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_postgres()
    migrate_home(filled, url)

    def dying(*_: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(home_migration, "note_places", dying)
        with pytest.raises(Killed):
            migrate_home(filled, "sqlite")
    migrate_home(filled, url)  # they are there
    assert not is_marked(url)
    assert articles_in(filled) == 7


def test_a_home_moves_back_into_a_database_that_it_has_left(
    filled: Settings, new_postgres: Callable[[], str]
) -> None:
    url, before = new_postgres(), answers(filled)
    migrate_home(filled, url)
    migrate_home(filled, "sqlite")
    with pytest.raises(CopyRefused, match="--replace"):
        migrate_home(filled, url)
    assert is_marked(url)
    done = migrate_home(filled, url, may_replace=True)
    assert {table.name: table.rows for table in done.tables}["articles"] == 7
    assert not is_marked(url)
    assert answers(filled) == before


def test_rows_that_another_home_has_left_are_never_replaced(
    filled: Settings, new_postgres: Callable[[], str], tmp_path: Path
) -> None:
    url = new_postgres()
    migrate_home(filled, url)
    migrate_home(filled, "sqlite")
    other = replace(filled, home=tmp_path / "other")
    database_with(other, sample_articles()).close()
    with pytest.raises(CopyRefused, match=r"was moved to .*tidings\.db"):
        migrate_home(other, url, may_replace=True)
    assert is_marked(url)


def test_a_replacement_that_was_interrupted_is_repeated(
    filled: Settings, new_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_postgres()
    migrate_home(filled, url)
    migrate_home(filled, "sqlite")

    def dying(*_: Any) -> None:
        raise Killed

    with monkeypatch.context() as patch:
        patch.setattr(home_migration, "copy_database", dying)  # after the rows are deleted
        with pytest.raises(Killed):
            migrate_home(filled, url, may_replace=True)
    assert articles_in(filled) == 7
    migrate_home(filled, url)
    assert articles_in(filled) == 7


MOMENTS = ("copy_database", "_switch", "put_target_in_place", "note_places", "_tidy",
           "leave_source", "end_progress")  # fmt: skip


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("is_after", [False, True], ids=["before", "after"])
def test_a_migration_that_was_interrupted_is_repeated(
    filled: Settings,
    new_postgres: Callable[[], str],
    monkeypatch: pytest.MonkeyPatch,
    moment: str,
    is_after: bool,
) -> None:
    before, url = answers(filled), new_postgres()
    for to in (url, "sqlite"):
        real: Callable[..., Any] = getattr(home_migration, moment)

        def dying(*arguments: Any, real: Callable[..., Any] = real) -> None:
            if is_after:
                real(*arguments)
            raise Killed

        with monkeypatch.context() as patch:
            patch.setattr(home_migration, moment, dying)
            with pytest.raises(Killed):
                migrate_home(filled, to)
        assert answers(filled) == before
        migrate_home(filled, to)
        assert answers(filled) == before
        assert noted_places(home_of(filled)) == HomePlaces(
            "" if to == "sqlite" else without_secrets(to)
        )
        assert articles_in(filled) == len(sample_articles())
    assert files_of(filled) == {"tidings.db"}


def test_a_home_that_somebody_uses_is_not_moved(
    filled: Settings, new_postgres: Callable[[], str]
) -> None:
    url = new_postgres()
    with HomeLock(home_of(filled)), pytest.raises(HomeTaken, match="crawling"):
        migrate_home(filled, url)
    library = Library.open(filled)
    library.search(Query("ferry"))
    with pytest.raises(CopyRefused, match=r"Another process has .*tidings\.db open"):
        migrate_home(filled, url)
    library.close()
    migrate_home(filled, url)
    assert articles_in(filled) == 7


def test_a_database_that_belongs_to_another_home_is_refused(
    filled: Settings, new_postgres: Callable[[], str], tmp_path: Path
) -> None:
    url = new_postgres()
    migrate_home(filled, url)
    other = replace(filled, home=tmp_path / "other")
    database_with(other, sample_articles()).close()
    with pytest.raises(CopyRefused, match="already holds a home"):
        migrate_home(other, url)
    assert noted_places(home_of(other)) is None
    assert articles_in(other) == 7


def test_a_server_that_is_not_there_leaves_the_home_as_it_was(filled: Settings) -> None:
    with pytest.raises(StoreUnusable, match="cannot be used") as caught:
        migrate_home(filled, "postgresql://me:geheim@127.0.0.1:9/db")
    assert "geheim" not in str(caught.value)
    assert (noted_places(home_of(filled)), articles_in(filled)) == (None, 7)


def test_a_password_is_not_stored_and_the_settings_are_explained(
    filled: Settings, new_postgres: Callable[[], str]
) -> None:
    url = new_postgres()
    with_password = url.replace("tidings@", "tidings:geheim@")
    named = replace(filled, database=DatabaseSettings(with_password))  # as settings may say before
    done = migrate_home(filled, with_password)
    assert "geheim" not in json.dumps([done.origin, done.target, done.notes])
    assert any("password" in note for note in done.notes)
    assert "geheim" not in (filled.home / "places.json").read_text()
    assert articles_in(named) == 7
    assert any("database.url" in note for note in migrate_home(named, "sqlite").notes)


def test_settings_may_name_the_new_database_before_the_migration(
    filled: Settings, new_postgres: Callable[[], str]
) -> None:
    named = replace(filled, database=DatabaseSettings(new_postgres()))
    with pytest.raises(HomeUnusable, match="tidings migrate"):
        opened_database(home_of(named))
    migrate_home(named, named.database.url)
    assert articles_in(named) == 7


def test_what_would_be_moved_is_counted(filled: Settings, new_postgres: Callable[[], str]) -> None:
    url = new_postgres()
    shown = {table.name: table.rows for table in rows_to_move(filled, url).tables}
    assert shown["articles"] == 7
    with psycopg.connect(url) as connection:
        assert connection.execute("SELECT count(*) FROM articles").fetchone() == (0,)
    done = migrate_home(filled, url)
    assert {table.name: table.rows for table in done.tables} == shown


def test_a_copy_that_differs_is_found_and_the_home_stays(
    filled: Settings, new_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_postgres()
    real: Any = copy_table

    def forgetful(source: Any, destination: Any, layout: Any, *others: Any) -> Any:
        done = real(source, destination, layout, *others)
        if layout.name == "articles":
            destination.execute("UPDATE articles SET word_count = word_count + 1 WHERE seq = 3")
        return done

    with monkeypatch.context() as patch:
        patch.setattr(database_copy, "copy_table", forgetful)
        with pytest.raises(CopyDiffers, match="articles: row"):
            migrate_home(filled, url)
    assert noted_places(home_of(filled)) is None
    with pytest.raises(CopyDiffers, match="articles: row"):
        compare_homes(filled, url)
    migrate_home(filled, url)
    compare_homes(filled, "sqlite")


def test_a_server_that_goes_away_stops_the_migration(
    filled: Settings, new_postgres: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_postgres()

    def cut(*_: object) -> None:
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute(
                "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )

    with pytest.raises(MigrationStopped, match="the home is as before"):
        migrate_home(filled, url, cut)
    assert articles_in(filled) == 7
    migrate_home(filled, url)
    assert articles_in(filled) == 7
