"""Two folders, as on two machines, with one database: one process owns the home at a time."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.store.postgres_server import postgres_server

from tidings.engine.process.home import Home, ensure_home
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.home_lock import HomeTaken
from tidings.engine.process.home_ownership import owned_database, owned_for_a_moment
from tidings.settings.tree import DatabaseSettings, Settings

psycopg = pytest.importorskip("psycopg", reason="the extra `postgres` is not installed")


@pytest.fixture(scope="module")
def new_url() -> Iterator[Callable[[], str]]:
    with postgres_server() as folder:
        numbers = iter(range(1_000))

        def url(name: str) -> str:
            return f"postgresql://tidings@/{name}?host={folder}"

        def new() -> str:
            name = f"home_{next(numbers)}"
            with psycopg.connect(url("postgres"), autocommit=True) as connection:
                connection.execute(f"CREATE DATABASE {name}")
            return url(name)

        yield new


@pytest.fixture
def two_homes(new_url: Callable[[], str], tmp_path: Path) -> tuple[Home, Home]:
    database = DatabaseSettings(new_url())
    one, other = (
        ensure_home(Settings(home=tmp_path / name, database=database)) for name in ("one", "other")
    )
    return one, other


def test_a_home_that_another_machine_owns_is_refused_by_name(two_homes: tuple[Home, Home]) -> None:
    one, other = two_homes
    with (
        owned_database(one, "crawling"),
        pytest.raises(HomeTaken, match="which is crawling") as taken,
        owned_database(other, "rebuilding"),
    ):
        pass
    assert " on " in taken.value.owner.process
    with owned_database(other, "rebuilding"):
        pass


def test_commands_wait_for_the_owner_on_another_machine(two_homes: tuple[Home, Home]) -> None:
    one, other = two_homes
    database = opened_database(other)
    try:
        with (
            owned_database(one, "crawling"),
            pytest.raises(HomeTaken) as taken,
            owned_for_a_moment(other, database),
        ):
            pass
        assert taken.value.owner.purpose == "crawling"
        with owned_for_a_moment(other, database):
            database.write(lambda db: db.execute("SELECT 1")).result()
    finally:
        database.close()


def test_who_owned_a_home_for_a_moment_still_writes_when_another_owns_it(
    two_homes: tuple[Home, Home],
) -> None:
    one, other = two_homes
    database = opened_database(other)
    try:
        with owned_for_a_moment(other, database):
            pass
        with owned_database(one, "crawling"):
            inserted = database.write(
                lambda db: db.execute("INSERT INTO counters VALUES ('n', 1)").rowcount
            )
            assert inserted.result() == 1
    finally:
        database.close()
