"""The same archive and knowledge give the same results, wherever jobs run and rows are."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path

import pytest
from tests.clusters.home_results import Results, differences, results_of
from tests.clusters.job_world import make_outdated_home
from tests.clusters.ray_cluster import RayCluster
from tests.homes import copy_home
from tests.store.files.store_fixtures import seaweed as seaweed
from tests.store.files.store_fixtures import store_settings as store_settings
from tests.store.postgres_fixtures import new_postgres as new_postgres

from tidings.engine.estimating.learning import learn_times
from tidings.engine.jobs.job import Runner
from tidings.engine.jobs.job_log import JobOptions
from tidings.engine.migration.files_migration import migrate_files
from tidings.engine.migration.home_migration import migrate_home
from tidings.engine.rebuilding import rebuild
from tidings.engine.rebuilding.rebuild import RebuildResult, rebuild_home
from tidings.engine.runners.local_runner import LocalRunner
from tidings.engine.runners.runner_choice import opened_runner
from tidings.model.crawl.rebuild_step import RebuildStep
from tidings.settings.tree import Settings, StoreSettings
from tidings.store.database.database import Database

pytestmark = pytest.mark.timeout(300)  # with a crawl, two servers and a cluster
ALL = frozenset(RebuildStep)
Opener = Callable[..., AbstractContextManager[Runner]]


@contextmanager
def local(
    workers: int,
    settings: Settings,
    database: Database,
    since: datetime | None = None,
    command: str = "",
) -> Iterator[Runner]:
    yield LocalRunner(database, workers, options=JobOptions(since, command, learn_times))


def rebuilt(settings: Settings, opener: Opener) -> RebuildResult:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rebuild, "opened_runner", opener)
        return rebuild_home(settings, ALL, lambda *_: None, everything=True)


def settings_of(home: Path) -> Settings:
    settings = Settings(home=home)
    return replace(settings, store=StoreSettings(commit_seconds=0.02))


@pytest.fixture(
    scope="module",
    params=[
        pytest.param(10, id="170-pages"),
        pytest.param(60, id="500-pages", marks=[pytest.mark.slow, pytest.mark.timeout(1200)]),
    ],
)
def outdated(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home to copy, of papers with so many articles."""
    folder = tmp_path_factory.mktemp("outdated") / "home"
    make_outdated_home(folder, history=request.param)
    return folder


@pytest.fixture(scope="module")
def expected(outdated: Path, tmp_path_factory: pytest.TempPathFactory) -> Results:
    """What comes of it in one process, with SQLite."""
    home = tmp_path_factory.mktemp("expected") / "home"
    copy_home(outdated, home)
    done = rebuilt(settings_of(home), partial(local, 0))
    assert min(done.corrected, done.found, done.articles) > 25
    assert done.added > 3
    assert done.ranked > 80
    assert not done.quarantined
    results = results_of(settings_of(home))
    assert all(results.values()), [name for name, values in results.items() if not values]
    return results


@pytest.fixture
def settings(outdated: Path, tmp_path: Path) -> Settings:
    copy_home(outdated, tmp_path / "home")
    return settings_of(tmp_path / "home")


@pytest.fixture
def shared(
    settings: Settings, new_postgres: Callable[[], str], store_settings: StoreSettings
) -> Settings:
    """A copy with its rows in PostgreSQL and its files on S3."""
    there = replace(store_settings, commit_seconds=0.02)
    here = replace(settings, store=replace(there, url=""))
    migrate_home(here, new_postgres())
    migrate_files(here, there.url)
    for path in (settings.home / "archive").iterdir():  # as on another machine
        path.unlink()
    return here


def test_processes_of_this_machine(settings: Settings, expected: Results) -> None:
    rebuilt(settings, partial(local, 2))
    assert not differences(results_of(settings), expected)


def test_rows_in_postgresql_and_files_on_s3(shared: Settings, expected: Results) -> None:
    rebuilt(shared, partial(local, 2))
    assert not differences(results_of(shared), expected)


def test_two_nodes_of_a_cluster(
    settings: Settings, ray_cluster: RayCluster, expected: Results
) -> None:
    rebuilt(on_cluster(settings, ray_cluster), opened_runner)
    assert not differences(results_of(settings), expected)


def test_a_cluster_with_rows_in_postgresql_and_files_on_s3(
    shared: Settings, ray_cluster: RayCluster, expected: Results
) -> None:
    rebuilt(on_cluster(shared, ray_cluster), opened_runner)
    assert not differences(results_of(shared), expected)


def on_cluster(settings: Settings, cluster: RayCluster) -> Settings:
    there = cluster.settings(settings.home)
    return replace(settings, jobs=there.jobs, cluster=there.cluster)
