"""Which runner runs the jobs of a home, by the settings."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from tidings.engine.estimating.learning import learn_times
from tidings.engine.jobs.job import Runner
from tidings.engine.jobs.job_log import JobOptions
from tidings.engine.runners.local_runner import LocalRunner, process_count
from tidings.engine.runners.ray_runner import opened_ray_runner
from tidings.settings.job_engine import JobEngine
from tidings.settings.tree import Settings
from tidings.store.database.database import Database


@contextmanager
def opened_runner(
    settings: Settings, database: Database, since: datetime | None = None, command: str = ""
) -> Iterator[Runner]:
    """Return the runner that `jobs.engine` names, ready to run jobs while the block lasts.

    Jobs that began after `since` are continued even if they were complete. `command` (JSON) is kept
    with each job: `tidings jobs resume` starts that again. Raises ClusterUnusable.
    """
    engine = settings.engine
    options = JobOptions(since, command, learn_times)
    if settings.jobs.engine is JobEngine.RAY:
        with opened_ray_runner(settings, database, options) as runner:
            yield runner
        return
    count, limit = process_count(engine), engine.stage_seconds
    yield LocalRunner(database, count, limit, options, settings.jobs)
