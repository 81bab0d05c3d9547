"""Runs jobs in processes of this machine: one dying process costs at most one item of one part."""

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from queue import SimpleQueue
from types import FrameType
from typing import Any, Generic

from tidings.engine.jobs.job import (
    I,
    Job,
    JobReport,
    MapItems,
    Mapped,
    Output,
    Part,
    Progress,
    Quarantined,
    R,
)
from tidings.engine.jobs.job_log import JobLog
from tidings.engine.jobs.worker_process import WorkerLost, WorkerProcess
from tidings.events.logged_event import emit
from tidings.events.work_events import JobBegan, JobEnded, JobItemFailed, JobPartDone
from tidings.settings.tree import EngineSettings
from tidings.store.database.database import Database

_AHEAD = 2  # parts per process that are mapped or wait for their commit
_ATTEMPTS = 2  # one death may be an accident, a second with the same item is not
_ITEM_SECONDS = 1.0  # added to the time limit for each item of a part: ten times what most take


def process_count(settings: EngineSettings) -> int:
    """Return how many processes to use: as many as the settings say, or one per core."""
    return settings.workers or os.cpu_count() or 1


@dataclass(slots=True)
class _Outcome(Generic[I, R]):
    """What mapping a part yielded, and how long it took."""

    mapped: list[Mapped[I, R]] = field(default_factory=list)
    quarantined: list[Quarantined] = field(default_factory=list)
    seconds: float = 0.0


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

    def run(
        self, job: Job[I, R], output: Output[I, R], on_progress: Progress = lambda done, of: None
    ) -> JobReport:
        """Run what is left of a job; a signal to end raises KeyboardInterrupt between commits."""
        log = JobLog(self._database, job, self._since)
        run = _Run(job, output, log, on_progress)
        emit(JobBegan(job.name, log.total, len(log.finished)))
        with _ended_by_signals(), self._mappers(job) as submit:
            under_way: deque[tuple[Part[I], Future[_Outcome[I, R]]]] = deque()
            for part in run.unfinished(job.split(self._database.read())):
                under_way.append((part, submit(part)))
                if len(under_way) > _AHEAD * max(self._workers, 1):
                    run.commit(*_next(under_way))
            while under_way:
                run.commit(*_next(under_way))
        log.end()
        report = run.report()
        emit(JobEnded(job.name, report.parts, report.items, len(report.quarantined)))
        return report

    @contextmanager
    def _mappers(self, job: Job[I, R]) -> Iterator[Callable[[Part[I]], "Future[_Outcome[I, R]]"]]:
        if self._workers:
            with _process_mappers(job, self._workers, self._seconds) as submit:
                yield submit
            return
        map_items = job.start()
        yield lambda part: _done(_mapped_alone(job, part.items, _failing(map_items)))


@contextmanager
def _process_mappers(
    job: Job[I, R], count: int, seconds: float
) -> Iterator[Callable[[Part[I]], "Future[_Outcome[I, R]]"]]:
    processes = [WorkerProcess(job) for _ in range(count)]
    idle: SimpleQueue[WorkerProcess] = SimpleQueue()
    for process in processes:
        idle.put(process)

    def mapped(part: Part[I]) -> _Outcome[I, R]:
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


class _Run(Generic[I, R]):
    """One run of a job: counts, and commits outputs."""

    def __init__(
        self, job: Job[I, R], output: Output[I, R], log: JobLog, on_progress: Progress
    ) -> None:
        self._job = job
        self._output = output
        self._log = log
        self._on_progress = on_progress
        self._done = 0
        self._parts = self._skipped = self._items = 0
        self._quarantined: list[Quarantined] = []

    def unfinished(self, parts: Iterator[Part[I]]) -> Iterator[Part[I]]:
        """Yield the parts that have something to do and were not finished by an earlier run."""
        for part in parts:
            is_finished = part.key in self._log.finished
            self._skipped += is_finished
            if is_finished or not part.items:
                self._advance(part.size)
            else:
                yield part

    def commit(self, part: Part[I], outcome: _Outcome[I, R]) -> None:
        record = self._log.record(part, outcome.seconds, outcome.quarantined)
        self._output.commit(part, outcome.mapped, record)
        emit(JobPartDone(self._job.name, part.key, len(part.items), outcome.seconds))
        for each in outcome.quarantined:
            emit(JobItemFailed(self._job.name, each.item, each.detail))
        self._parts += 1
        self._items += len(part.items)
        self._quarantined += outcome.quarantined
        self._advance(part.size)

    def _advance(self, items: int) -> None:
        self._done += items
        self._on_progress(self._done, max(self._done, self._log.total))

    def report(self) -> JobReport:
        return JobReport(
            self._log.number, self._parts, self._skipped, self._items, tuple(self._quarantined)
        )


def _next(
    under_way: "deque[tuple[Part[I], Future[_Outcome[I, R]]]]",
) -> tuple[Part[I], _Outcome[I, R]]:
    part, future = under_way.popleft()
    return part, future.result()


def _mapped_alone(
    job: Job[I, R], items: tuple[I, ...], map_items: Callable[[Sequence[I]], R]
) -> _Outcome[I, R]:
    """Map a part. If that fails, halve it until the guilty items are known, and name these."""
    began, outcome = time.perf_counter(), _Outcome[I, R]()
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


def _done(outcome: _Outcome[I, R]) -> "Future[_Outcome[I, R]]":
    future: Future[_Outcome[I, R]] = Future()
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
