from collections.abc import Iterator
from pathlib import Path

import pytest

from tidings.settings.tree import StoreSettings
from tidings.store.database.sqlite import Database


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = Database(tmp_path / "tidings.db", StoreSettings(commit_seconds=0.0))
    yield database
    database.close()
