"""The store's tests run on both databases; what is true of one only says so in its name."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.store.files.store_fixtures import far_store as far_store
from tests.store.files.store_fixtures import patient_store as patient_store
from tests.store.files.store_fixtures import proxy as proxy
from tests.store.files.store_fixtures import seaweed as seaweed
from tests.store.files.store_fixtures import store as store
from tests.store.files.store_fixtures import store_settings as store_settings
from tests.store.postgres_fixtures import new_postgres as new_postgres

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database


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
