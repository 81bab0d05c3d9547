"""kill -9 between a version of knowledge and its lessons: none is lost or counted twice."""

from pathlib import Path

import pytest
from tests.crash.forking_process import forked
from tests.crash.knowledge_process import LESSONS, STAGES

from tidings.engine.process.home import ensure_home
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import open_database

KILLED = -9
LAST_VERSION = 1024  # after 64 and 256


def run(home: Path, stage: str, calls: int) -> int:
    return forked("tests.crash.knowledge_process").run(home, stage, calls)[0]


def learned(home: Path) -> tuple[dict[str, bytes], list[int]]:
    """Return the files of all versions, and the numbers of the lessons that wait."""
    paths = ensure_home(Settings(home=home))
    database = open_database(paths.database, StoreSettings())
    rows = database.read().execute("SELECT number FROM lessons ORDER BY number").fetchall()
    database.close()
    versions = [path for path in paths.knowledge.iterdir() if path.name.isdecimal()]
    return {path.name: path.read_bytes() for path in versions}, [row[0] for row in rows]


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, bytes], list[int]]:
    home = tmp_path_factory.mktemp("undisturbed") / "home"
    assert run(home, "none", 0) == 0
    return learned(home)


@pytest.mark.timeout(120)
@pytest.mark.parametrize("stage", STAGES)
def test_a_kill_loses_no_lesson_and_counts_none_twice(
    tmp_path: Path, undisturbed: tuple[dict[str, bytes], list[int]], stage: str
) -> None:
    home = tmp_path / "home"
    for _ in range(2):
        assert run(home, stage, 1) == KILLED
    assert run(home, "none", 0) == 0
    files, waiting = learned(home)
    assert [*files] == [str(LAST_VERSION)]
    assert waiting == [*range(LAST_VERSION + 1, LESSONS + 1)]
    assert (files, waiting) == undisturbed
