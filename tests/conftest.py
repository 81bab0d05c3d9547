import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database

# As `tidings` itself does, before anything imports numpy: on small matrices several threads only
# wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    database = open_database(tmp_path / "tidings.db", StoreSettings(commit_seconds=0.0))
    yield database
    database.close()
