"""A copy that is killed anywhere goes on where it was, and ends like one that was not."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.store.database.copying import killed_copy
from tests.store.database.copying.filled_tables import fill_tables, raw_rows

from tidings.settings.tree import StoreSettings
from tidings.store.database.copying.database_copy import copy_database
from tidings.store.database.copying.migration_progress import (
    progress_of,
    unfinished_migration,
)
from tidings.store.database.copying.open_end import open_end
from tidings.store.database.database import open_database

# In the middle of tables, between them, and in both passes: there are about 250 commits.
MOMENTS = ("before 1", "after 1", "before 2", "after 4", "before 90", "after 90", "after 91",
           "comparing 1", "comparing 40", "verified")  # fmt: skip


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("home") / "tidings.db"
    fill_tables(path, rows=20)
    return path


@pytest.fixture(scope="module")
def served_home(home: Path, new_postgres: Callable[[], str]) -> str:
    url = new_postgres()
    run(home, url, "never")
    return url


def run(source: Path | str, destination: Path | str, moment: str) -> int:
    """Copy in a process of its own; return how it ended."""
    words = [sys.executable, killed_copy.__file__, str(source), str(destination), moment]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(words, env=environment, check=False, timeout=60).returncode


def is_unfinished(location: Path | str) -> bool:
    database = open_database(location, StoreSettings())
    try:
        return unfinished_migration(database.read()) is not None
    finally:
        database.close()


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_killed_copy_into_postgres_goes_on(
    home: Path, new_postgres: Callable[[], str], tmp_path: Path, moment: str
) -> None:
    before = raw_rows(home)
    url = new_postgres()
    assert run(home, url, moment) == -signal.SIGKILL
    assert is_unfinished(url) is (moment != "before 1")
    assert raw_rows(home) == before
    assert run(home, url, "never") == 0
    assert not is_unfinished(url)
    assert run(url, tmp_path / "back", "never") == 0
    back = raw_rows(tmp_path / "back")
    assert [name for name in before if before[name] != back[name]] == []


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_killed_copy_into_sqlite_goes_on(
    home: Path, served_home: str, tmp_path: Path, moment: str
) -> None:
    assert run(served_home, tmp_path / "back", moment) == -signal.SIGKILL
    assert is_unfinished(tmp_path / "back") is (moment != "before 1")
    assert run(served_home, tmp_path / "back", "never") == 0
    before, back = raw_rows(home), raw_rows(tmp_path / "back")
    assert [name for name in before if before[name] != back[name]] == []


def test_what_was_copied_is_not_copied_again(home: Path, new_postgres: Callable[[], str]) -> None:
    url = new_postgres()
    assert run(home, url, "before 90") == -signal.SIGKILL
    ends = open_end(home), open_end(url)
    copied = sum(progress.rows for progress in progress_of(ends[1]).values())
    assert copied > 300
    written: list[int] = []
    write = ends[1].write

    def counting_write(layout: object, rows: list[object]) -> None:
        written.append(len(rows))
        write(layout, rows)  # type: ignore[arg-type]

    ends[1].write = counting_write  # type: ignore[method-assign, assignment]
    tables = copy_database(*ends, str(home), lambda step, table, rows: None)
    assert sum(written) == sum(table.rows for table in tables) - copied
    for end in ends:
        end.close()
