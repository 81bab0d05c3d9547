"""What all runners do with a job: its stages, its commits, its end. They map parts elsewhere."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any, Protocol

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
    traits_of,
)
from tidings.engine.jobs.job_log import JobLog
from tidings.engine.jobs.job_run import JobRun
from tidings.engine.jobs.part_outcome import PartOutcome
from tidings.engine.jobs.scratch import Scratch
from tidings.engine.jobs.stages import MapStage, ReduceStage
from tidings.engine.runners.board import Board
from tidings.engine.runners.window import WindowRules
from tidings.events.logged_event import emit
from tidings.events.work_events import JobBegan, JobEnded
from tidings.settings.tree import JobSettings
from tidings.store.database.database import Database

_REDUCED = "reduced"  # noted when all partitions are: the scratch files are no longer needed
_IN_ORDER = 3  # parts per place: being mapped, waiting for their turn, waiting for a place
_ANY_ORDER = 16  # parts per place: the longest of so many go first
_LEAST = 64


class Stages(Protocol):
    """How a runner maps parts, and where it keeps what will be reduced."""

    def mapped(self, job: Job[I, R], run: JobRun[I, R], log: JobLog) -> None:
        """Map and commit the parts that are left of a job, or of its stage that reduces."""

    def into(self, scratch: Scratch) -> Output[Any, Any]:
        """Return what commits the parts of a job that reduces."""

    def divided(
        self, stage: MapStage[I, Any, Any, Any], run: JobRun[I, Any], scratch: Scratch, log: JobLog
    ) -> None:
        """Map the parts that are left of a job that reduces, into its scratch files."""

    def scratch(self, job: ReducingJob[Any, Any, Any, Any], log: JobLog) -> Scratch:
        """Return where what is mapped waits until it is reduced."""


def run_job(
    job: Job[Any, Any],
    output: Output[Any, Any],
    on_progress: Progress,
    log: JobLog,
    stages: Stages,
    database: Database,
) -> JobReport:
    """Run what is left of a job; a signal to end raises KeyboardInterrupt between commits."""
    emit(JobBegan(job.name, log.total, len(log.finished)))
    with _ended_by_signals():
        if isinstance(job, ReducingJob):
            report = _reduced(job, output, on_progress, log, stages, database)
        else:
            run = JobRun(job, output, log, on_progress)
            stages.mapped(job, run, log)
            report = run.report()
    log.end()
    emit(JobEnded(job.name, report.parts, report.items, len(report.quarantined)))
    return report


def _reduced(
    job: ReducingJob[I, R, V, T],
    output: Output[Key, list[T]],
    on_progress: Progress,
    log: JobLog,
    stages: Stages,
    database: Database,
) -> JobReport:
    """Map into scratch files, reduce these, and remove them before the job counts as ended."""
    report = JobReport(log.number, 0, 0, 0)
    scratch = stages.scratch(job, log)
    if _REDUCED not in log.finished:
        if not scratch.is_mapped:
            stage = MapStage(job)
            log.finished = stage.finished(log.finished, scratch)
            mapping = JobRun(stage, stages.into(scratch), log, on_progress, whole=job)
            stages.divided(stage, mapping, scratch, log)
            scratch.note_mapped()
            report += mapping.report()
        reducing, mapped = ReduceStage(job, scratch), log.total
        log.expect(reducing.count(database.read()))
        run = JobRun(reducing, output, log, on_progress, mapped)
        stages.mapped(reducing, run, log)
        report += run.report()
        log.note(_REDUCED)
    scratch.remove()
    return report


def rules_of(job: object, settings: JobSettings, *, backups: bool) -> WindowRules:
    """Return how the parts of a job are given to places."""
    traits = traits_of(job)
    return WindowRules(
        in_order=traits.in_order,
        longest_first=settings.longest_first,
        dynamic=settings.dynamic,
        backups=backups and settings.backups and traits.may_run_twice,
    )


def window_size(job: object, places: int) -> int:
    """Return how many parts are kept at once; results that wait for their turn are large."""
    if traits_of(job).in_order:
        return _IN_ORDER * max(places, 1)
    return max(_LEAST, _ANY_ORDER * places)


def run_through(
    board: Board[I, R],
    parts: Iterator[Part[I]],
    commit: Callable[[Part[I], PartOutcome[I, R]], None],
    check: Callable[[], None],
    left: Callable[[Part[I]], PartOutcome[I, R] | None] = lambda part: None,
) -> None:
    """Hand parts to places, and commit what comes of them; `left` is what earlier runs left.

    `check` is called now and then. It may raise an error, which ends the job.
    """
    for part in parts:
        check()
        board.add(part, left(part))
        for done in board.wait_for_room(check):
            commit(*done)
    board.end()
    for done in board.wait_for_rest(check):
        commit(*done)


@contextmanager
def _ended_by_signals() -> Iterator[None]:
    """Treat SIGTERM as Ctrl-C while a job runs: processes are ended, what is committed stays."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def interrupt(number: int, frame: FrameType | None) -> Any:
        raise KeyboardInterrupt

    former = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, former)
