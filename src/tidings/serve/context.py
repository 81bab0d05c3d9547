"""The desk: what every request needs, and the few threads on which the library is read."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from typing import Annotated, TypeVar

from fastapi import Depends, Request

from tidings.engine.library.library import Library
from tidings.serve.rendering.source_directory import SourceDirectoryCache
from tidings.serve.rendering.template_renderer import TemplateRenderer

T = TypeVar("T")
Health = Callable[[], Mapping[str, object]]

# The library keeps a connection for each thread that ever asked. Starlette's threads come and go,
# so connections would pile up; ours stay. Reads take a millisecond or two: four are plenty.
_THREADS = 4
# Searches have one for themselves: they hand the interpreter's lock on hundreds of times, and four
# that fight for it answer 106 requests a second where one answers 154 (medians of three rounds,
# 100 000 articles, one process, eight connections).
_SEARCHING = 1


class AppContext:
    """Where requests are answered."""

    def __init__(
        self, library: Library, health: Health | None, clock: Callable[[], datetime]
    ) -> None:
        self.library = library
        self.health = health
        self.clock = clock
        self.press = TemplateRenderer(clock)
        self.directories = SourceDirectoryCache(library, clock)
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="serve")
        self._searching = ThreadPoolExecutor(_SEARCHING, thread_name_prefix="search")

    async def ask(self, work: Callable[[], T]) -> T:
        """Run what blocks on one of the desk's threads."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def find(self, work: Callable[[], T]) -> T:
        """Run a search, after those that came before it."""
        return await asyncio.get_running_loop().run_in_executor(self._searching, work)

    def close(self) -> None:
        """Wait for what is under way and let the threads go."""
        self._threads.shutdown()
        self._searching.shutdown()


def utc_now() -> datetime:
    """Return the time."""
    return datetime.now(UTC)


async def context_of(request: Request) -> AppContext:
    """Return the desk of the app that was asked."""
    desk: AppContext = request.app.state.desk
    return desk


CurrentContext = Annotated[AppContext, Depends(context_of)]
