"""Runs jobs in processes of this machine: one dying process costs at most one item of one part."""

import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any, overload

from tidings.engine.jobs.cancelling import cancel_check
from tidings.engine.jobs.job import (
    I,
    Job,
    JobReport,
    Key,
    Output,
    Progress,
    R,
    ReducingJob,
    T,
    V,
    traits_of,
)
from tidings.engine.jobs.job_files import FolderFiles, remove_earlier
from tidings.engine.jobs.job_log import JobLog, JobOptions
from tidings.engine.jobs.job_run import JobRun
from tidings.engine.jobs.scratch import Scratch
from tidings.engine.jobs.stages import MapStage, ScratchOutput
from tidings.engine.runners.board import Board
from tidings.engine.runners.halving import failing, mapped_alone
from tidings.engine.runners.job_loop import rules_of, run_job, run_through, window_size
from tidings.engine.runners.worker_process import WorkerProcess
from tidings.settings.tree import EngineSettings, JobSettings
from tidings.store.database.database import Database

_DEFAULT = JobOptions()
_SETTINGS = JobSettings()


def process_count(settings: EngineSettings) -> int:
    """Return how many processes to use: as many as the settings say, or one per core."""
    return settings.workers or os.cpu_count() or 1


class LocalRunner:
    """Maps parts in `workers` processes, and commits their outputs.

    Without workers, parts are mapped in this process: faster on one core, but an item that kills
    it kills everything.
    """

    def __init__(
        self,
        database: Database,
        workers: int,
        seconds: float = 20.0,
        options: JobOptions = _DEFAULT,
        settings: JobSettings = _SETTINGS,
    ) -> None:
        self._database = database
        self._workers = workers
        self._seconds = seconds  # time limit for a part of one item
        self._options = options
        self._settings = settings

    @property
    def places(self) -> int:
        """The number of places where parts are mapped."""
        return max(1, self._workers)

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
        return run_job(job, output, on_progress, log, self, self._database)

    def scratch(self, job: ReducingJob[Any, Any, Any, Any], log: JobLog) -> Scratch:
        """Return the folder for what is mapped, a subfolder of the job's own."""
        remove_earlier(job.scratch, log.number)
        return Scratch(FolderFiles(job.scratch / str(log.number)))

    def into(self, scratch: Scratch) -> Output[Any, Any]:
        """Return what writes scratch files and records."""
        return ScratchOutput(scratch, self._database)

    def divided(
        self, stage: MapStage[I, Any, Any, Any], run: JobRun[I, Any], scratch: Scratch, log: JobLog
    ) -> None:
        """Map the parts that are left; committing them writes the scratch files."""
        scratch.keep_only(log.finished)
        self.mapped(stage, run, log)

    def mapped(self, job: Job[I, R], run: JobRun[I, R], log: JobLog) -> None:
        """Map and commit the parts that are left of a job, or of one stage of a job."""
        parts = run.unfinished(job.split(self._database.read()))
        check = cancel_check(self._database, log.number)
        if not self._workers:
            with ExitStack() as opened:
                map_items = job.start(opened)
                for part in parts:
                    check()
                    run.commit(part, mapped_alone(job, part.items, failing(map_items)))
            return
        # A second process of the same machine is no faster than the first: no backups.
        rules = rules_of(job, self._settings, backups=False)
        board: Board[I, R] = Board(rules, window_size(job, self._workers))
        with _mapped_in_processes(job, self._workers, self._seconds, board):
            run_through(board, parts, run.commit, check)


@contextmanager
def _mapped_in_processes(
    job: Job[I, R], count: int, seconds: float, board: Board[I, R]
) -> Iterator[None]:
    """Let processes map the parts of a board while the block lasts."""
    processes = [WorkerProcess(job) for _ in range(count)]
    for number in range(count):
        board.add_place(number)
    threads = [
        threading.Thread(
            target=_map_parts, args=(job, number, process, seconds, board), name=f"job-{number}"
        )
        for number, process in enumerate(processes)
    ]
    try:
        for thread in threads:
            thread.start()
        yield
    finally:
        board.close()
        for process in processes:
            process.close()
        for thread in threads:
            thread.join()


def _map_parts(
    job: Job[I, R], number: int, process: WorkerProcess, seconds: float, board: Board[I, R]
) -> None:
    """Map parts in one process until there are none."""
    per_item = traits_of(job).item_seconds
    try:
        while taken := board.take(number):
            part = taken[1]
            outcome = mapped_alone(
                job, part.items, lambda items: process.map(items, seconds + per_item * len(items))
            )
            board.finish(taken[0], number, outcome)
    except BaseException as error:  # noqa: BLE001 - raised in the thread that runs the job
        board.fail(error)
