"""The pool of reader processes: a worker that dies or hangs loses only what it was reading."""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from typing import Self

from tidings.engine.process.message import HEADER, packed, unpacked
from tidings.engine.reading.preview_reading import PreviewReading, PreviewTask
from tidings.engine.reading.reading_task import Crash, Reading, ReadingTask
from tidings.engine.reading.tag_study import TagStudy
from tidings.engine.reading.worker_setup import WorkerSetup
from tidings.events.crawl_events import WorkerDied
from tidings.events.logged_event import emit
from tidings.model.web.reason import Reason
from tidings.settings.tree import EngineSettings

_BATCH = 8  # pages per message: enough to hide the transfer, few enough to share the work
_ENOUGH_TO_ARCHIVE = 2  # workers: without extraction, one reads as fast as all can fetch
WorkerTask = ReadingTask | TagStudy | PreviewTask
WorkerAnswer = Reading | frozenset[str] | PreviewReading | Crash
_Pending = tuple[WorkerTask, "asyncio.Future[WorkerAnswer]"]


class _WorkerLost(Exception):
    """The worker died or hung while reading a batch."""

    def __init__(self, reason: Reason, detail: str) -> None:
        super().__init__(detail)
        self.crash = Crash(reason, detail)


class _Worker:
    """One worker process and the pipe to it."""

    def __init__(self, setup: WorkerSetup) -> None:
        self._setup = setup
        self._process: asyncio.subprocess.Process | None = None

    async def answers(self, tasks: list[WorkerTask], seconds: float) -> list[WorkerAnswer]:
        """Return the answers or raise _WorkerLost; starts the process if it is not running."""
        process = self._process or await self.start()
        try:
            async with asyncio.timeout(seconds):
                return await _exchange(process, tasks)
        except TimeoutError:
            await self.kill()
            raise _lost(process, Reason.STAGE_TIMEOUT, f"no result after {seconds:g} s") from None
        except (asyncio.IncompleteReadError, OSError):
            status = await self.kill()
            detail = f"the worker ended with status {status}"
            raise _lost(process, Reason.STAGE_CRASHED, detail) from None

    async def start(self) -> asyncio.subprocess.Process:
        """Start the process; it loads what it needs while the first pages are fetched."""
        # In its own session: otherwise Ctrl-C would also reach the worker, which dies with a
        # traceback if it is still importing.
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tidings.engine.reading.worker", stdin=-1, stdout=-1,
            start_new_session=True,
        )  # fmt: skip
        assert self._process.stdin is not None
        self._process.stdin.write(packed(self._setup))
        return self._process

    @property
    def pid(self) -> int | None:
        """The running process, if there is one."""
        return self._process.pid if self._process else None

    async def kill(self) -> int | None:
        """End the process now and return its status."""
        process, self._process = self._process, None
        if process is None:
            return None
        # Not process.kill(): it polls first, which takes the exit status from asyncio's watcher.
        with suppress(ProcessLookupError):
            os.kill(process.pid, signal.SIGKILL)
        return await process.wait()

    async def stop(self) -> None:
        """Close the input of the process, so that it ends by itself."""
        process, self._process = self._process, None
        if process is not None and process.stdin is not None:
            process.stdin.close()
            await process.wait()


def _lost(process: asyncio.subprocess.Process, reason: Reason, detail: str) -> _WorkerLost:
    emit(WorkerDied(process.pid, reason, detail))
    return _WorkerLost(reason, detail)


async def _exchange(
    process: asyncio.subprocess.Process, tasks: list[WorkerTask]
) -> list[WorkerAnswer]:
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(packed(tasks))
    await process.stdin.drain()
    header = await process.stdout.readexactly(HEADER.size)
    answer = await process.stdout.readexactly(HEADER.unpack(header)[0])
    answers: list[WorkerAnswer] = unpacked(answer)
    return answers


