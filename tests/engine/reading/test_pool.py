import asyncio
import os
import signal
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from tests.factories import make_response, make_visit

from tidings.engine.process.message import packed
from tidings.engine.reading.pool import Pool, worker_count
from tidings.engine.reading.reading_task import Crash, Reading, ReadingTask
from tidings.engine.reading.worker_setup import WorkerSetup
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings, EngineSettings

NOW = datetime(2026, 1, 2, tzinfo=UTC)
URL = "http://a.example/x"
VISIT = make_visit(URL, depth=1)
RESPONSE = make_response(URL, b"<p>hello", at=NOW)
TASK = ReadingTask(VISIT, RESPONSE, "a.example")
SETTINGS = EngineSettings(workers=1, stage_seconds=30.0)


class Poison(str):
    """Ends the process that unpickles it."""

    def __reduce__(self) -> tuple[object, tuple[int]]:
        return os._exit, (7,)


async def test_a_response_is_read() -> None:
    async with Pool(SETTINGS, WorkerSetup(CrawlSettings())) as pool:
        assert isinstance(await pool.read(TASK), Reading)


async def test_a_page_that_kills_its_worker_is_quarantined_and_the_rest_is_read() -> None:
    poisoned = replace(TASK, domain=Poison())
    async with Pool(SETTINGS, WorkerSetup(CrawlSettings())) as pool:
        tasks = [TASK, TASK, poisoned, TASK, TASK]
        readings = await asyncio.gather(*(pool.read(task) for task in tasks))
    crashed = [reading for reading in readings if isinstance(reading, Crash)]
    assert [crash.reason for crash in crashed] == [Reason.STAGE_CRASHED]
    assert isinstance(readings[2], Crash)
    assert "7" in crashed[0].detail


async def test_a_page_that_takes_too_long_is_quarantined() -> None:
    hasty = replace(SETTINGS, stage_seconds=0.001)
    async with Pool(hasty, WorkerSetup(CrawlSettings())) as pool:
        reading = await pool.read(TASK)
    assert isinstance(reading, Crash)
    assert reading.reason is Reason.STAGE_TIMEOUT


async def test_a_worker_that_was_killed_is_replaced() -> None:
    async with Pool(SETTINGS, WorkerSetup(CrawlSettings())) as pool:
        await pool.read(TASK)
        (pid,) = pool.pids
        os.kill(pid, signal.SIGKILL)
        assert isinstance(await pool.read(TASK), Reading)
        assert pool.pids != (pid,)


async def test_an_error_while_reading_is_a_value() -> None:
    broken = replace(TASK, response=replace(RESPONSE, body=None))  # type: ignore[arg-type]
    async with Pool(SETTINGS, WorkerSetup(CrawlSettings())) as pool:
        reading = await pool.read(broken)
    assert isinstance(reading, Crash)
    assert reading.reason is Reason.STAGE_ERROR


async def test_no_worker_is_left_behind() -> None:
    async with Pool(SETTINGS, WorkerSetup(CrawlSettings())) as pool:
        await pool.read(TASK)
        (pid,) = pool.pids
    try:
        os.kill(pid, 0)
        alive = True
    except ProcessLookupError:
        alive = False
    assert not alive


@pytest.mark.parametrize("is_cut", [False, True])
def test_a_worker_whose_crawl_is_killed_ends_without_a_traceback(is_cut: bool) -> None:
    setup, task = packed(WorkerSetup(CrawlSettings())), packed([TASK])
    worker = subprocess.Popen(
        [sys.executable, "-m", "tidings.engine.reading.worker"],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert worker.stdin is not None
    assert worker.stdout is not None
    assert worker.stderr is not None
    with worker.stdin, worker.stderr:
        worker.stdout.close()  # as the kernel does for a process that was killed
        worker.stdin.write(setup + (task[:-1] if is_cut else task))
        worker.stdin.close()
        assert worker.stderr.read() == b""
    assert worker.wait() == 0


def test_every_core_has_a_worker_unless_pages_are_only_archived() -> None:
    extracting, archiving = (
        WorkerSetup(CrawlSettings()),
        WorkerSetup(CrawlSettings(archive_only=True)),
    )
    cores = (1, 2, 4, 32)
    assert [worker_count(extracting, each) for each in cores] == [1, 2, 4, 32]
    assert [worker_count(archiving, each) for each in cores] == [1, 1, 2, 2]


async def test_ctrl_c_reaches_only_the_parent() -> None:
    async with Pool(SETTINGS, WorkerSetup(CrawlSettings())) as pool:
        assert [os.getpgid(pid) == os.getpgid(0) for pid in pool.pids] == [False]
