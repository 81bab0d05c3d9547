"""The store's tests run on both databases; what is true of one only says so in its name."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import psycopg
import pytest
from tests.store.postgres_server import postgres_server

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database


@pytest.fixture(scope="session")
def new_postgres() -> Iterator[Callable[[], str]]:
    """Return a function that makes an empty home in PostgreSQL and returns its URL."""
    with postgres_server() as folder:
        numbers = count()

        def url(name: str) -> str:
            return f"postgresql://tidings@/{name}?host={folder}"

        with psycopg.connect(url("postgres"), autocommit=True) as connection:
            connection.execute("CREATE DATABASE migrated")
            open_database(url("migrated"), StoreSettings()).close()

            def new() -> str:
                name = f"home_{next(numbers)}"
                connection.execute(f"CREATE DATABASE {name} TEMPLATE migrated")
                return url(name)

            yield new


@pytest.fixture(params=["sqlite", "postgres"])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> Path | str:
    """Return where an empty home's database is, of each kind."""
    if request.param == "sqlite":
        return tmp_path / "tidings.db"
    new: Callable[[], str] = request.getfixturevalue("new_postgres")
    return new()


@pytest.fixture
def database(location: Path | str) -> Iterator[Database]:
    database = open_database(location, StoreSettings(commit_seconds=0.0))
    yield database
    database.close()