def worker_count(setup: WorkerSetup, cores: int) -> int:
    """Return how many workers keep all cores busy: one per core, as extraction is most of the work.

    Without extraction, fetching and settling take half of the time, and another worker would only
    compete with them: on two cores it makes nothing faster, and starting it costs a second.
    """
    return min(_ENOUGH_TO_ARCHIVE, max(1, cores // 2)) if setup.crawl.archive_only else cores


class Pool:
    """A few workers. `read` waits for a free place, so a full pool slows down fetching."""

    def __init__(self, engine: EngineSettings, setup: WorkerSetup) -> None:
        self._engine = engine
        count = engine.workers or worker_count(setup, os.cpu_count() or 1)
        self._workers = [_Worker(setup) for _ in range(count)]
        self._queue: asyncio.Queue[_Pending] = asyncio.Queue(engine.queue)
        self._feeders: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> Self:
        await asyncio.gather(*(worker.start() for worker in self._workers))
        self._feeders = [asyncio.create_task(self._feed(worker)) for worker in self._workers]
        return self

    async def __aexit__(self, *_: object) -> None:
        for feeder in self._feeders:
            feeder.cancel()
        await asyncio.gather(*self._feeders, return_exceptions=True)
        await asyncio.gather(*(worker.stop() for worker in self._workers))

    async def read(self, task: ReadingTask) -> Reading | Crash:
        """Return the reading of a response, or how reading it failed."""
        reading = await self._answer(task)
        assert isinstance(reading, Reading | Crash)
        return reading

    async def preview(self, task: PreviewTask) -> PreviewReading | Crash:
        """Return what a response offers, or how reading it failed."""
        reading = await self._answer(task)
        assert isinstance(reading, PreviewReading | Crash)
        return reading

    async def study(self, study: TagStudy) -> frozenset[str] | Crash:
        """Return the keen tags learned from pages, or how learning failed."""
        tags = await self._answer(study)
        assert isinstance(tags, frozenset | Crash)
        return tags

    async def _answer(self, task: WorkerTask) -> WorkerAnswer:
        future: asyncio.Future[WorkerAnswer] = asyncio.get_running_loop().create_future()
        await self._queue.put((task, future))
        return await future

    @property
    def waiting(self) -> int:
        """The number of responses that wait to be read."""
        return self._queue.qsize()

    @property
    def pids(self) -> tuple[int, ...]:
        """The process ids of the running workers."""
        return tuple(worker.pid for worker in self._workers if worker.pid is not None)

    async def _feed(self, worker: _Worker) -> None:
        try:
            while True:
                await self._settle(worker, await self._batch())
        except asyncio.CancelledError:
            await worker.kill()
            raise

    async def _batch(self) -> list[_Pending]:
        """Wait for one task, then take a fair share of the other waiting tasks."""
        batch = [await self._queue.get()]
        share = min(_BATCH, self._queue.qsize() // len(self._workers))
        batch.extend(self._queue.get_nowait() for _ in range(share))
        return batch

    async def _settle(self, worker: _Worker, batch: list[_Pending]) -> None:
        try:
            answers = await worker.answers([task for task, _ in batch], self._engine.stage_seconds)
        except _WorkerLost as lost:
            await self._retry(worker, batch, lost.crash)
            return
        for (_, future), answer in zip(batch, answers, strict=True):
            if not future.done():
                future.set_result(answer)

    async def _retry(self, worker: _Worker, batch: list[_Pending], crash: Crash) -> None:
        """Read the pages of a lost batch one by one, so that only the culprit fails."""
        for task, future in batch:
            answer: WorkerAnswer = crash
            for _ in range(self._engine.stage_attempts - (1 if len(batch) == 1 else 0)):
                try:
                    (answer,) = await worker.answers([task], self._engine.stage_seconds)
                    break
                except _WorkerLost as lost:
                    answer = lost.crash
            if not future.done():
                future.set_result(answer)
