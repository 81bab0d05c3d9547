"""Runs jobs on the nodes of a Ray cluster: parts are mapped there, and committed here.

Nothing of value is in Ray's memory. What a part yields is a file, put by the place that mapped it;
only its name and the facts travel. Whatever dies, the same parts are mapped again, or found.
"""

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, overload

from tidings.engine.jobs.cancelling import cancel_check
from tidings.engine.jobs.job import (
    I,
    Job,
    JobReport,
    Key,
    Output,
    Part,
    Progress,
    R,
    ReducingJob,
    T,
    V,
)
from tidings.engine.jobs.job_files import MAPPED, RESULTS, HomeJobFiles, remove_abandoned
from tidings.engine.jobs.job_log import JobLog, JobOptions
from tidings.engine.jobs.job_run import JobRun
from tidings.engine.jobs.part_file import PartFacts, file_name, read_header, read_outcome
from tidings.engine.jobs.part_outcome import PartOutcome
from tidings.engine.jobs.scratch import Scratch
from tidings.engine.jobs.stages import MapStage, RecordOutput
from tidings.engine.process.home import existing_home
from tidings.engine.runners.board import Board
from tidings.engine.runners.job_loop import rules_of, run_job, run_through, window_size
from tidings.engine.runners.ray_connection import connected_ray
from tidings.engine.runners.ray_place import Assignment
from tidings.engine.runners.ray_places import RayPlaces
from tidings.engine.runners.sent_job import packed_job, put_mark
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.tables.jobs.job_rows import unfinished_jobs

_DEFAULT = JobOptions()


@contextmanager
def opened_ray_runner(
    settings: Settings, database: Database, options: JobOptions = _DEFAULT
) -> Iterator["RayRunner"]:
    """Connect to the cluster of the settings; raises ClusterUnusable."""
    with connected_ray(settings) as connection:
        places = RayPlaces(connection)
        try:
            yield RayRunner(settings, database, places, options)
        finally:
            places.close()


class RayRunner:
    """Maps parts on a cluster, and commits their outputs."""

    def __init__(
        self, settings: Settings, database: Database, places: RayPlaces, options: JobOptions
    ) -> None:
        self._settings = settings
        self._home = existing_home(settings)
        self._database = database
        self._places = places
        self._options = options

    @property
    def places(self) -> int:
        """The number of places where parts are mapped, as long as no node joins or is lost."""
        return max(1, self._places.count())

    @overload
    def run(
        self,
        job: ReducingJob[I, R, V, T],
        output: Output[Key, list[T]],
        on_progress: Progress = lambda done, of: None,
    ) -> JobReport: ...

    @overload
    def run(
        self, job: Job[I, R], output: Output[I, R], on_progress: Progress = lambda done, of: None
    ) -> JobReport: ...

    def run(
        self,
        job: Job[Any, Any],
        output: Output[Any, Any],
        on_progress: Progress = lambda done, of: None,
    ) -> JobReport:
        """Run what is left of a job; a signal to end raises KeyboardInterrupt between commits."""
        log = JobLog(self._database, job, self._options)
        remove_abandoned(self._home, unfinished_jobs(self._database.read()))
        report = run_job(job, output, on_progress, log, self, self._database)
        self._files(log).clear()
        return report

    def _files(self, log: JobLog) -> HomeJobFiles:
        return HomeJobFiles(self._home, log.number)

    def scratch(self, job: ReducingJob[Any, Any, Any, Any], log: JobLog) -> Scratch:
        """Return the files of the job: the places that map write them."""
        return Scratch(HomeJobFiles(self._home, log.number, MAPPED))

    def into(self, scratch: Scratch) -> Output[Any, Any]:
        """Return what writes the records of parts; places write the files."""
        return RecordOutput(self._database)

    def divided(
        self, stage: MapStage[I, Any, Any, Any], run: JobRun[I, Any], scratch: Scratch, log: JobLog
    ) -> None:
        """Map the parts that are left; the files of their results are what will be reduced."""
        scratch.forget(log.failed)  # these are tried again
        self._map(stage, run, log, run.commit, MAPPED)

    def mapped(self, job: Job[I, R], run: JobRun[I, R], log: JobLog) -> None:
        """Map the parts that are left of a job, and commit what their files have."""
        files = self._files(log)

        def commit(part: Part[I], known: PartOutcome[I, R]) -> None:
            outcome = read_outcome(files, part)
            outcome.copies = known.copies
            run.commit(part, outcome)
            files.delete(file_name(part.key))

        self._map(job, run, log, commit, RESULTS)

    def _map(
        self,
        job: Job[I, R],
        run: JobRun[I, R],
        log: JobLog,
        commit: Callable[[Part[I], PartOutcome[I, R]], None],
        kind: str,
    ) -> None:
        files, mark = HomeJobFiles(self._home, log.number, kind), secrets.token_hex()
        left = files.names()
        put_mark(self._files(log), mark)
        limit = self._settings.engine.stage_seconds
        assignment = Assignment(self._home, log.number, mark, packed_job(job), limit, kind)
        rules = rules_of(job, self._settings.jobs, backups=True)
        board: Board[I, R] = Board(rules, window_size(job, max(self._places.count(), 1)))

        def facts_of(part: Part[I], facts: PartFacts) -> PartOutcome[I, R]:
            return facts.outcome(part)

        def left_of(part: Part[I]) -> PartOutcome[I, R] | None:
            """Return what is known about a part that was mapped, but not committed, before."""
            name = file_name(part.key)
            return read_header(files, name).facts.outcome(part) if name in left else None

        parts = run.unfinished(job.split(self._database.read()))
        check = cancel_check(self._database, log.number)
        with self._places.mapping(assignment, board, facts_of):
            run_through(board, parts, commit, check, left_of)
