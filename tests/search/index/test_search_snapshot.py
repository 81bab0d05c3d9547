from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tidings.model.search.results import Matches, Query, RankingModel
from tidings.search.entries.entry import IndexEntry
from tidings.search.index.generation import Generation
from tidings.search.index.rebuilding import build
from tidings.search.index.search_index import Index
from tidings.search.query_run import query_run_of
from tidings.search.search import matches_of
from tidings.settings.tree import SearchSettings

MakeEntry = Callable[..., IndexEntry]
NOW = datetime(2024, 5, 2, tzinfo=UTC)
SETTINGS = SearchSettings()
QUERY = Query("storm", limit=50, copies=True)
BEFORE = 12  # articles that a search sees


class Commits:
    """Everything that the owner of an index may do to it."""

    def __init__(self, index: Index, make_entry: MakeEntry) -> None:
        self.index, self._make = index, make_entry
        self.seq = 0

    def add(self, count: int = 20) -> None:
        for _ in range(count):
            self.seq += 1
            text = "storm " * (1 + self.seq % 5) + f"word{self.seq % 3} " * self.seq
            self.index.add([self._make(f"a{self.seq}", self.seq, text)])
        self.index.commit()

    def remove_and_revise(self) -> None:
        self.index.remove(["a1", "a2"])
        self.seq += 1
        self.index.add([self._make("a3", self.seq, "calm " * 30)])
        self.index.commit()

    def merge(self) -> None:
        for _ in range(40):
            self.add(1)

    def switch(self) -> None:
        """Another generation, with other articles, takes over as after a rebuild."""

        def fill(generation: Generation) -> None:
            generation.add([self._make(f"b{seq}", seq, "storm storm") for seq in range(1, 4)])
            generation.commit()

        self.index.close()
        build(self.index.folder, SETTINGS, fill)


@pytest.fixture
def commits(tmp_path: Path, make_entry: MakeEntry) -> Iterator[Commits]:
    index = Index.open(tmp_path / "index", SETTINGS, writable=True)
    made = Commits(index, make_entry)
    made.add(BEFORE)
    yield made
    index.close()


@pytest.mark.parametrize(
    "meanwhile", [Commits.add, Commits.remove_and_revise, Commits.merge, Commits.switch]
)
@pytest.mark.parametrize("model", RankingModel)
def test_a_search_sees_one_state_whatever_is_committed_meanwhile(
    commits: Commits, meanwhile: Callable[[Commits], None], model: RankingModel
) -> None:
    reader = Index.open(commits.index.folder, SETTINGS, writable=False)
    query = Query("storm", limit=50, copies=True, model=model, explain=True)
    expected = matches_of(query_run_of(reader.snapshot(), query, NOW))
    planned = query_run_of(reader.snapshot(), query, NOW)
    meanwhile(commits)
    reader.reload()
    assert matches_of(planned) == expected
    assert len(expected.matches) == expected.total == expected.as_of == BEFORE
    later = matches_of(query_run_of(reader.snapshot(), query, NOW))
    assert (later.total, later.as_of) != (expected.total, expected.as_of)
    reader.close()


def test_a_snapshot_outlives_its_index(commits: Commits) -> None:
    reader = Index.open(commits.index.folder, SETTINGS, writable=False)
    snapshot = reader.snapshot()
    expected = found(reader)
    commits.switch()
    reader.reload()
    reader.close()
    assert matches_of(query_run_of(snapshot, QUERY, NOW)) == expected


def found(index: Index) -> Matches:
    return matches_of(query_run_of(index.snapshot(), QUERY, NOW))
