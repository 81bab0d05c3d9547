import asyncio
import time
from collections.abc import Callable

import pytest

from tidings.engine.live.command_execution import CommandExecution, SourceFence
from tidings.engine.state.source_state import SourceState
from tidings.settings.tree import CrawlSettings
from tidings.store.database.database import Database


@pytest.mark.parametrize("steps", range(6))
async def test_it_ends_when_it_is_cancelled_while_a_commit_wakes_it(
    database: Database, monkeypatch: pytest.MonkeyPatch, steps: int
) -> None:
    callbacks: list[Callable[[], None]] = []

    def watch(self: Database, callback: Callable[[], None]) -> Callable[[], None]:
        callbacks.append(callback)
        return callbacks.clear

    monkeypatch.setattr(type(database), "watch", watch)
    execution = CommandExecution(
        database, time.time, SourceState(CrawlSettings()), SourceFence(), lambda step: None
    )
    task = asyncio.create_task(execution.run())
    await asyncio.sleep(0)  # it waits for a commit
    callbacks[0]()
    for _ in range(steps):
        await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        async with asyncio.timeout(20):
            await task
    assert task.cancelled()
    assert not callbacks
