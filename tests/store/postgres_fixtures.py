"""Homes in PostgreSQL, for the conftest of whichever tests need them."""

from collections.abc import Callable, Iterator
from itertools import count

import psycopg
import pytest
from tests.store.postgres_server import locale_of_tests, postgres_server

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import open_database


@pytest.fixture(scope="session")
def new_postgres() -> Iterator[Callable[[], str]]:
    """Return a function that makes an empty home in PostgreSQL and returns its URL."""
    with postgres_server() as folder:
        numbers = count()

        def url(name: str) -> str:
            return f"postgresql://tidings@/{name}?host={folder}"

        with psycopg.connect(url("postgres"), autocommit=True) as connection:
            connection.execute(
                "CREATE DATABASE migrated TEMPLATE template0 ENCODING 'UTF8' "
                f"LOCALE '{locale_of_tests(folder)}'"
            )
            open_database(url("migrated"), StoreSettings()).close()

            def new() -> str:
                name = f"home_{next(numbers)}"
                connection.execute(f"CREATE DATABASE {name} TEMPLATE migrated")
                return url(name)

            yield new
