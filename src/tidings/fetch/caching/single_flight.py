"""Runs work once per name while any number of callers wait for it. It caches nothing."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class SingleFlight(Generic[T]):
    """Lets concurrent callers of one name share one run of the work."""

    def __init__(self) -> None:
        self._running: dict[str, asyncio.Task[T]] = {}

    async def get(self, name: str, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Return the result of the work; start it only if it is not running."""
        task = self._running.get(name)
        if task is None:
            task = asyncio.create_task(work())
            self._running[name] = task
            task.add_done_callback(lambda done: self._forget(name, done))
        return await asyncio.shield(task)  # a cancelled caller must not cancel it for the others

    def _forget(self, name: str, done: asyncio.Task[T]) -> None:
        self._running.pop(name, None)
        if not done.cancelled():
            done.exception()  # asyncio need not complain: all who waited may be cancelled

    async def close(self) -> None:
        """Cancel what is running."""
        tasks = list(self._running.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
