import pickle
from dataclasses import replace
from pathlib import Path

import pytest
from tests.engine.reindexing.made_articles import keep, opened_home

from tidings.engine.estimating.learning import learn_times
from tidings.engine.estimating.planning import planned
from tidings.engine.jobs.job_log import JobOptions
from tidings.engine.maintenance import reannotate
from tidings.engine.maintenance.reannotate import AnnotateJob, SecondReading, annotate_again
from tidings.engine.runners.local_runner import LocalRunner
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.tables.articles.annotations import PackedAnnotations, packed_annotations_of
from tidings.store.tables.articles.articles import article_ids

COUNT = 24


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reannotate, "_USUAL", 5)


def annotated(database: Database) -> dict[str, PackedAnnotations]:
    connection = database.read()
    return packed_annotations_of(connection, list(article_ids(connection)))


def test_annotations_do_not_depend_on_the_runner_nor_on_how_parts_are_cut(tmp_path: Path) -> None:
    found = []
    for workers in (0, 2):
        home, database = opened_home(tmp_path / str(workers))
        keep(database, range(COUNT))
        settings = Settings(home=home.folder)
        runner = LocalRunner(database, workers, options=JobOptions(learn=learn_times))
        done = annotate_again(runner, database, settings, lambda *_: None, everything=False)
        assert done == (COUNT, ())
        found.append(annotated(database))
        # Times are known now: parts are cut by them, and nothing else changes.
        job = planned(
            AnnotateJob(SecondReading.of(settings), True, 500), database.read(), settings.jobs, 5
        )
        assert job.plan.is_learned
        annotate_again(runner, database, settings, lambda *_: None, everything=True)
        assert annotated(database) == found[-1]
        database.close()
    assert found[0] == found[1]
    assert len(found[0]) == COUNT


def test_a_part_keeps_its_articles_whatever_is_annotated_already(tmp_path: Path) -> None:
    home, database = opened_home(tmp_path / "home")
    keep(database, range(COUNT))
    settings = Settings(home=home.folder)
    job = planned(
        AnnotateJob(SecondReading.of(settings), False, 500), database.read(), settings.jobs, 5
    )
    before = [part.key for part in job.split(database.read())]
    assert len(before) == 5
    annotate_again(LocalRunner(database, 0), database, settings, lambda *_: None, everything=False)
    after = list(job.split(database.read()))
    assert [part.key for part in after] == before
    assert sum(part.passed for part in after) == COUNT
    assert pickle.loads(pickle.dumps(job)) == job
    other = replace(job, setup=replace(job.setup, knowledge=job.setup.knowledge + 1))
    assert other.key != job.key
    database.close()
