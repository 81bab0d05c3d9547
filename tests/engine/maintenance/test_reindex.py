import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest
from tests.engine import index_swap_process

from tidings.engine.live.crawl_stores import opened_index
from tidings.engine.maintenance.reindex import rebuild
from tidings.engine.process.home import ensure_home
from tidings.search.index.current_generation import building, current_name
from tidings.search.index.search_index import Index, IndexBusy
from tidings.settings.tree import Settings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.articles.articles import article_count

DRIVER = Path(index_swap_process.__file__)


def silent(done: int, total: int) -> None:
    assert done <= total


@contextmanager
def kept_articles(home: Path, count: int) -> Iterator[Database]:
    folder = ensure_home(Settings(home=home))
    database = open_database(folder.database, index_swap_process.settings_of(home).store)
    index_swap_process.keep(database, range(count))
    yield database
    database.close()


def open_reader(home: Path) -> Index:
    return Index.open(home / "index", index_swap_process.SEARCH, writable=False)


def generations(home: Path) -> list[str]:
    """Return the generations, but not the parts of one that is being built."""
    folders = (path for path in (home / "index").iterdir() if path.is_dir())
    return sorted(path.name for path in folders if not path.name.startswith("."))


def assert_complete(home: Path) -> None:
    """Check that both parts of the index have every article in its newest revision."""
    database = open_database(home / "tidings.db", index_swap_process.settings_of(home).store)
    rows = database.read().execute("SELECT id, seq FROM articles").fetchall()
    database.close()
    view = open_reader(home).view
    assert sorted(view.ids()) == sorted(row["id"] for row in rows)
    assert {row["id"]: view.forward.seq_of(row["id"]) for row in rows} == {
        row["id"]: row["seq"] for row in rows
    }


def test_a_rebuild_replaces_the_old_index(tmp_path: Path) -> None:
    with kept_articles(tmp_path, 30):
        first = rebuild(index_swap_process.settings_of(tmp_path), silent)
        reader = open_reader(tmp_path)
        held = reader.view
        second = rebuild(index_swap_process.settings_of(tmp_path), silent)
    assert (first.articles, second.articles, second.last_seq) == (30, 30, 30)
    assert first.generation != second.generation
    assert generations(tmp_path) == [second.generation]
    assert held.count() == 30  # although its files are deleted
    reader.reload()
    assert reader.view.folder.name == second.generation
    assert_complete(tmp_path)


def test_a_rebuild_ends_even_if_articles_come_as_fast_as_they_are_added(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tidings.engine.maintenance.reindex._CHUNK", 5)
    with kept_articles(tmp_path, 20) as database:

        def busy(done: int, total: int) -> None:
            silent(done, total)
            first = article_count(database.read())
            assert first < 500, "the rebuild does not end"
            index_swap_process.keep(database, range(first, first + 5))

        rebuilt = rebuild(index_swap_process.settings_of(tmp_path), busy)
    assert rebuilt.articles >= 20


def test_a_second_rebuild_at_the_same_time_is_refused(tmp_path: Path) -> None:
    with kept_articles(tmp_path, 1), building(tmp_path / "index"), pytest.raises(IndexBusy):
        rebuild(index_swap_process.settings_of(tmp_path), silent)


def test_a_rebuild_that_fails_leaves_the_old_index_and_nothing_else(tmp_path: Path) -> None:
    def fail(done: int, total: int) -> None:
        raise OSError("no space left")

    with kept_articles(tmp_path, 10):
        first = rebuild(index_swap_process.settings_of(tmp_path), silent)
        with pytest.raises(OSError, match="no space"):
            rebuild(index_swap_process.settings_of(tmp_path), fail)
    assert generations(tmp_path) == [first.generation]
    assert current_name(tmp_path / "index") == first.generation
    assert_complete(tmp_path)


def test_the_next_start_removes_the_leftovers_of_a_killed_rebuild(tmp_path: Path) -> None:
    with kept_articles(tmp_path, 10):
        rebuild(index_swap_process.settings_of(tmp_path), silent)
    (tmp_path / "index" / "77").mkdir()
    (tmp_path / "index" / "offered").write_text("77")
    opened_index(tmp_path / "index", index_swap_process.SEARCH).close()
    assert "77" not in generations(tmp_path)
    assert_complete(tmp_path)


class Process:
    """One of the driver's roles."""

    def __init__(self, role: str, home: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(DRIVER), role, str(home)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def wait_for(self, prefix: str) -> str:
        for line in _pipe(self.process.stdout):
            assert not line.startswith("failed"), line
            if line.startswith(prefix):
                return line.split()[1]
        raise AssertionError(f"it ended before {prefix!r}")

    def kill(self) -> None:
        self.process.kill()
        self._close()

    def end(self) -> int:
        """Wait for its end; return the last number it prints."""
        out, _ = self.process.communicate()
        assert self.process.returncode == 0, out
        assert "failed" not in out
        return int(out.split()[-1])

    def _close(self) -> None:
        self.process.wait()
        _pipe(self.process.stdin).close()
        _pipe(self.process.stdout).close()


Start = Callable[[str], Process]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts a role, and kills all processes when the test ends."""
    started: list[Process] = []

    def begin(role: str) -> Process:
        started.append(Process(role, tmp_path))
        return started[-1]

    yield begin
    for process in started:
        process.kill()


def _pipe(pipe: IO[str] | None) -> IO[str]:
    assert pipe is not None
    return pipe


def rebuild_in_another_process(start: Start, reader: Process) -> None:
    """Rebuild, and wait until the reader uses the new index."""
    generation = start("rebuild").wait_for("rebuilt")
    assert reader.wait_for(f"reads {generation}") == generation


@pytest.mark.timeout(600)
@pytest.mark.parametrize("rounds", [1, pytest.param(5, marks=pytest.mark.slow)])
def test_searching_and_writing_survive_index_swaps_and_killed_processes(
    tmp_path: Path, start: Start, rounds: int
) -> None:
    with kept_articles(tmp_path, 1100):
        rebuild(index_swap_process.settings_of(tmp_path), silent)
    reader = start("read")
    reader.wait_for("reads")
    for _ in range(rounds):
        writer = start("write")
        writer.wait_for("kept")
        rebuilder = start("rebuild")
        rebuilder.wait_for("at")
        rebuilder.kill()
        rebuild_in_another_process(start, reader)  # with a writer that switches to it
        rebuilder = start("rebuild")
        rebuilder.wait_for("at")
        writer.kill()
        generation = rebuilder.wait_for("rebuilt")  # without a writer
        reader.wait_for(f"reads {generation}")
    writer = start("write")
    writer.wait_for("kept")
    writer.end()
    assert reader.end() > 1100
    assert len(generations(tmp_path)) == 1
    assert_complete(tmp_path)
