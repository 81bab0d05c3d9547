"""kill -9 while the index is sent to the store or fetched: it is whole there, and here."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.crash.forking_process import forked
from tests.crash.sending_process import FETCHING, SENDING, write_place
from tests.engine.mirroring.conftest import home as home
from tests.engine.mirroring.shared_home import SharedHome, found, indexed
from tests.store.conftest import new_postgres as new_postgres
from tests.store.files.store_fixtures import seaweed as seaweed
from tests.store.files.store_fixtures import store as store
from tests.store.files.store_fixtures import store_settings as store_settings

from tidings.engine.mirroring.stored_index import FILES, found_index
from tidings.store.files.file_store import FileStore

KILLED = -9


@pytest.fixture
def run(home: SharedHome) -> Callable[[str, str, int], int]:
    write_place(home)

    def run(machine: str, stage: str = "none", calls: int = 0) -> int:
        return forked("tests.crash.sending_process").run(home.folder / machine, stage, calls)[0]

    return run


def check(home: SharedHome, store: FileStore) -> None:
    """Check that the store has every file that its manifest names, and a new machine reads it."""
    known = found_index(store)
    there = {each.key: each.size for each in store.list(FILES)}
    if known is None or not known.index.files:
        return
    assert {file.key: file.stored_size for file in known.index.files}.items() <= there.items()
    shutil.rmtree(home.folder / "reader", ignore_errors=True)
    found(home.settings("reader"))
    assert len(indexed(home.settings("reader"))) == known.index.cursor


def check_end(home: SharedHome, run: Callable[..., int], store: FileStore, machine: str) -> None:
    """Check that nothing is missing after a run that is not killed, or there twice."""
    assert run(machine) == 0
    check(home, store)
    articles = indexed(home.settings(machine))
    assert articles == {f"n{seq}": seq for seq in range(1, len(articles) + 1)}
    assert articles == indexed(home.settings("reader"))


@pytest.mark.timeout(300)
@pytest.mark.parametrize("stage", SENDING)
@pytest.mark.parametrize("calls", [1, 5])
def test_a_kill_while_the_index_is_sent_leaves_one_that_is_whole(
    home: SharedHome, run: Callable[..., int], store: FileStore, stage: str, calls: int
) -> None:
    died = run("a", stage, calls)
    assert died == KILLED or calls > 1  # not every stage is so frequent
    check(home, store)
    run("a", stage, calls)
    check(home, store)
    check_end(home, run, store, "a")


@pytest.mark.timeout(300)
@pytest.mark.parametrize("stage", FETCHING)
def test_a_kill_while_the_index_is_fetched_leaves_nothing_half_done(
    home: SharedHome, run: Callable[..., int], store: FileStore, stage: str
) -> None:
    assert run("a") == 0
    assert run("b", stage, 1) == KILLED
    assert run("b", stage, 1) == KILLED or stage == "after-current"
    check(home, store)
    check_end(home, run, store, "b")


@pytest.mark.timeout(300)
def test_what_was_fetched_before_a_kill_is_not_fetched_again(
    home: SharedHome, run: Callable[..., int], store: FileStore
) -> None:
    assert run("a") == 0
    assert run("b", "after-unpacking", 3) == KILLED
    arriving = home.index("b") / ".arriving"
    whole = {path: path.stat().st_ino for path in _whole(arriving)}
    assert whole
    assert run("b", "before-current", 1) == KILLED
    assert whole.items() <= {path: path.stat().st_ino for path in _whole(arriving)}.items()


def _whole(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if "." not in path.name]
