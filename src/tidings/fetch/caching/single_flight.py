"""Work that many may wait for, done once at a time for each name."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class SingleFlight(Generic[T]):
    """Lets whoever asks for a name wait for the work on it that is under way."""

    def __init__(self) -> None:
        self._under_way: dict[str, asyncio.Task[T]] = {}

    async def get(self, name: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return what the work yields; it is begun only if it is not under way."""
        task = self._under_way.get(name)
        if task is None:
            task = asyncio.create_task(work())
            self._under_way[name] = task
            task.add_done_callback(lambda _: self._under_way.pop(name, None))
        return await asyncio.shield(task)  # one that gives up must not take it from all others

    async def close(self) -> None:
        """Give up what is under way."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
