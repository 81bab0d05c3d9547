import pickle
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.engine.reindexing.made_articles import (
    NOW,
    SEARCH,
    answers,
    counts,
    keep,
    made_article,
    opened_home,
)

from tidings.engine.followers.index_feeding import feed_changes
from tidings.engine.jobs.job import Runner
from tidings.engine.maintenance import reindex
from tidings.engine.maintenance.reindex import IndexRebuild, rebuild_index
from tidings.engine.process.home import Home
from tidings.engine.reindexing import build_plan, index_job
from tidings.engine.reindexing.build_plan import begun_plan, parts_of
from tidings.engine.reindexing.index_job import IndexJob
from tidings.engine.runners.local_runner import LocalRunner
from tidings.model.crawl.job_status import PartStatus
from tidings.search.index.search_index import Index
from tidings.search.index.stored_parts import PARTS
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import article_by_id
from tidings.store.tables.changes.article_changes import changes_after
from tidings.store.tables.jobs.job_rows import JobStart, add_part, begin_job
from tidings.store.tables.takedowns.removal import remove_articles

COUNT = 60


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reindex, "PART_ARTICLES", 7)


@pytest.fixture
def made(tmp_path: Path) -> Iterator[tuple[Home, Database]]:
    home, database = opened_home(tmp_path / "home")
    keep(database, range(COUNT))
    yield home, database
    database.close()


def build(made: tuple[Home, Database], runner: Runner | None = None) -> IndexRebuild:
    home, database = made
    silent = LocalRunner(database, 0) if runner is None else runner
    return rebuild_index(silent, home, database, Settings(home=home.folder), lambda *_: None)


def opened(home: Home) -> Index:
    return Index.open(home.index, SEARCH, writable=False)


def fed_index(folder: Path, database: Database, batch: int) -> Index:
    """Return an index that followed the log of changes, a few at a time."""
    index, seq = Index.open(folder, SEARCH, writable=True), 0
    while changes := changes_after(database.read(), seq, batch):
        feed_changes(database.read(), index, changes)
        seq = changes[-1].seq
        index.commit(seq)
    return index


def test_answers_are_those_of_an_index_that_followed_the_changes(
    made: tuple[Home, Database], tmp_path: Path
) -> None:
    build(made)
    built, fed = opened(made[0]), fed_index(tmp_path / "fed", made[1], 13)
    assert counts(built) == counts(fed)
    # The thesis' models read the lengths of vectors, which an index computes when it merges: one
    # that was fed has lengths of several times.
    for ours, theirs in zip(answers(built), answers(fed), strict=True):
        assert ours.total == theirs.total
        if not any(hit.breakdown and "vsm" in hit.breakdown.model for hit in ours.matches):
            assert ours == theirs
    fed.close()


@pytest.mark.parametrize("size", [7, 1000])
def test_answers_depend_neither_on_the_runner_nor_on_the_parts(
    made: tuple[Home, Database], monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    build(made)
    expected = answers(opened(made[0])), counts(opened(made[0]))
    monkeypatch.setattr(reindex, "PART_ARTICLES", size)
    rebuilt = build(made, LocalRunner(made[1], 2))
    assert rebuilt.articles == COUNT
    assert (answers(opened(made[0])), counts(opened(made[0]))) == expected
    assert not (made[0].index / PARTS).exists()


def test_what_changes_during_the_build_is_in_the_index(made: tuple[Home, Database]) -> None:
    home, database = made
    gone = made_article(3)

    class ChangingRunner(LocalRunner):
        def run(self, *given: Any) -> Any:
            report = super().run(*given)
            keep(database, range(COUNT, COUNT + 5))
            keep(database, range(10, 12), seed=2)
            database.write(lambda rows: remove_articles(rows, [gone.id], NOW)).result()
            return report

    rebuilt = build(made, ChangingRunner(database, 0))
    assert rebuilt.articles == COUNT + 4
    expected = answers(opened(home))
    assert not opened(home).holds(gone.id)
    build(made)
    assert [one.total for one in answers(opened(home))] == [one.total for one in expected]
    changed = article_by_id(database.read(), made_article(10).id)
    assert changed is not None
    assert opened(home).view.forward.seq_of(changed.id) == changed.seq


class Killed(BaseException):
    """As if the process were killed."""


def test_a_build_that_was_killed_goes_on_with_its_parts(
    made: tuple[Home, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    home, database = made
    build(made)
    expected = answers(opened(home))

    def kill(done: int, of: int) -> None:
        if done >= 30:
            raise Killed

    runner = LocalRunner(database, 0)
    with pytest.raises(Killed):
        rebuild_index(runner, home, database, Settings(home=home.folder), kill)
    assert answers(opened(home)) == expected  # the former index
    keep(database, range(COUNT, COUNT + 3))
    mapped: list[str] = []
    original = index_job._entries

    def entries(*given: Any) -> Any:
        mapped.extend(each.article for each in given[2])
        return original(*given)

    monkeypatch.setattr(index_job, "_entries", entries)
    assert build(made).articles == COUNT + 3
    assert len(mapped) == COUNT - 35


def test_parts_that_were_lost_are_made_again(made: tuple[Home, Database]) -> None:
    home, database = made
    plan = begun_plan(database.read(), home.index, 7, NOW)
    with pytest.raises(Killed):
        rebuild_index(LocalRunner(database, 0), home, database, Settings(home=home.folder), _killed)
    parts = sorted(parts_of(plan, home.index).folder.iterdir())
    shutil.rmtree(parts[0])
    assert build(made).articles == COUNT


def _killed(done: int, of: int) -> None:
    if done >= 14:
        raise Killed


def test_a_plan_goes_on_until_articles_are_annotated_again(
    made: tuple[Home, Database], monkeypatch: pytest.MonkeyPatch
) -> None:
    home, database = made
    plan = begun_plan(database.read(), home.index, 7, NOW)
    keep(database, range(COUNT, COUNT + 3))
    assert begun_plan(database.read(), home.index, 7, datetime.now(UTC)) == plan
    start = JobStart("annotate", "key", 1, NOW)
    job = database.write(lambda rows: begin_job(rows, start)).result()
    done = PartStatus("1-9", 1, 0, "", 0.0, NOW)
    database.write(lambda rows: add_part(rows, job, done)).result()
    later = begun_plan(database.read(), home.index, 7, datetime.now(UTC))
    assert later.until == plan.until + 3
    monkeypatch.setattr(build_plan, "VERSION", "another")
    assert begun_plan(database.read(), home.index, 7, NOW).key != later.key


def test_the_job_can_be_sent_to_any_process(made: tuple[Home, Database]) -> None:
    home, database = made
    job = IndexJob(home, begun_plan(database.read(), home.index, 7, NOW), SEARCH.heap_bytes)
    copy = pickle.loads(pickle.dumps(job))
    assert copy == job
    assert list(copy.split(database.read())) == list(job.split(database.read()))
    sizes = [len(part.items) for part in job.split(database.read())]
    assert sizes == [7] * 8 + [4]


def test_a_home_without_articles_has_an_empty_index(tmp_path: Path) -> None:
    made = opened_home(tmp_path / "empty")
    assert build(made).articles == 0
    made[1].close()
