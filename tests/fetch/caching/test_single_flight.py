import asyncio

import pytest

from tidings.fetch.caching.single_flight import SingleFlight


async def test_many_wait_for_one_piece_of_work() -> None:
    once: SingleFlight[int] = SingleFlight()
    begun: list[int] = []
    gate = asyncio.Event()

    async def work() -> int:
        begun.append(1)
        await gate.wait()
        return 7

    waiting = [asyncio.create_task(once.get("a", work)) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    gate.set()
    assert await asyncio.gather(*waiting[1:]) == [7, 7]
    assert begun == [1]
    assert await once.get("a", work) == 7
    assert begun == [1, 1]


async def test_closing_gives_up_what_is_under_way() -> None:
    once: SingleFlight[int] = SingleFlight()

    async def work() -> int:
        await asyncio.Event().wait()
        return 0

    waiting = asyncio.create_task(once.get("a", work))
    await asyncio.sleep(0)
    await once.close()
    with pytest.raises(asyncio.CancelledError):
        await waiting
