import asyncio
import gc
from typing import Any

import pytest

from tidings.fetch.caching.single_flight import SingleFlight


async def test_concurrent_callers_share_one_run() -> None:
    flight: SingleFlight[int] = SingleFlight()
    started: list[int] = []
    gate = asyncio.Event()

    async def work() -> int:
        started.append(1)
        await gate.wait()
        return 7

    waiting = [asyncio.create_task(flight.get("a", work)) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    gate.set()
    assert await asyncio.gather(*waiting[1:]) == [7, 7]
    assert started == [1]
    assert await flight.get("a", work) == 7
    assert started == [1, 1]


async def test_closing_cancels_running_work() -> None:
    flight: SingleFlight[int] = SingleFlight()

    async def work() -> int:
        await asyncio.Event().wait()
        return 0

    waiting = asyncio.create_task(flight.get("a", work))
    await asyncio.sleep(0)
    await flight.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting


async def test_work_that_fails_when_nobody_waits_any_more_leaves_no_complaint() -> None:
    complaints: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, each: complaints.append(each))
    flight: SingleFlight[int] = SingleFlight()
    gate = asyncio.Event()

    async def work() -> int:
        await gate.wait()
        raise ValueError("no")

    waiting = asyncio.create_task(flight.get("a", work))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    gate.set()
    while flight._running:
        await asyncio.sleep(0)
    gc.collect()
    assert complaints == []
