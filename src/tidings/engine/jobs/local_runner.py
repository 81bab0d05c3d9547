"""Runs jobs in processes of this machine: one dying process costs at most one item of one part."""

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime
from queue import SimpleQueue
from types import FrameType
from typing import Any, overload

from tidings.engine.jobs.job import (
    I,
    Job,
    JobReport,
    Key,
    MapItems,
    Mapped,
    Output,
    Part,
    Progress,
    Quarantined,
    R,
    ReducingJob,
    T,
    V,
)
from tidings.engine.jobs.job_log import JobLog
from tidings.engine.jobs.job_run import JobRun, PartOutcome
from tidings.engine.jobs.scratch import Scratch
from tidings.engine.jobs.stages import MapStage, ReduceStage, ScratchOutput
from tidings.engine.jobs.worker_process import WorkerLost, WorkerProcess
from tidings.events.logged_event import emit
from tidings.events.work_events import JobBegan, JobEnded
from tidings.settings.tree import EngineSettings
from tidings.store.database.database import Database

_AHEAD = 2  # parts per process that are mapped or wait for their commit
_ATTEMPTS = 2  # one death may be an accident, a second with the same item is not
_REDUCED = "reduced"  # noted when all partitions are: the scratch files are no longer needed
_ITEM_SECONDS = 1.0  # added to the time limit for each item of a part: ten times what most take


def process_count(settings: EngineSettings) -> int:
    """Return how many processes to use: as many as the settings say, or one per core."""
    return settings.workers or os.cpu_count() or 1


class LocalRunner:
    """Maps parts in `workers` processes and commits their outputs in order.

    Without workers, parts are mapped in this process: faster on one core, but an item that kills
    it kills everything.
    """

    def __init__(
        self,
        database: Database,
        workers: int,
        seconds: float = 20.0,
        since: datetime | None = None,
    ) -> None:
        self._database = database
        self._workers = workers
        self._seconds = seconds  # time limit for a part of one item
        self._since = since  # jobs that began later are continued even if they were complete

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
        log = JobLog(self._database, job, self._since)
        emit(JobBegan(job.name, log.total, len(log.finished)))
        with _ended_by_signals():
            if isinstance(job, ReducingJob):
                report = self._reduced(job, output, log, on_progress)
            else:
                report = self._mapped(job, JobRun(job, output, log, on_progress))
        log.end()
        emit(JobEnded(job.name, report.parts, report.items, len(report.quarantined)))
        return report

    def _reduced(
        self,
        job: ReducingJob[I, R, V, T],
        output: Output[Key, list[T]],
        log: JobLog,
        on_progress: Progress,
    ) -> JobReport:
        """Map into scratch files, reduce these, and remove them before the job counts as ended."""
        report = JobReport(log.number, 0, 0, 0)
        scratch = Scratch(job.scratch / str(log.number))
        if _REDUCED not in log.finished:
            scratch.open()
            if not scratch.is_mapped:
                mapping = MapStage(job)
                log.finished = mapping.finished(log.finished, scratch)
                into: ScratchOutput[I] = ScratchOutput(scratch, self._database)
                report += self._mapped(mapping, JobRun(mapping, into, log, on_progress))
                scratch.note_mapped()
            reducing, mapped = ReduceStage(job, scratch), log.total
            log.expect(reducing.count(self._database.read()))
            report += self._mapped(reducing, JobRun(reducing, output, log, on_progress, mapped))
            log.note(_REDUCED)
        scratch.remove()
        return report

    def _mapped(self, job: Job[I, R], run: JobRun[I, R]) -> JobReport:
        """Map and commit the parts that are left of a job, or of one stage of a job."""
        with self._mappers(job) as submit:
            under_way: deque[tuple[Part[I], Future[PartOutcome[I, R]]]] = deque()
            for part in run.unfinished(job.split(self._database.read())):
                under_way.append((part, submit(part)))
                if len(under_way) > _AHEAD * max(self._workers, 1):
                    run.commit(*_next(under_way))
            while under_way:
                run.commit(*_next(under_way))
        return run.report()

    @contextmanager
    def _mappers(
        self, job: Job[I, R]
    ) -> Iterator[Callable[[Part[I]], "Future[PartOutcome[I, R]]"]]:
        if self._workers:
            with _process_mappers(job, self._workers, self._seconds) as submit:
                yield submit
            return
        map_items = job.start()
        yield lambda part: _done(_mapped_alone(job, part.items, _failing(map_items)))


@contextmanager
def _process_mappers(
    job: Job[I, R], count: int, seconds: float
) -> Iterator[Callable[[Part[I]], "Future[PartOutcome[I, R]]"]]:
    processes = [WorkerProcess(job) for _ in range(count)]
    idle: SimpleQueue[WorkerProcess] = SimpleQueue()
    for process in processes:
        idle.put(process)

    def mapped(part: Part[I]) -> PartOutcome[I, R]:
        process = idle.get()
        try:
            return _mapped_alone(
                job,
                part.items,
                lambda items: process.map(items, seconds + _ITEM_SECONDS * len(items)),
            )
        finally:
            idle.put(process)

    threads = ThreadPoolExecutor(count, thread_name_prefix="job")
    try:
        yield lambda part: threads.submit(mapped, part)
    finally:
        for process in processes:
            process.close()
        threads.shutdown(cancel_futures=True)


def _next(
    under_way: "deque[tuple[Part[I], Future[PartOutcome[I, R]]]]",
) -> tuple[Part[I], PartOutcome[I, R]]:
    part, future = under_way.popleft()
    return part, future.result()


def _mapped_alone(
    job: Job[I, R], items: tuple[I, ...], map_items: Callable[[Sequence[I]], R]
) -> PartOutcome[I, R]:
    """Map a part. If that fails, halve it until the guilty items are known, and name these."""
    began, outcome = time.perf_counter(), PartOutcome[I, R]()
    waiting = [(items, 0)]
    while waiting:
        some, failures = waiting.pop()
        try:
            outcome.mapped.append(Mapped(some, map_items(some)))
        except WorkerLost as lost:
            if len(some) > 1:
                half = len(some) // 2
                waiting += [(some[half:], 0), (some[:half], 0)]
            elif failures + 1 < _ATTEMPTS:
                waiting.append((some, failures + 1))
            else:
                outcome.quarantined += [Quarantined(job.name_of(some[0]), str(lost))]
    outcome.seconds = round(time.perf_counter() - began, 3)
    return outcome


def _failing(map_items: MapItems[I, R]) -> MapItems[I, R]:
    """Return the same function; its failures look like those of a process."""

    def mapped(items: Sequence[I]) -> R:
        try:
            return map_items(items)
        except Exception as error:  # the stage boundary: counted and quarantined
            raise WorkerLost(f"{type(error).__name__}: {error}") from error

    return mapped


def _done(outcome: PartOutcome[I, R]) -> "Future[PartOutcome[I, R]]":
    future: Future[PartOutcome[I, R]] = Future()
    future.set_result(outcome)
    return future


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
