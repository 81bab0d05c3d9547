"""What every request needs, and the few threads that read the library."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import cached_property
from typing import Annotated, TypeVar

from fastapi import Depends, HTTPException, Request

from tidings.engine.access.home_access import HomeAccess
from tidings.engine.library.library import Library
from tidings.model.articles.article import Article
from tidings.serve.home_writing import HomeWriting
from tidings.serve.rendering.source_directory import SourceDirectoryCache
from tidings.serve.rendering.template_renderer import TemplateRenderer

T = TypeVar("T")
Health = Callable[[], Mapping[str, object]]

# The library keeps a connection for each thread that ever used it. Starlette's threads come and
# go, so connections would pile up; ours stay. Reads take a millisecond or two: four are enough.
_THREADS = 4
# Searches have their own thread: they release the interpreter's lock hundreds of times, and four
# threads that compete for it answer 106 requests a second, one thread 154 (medians of three rounds,
# 100 000 articles, one process, eight connections).
_SEARCH_THREADS = 1


class AppContext:
    """The library, the renderer and the threads of one application."""

    def __init__(
        self,
        library: Library,
        health: Health | None,
        clock: Callable[[], datetime],
        add_command: str,
        *,
        with_subscriptions: bool = False,
        home_access: HomeAccess | None = None,
        writing: HomeWriting | None = None,
    ) -> None:
        self._with_subscriptions = with_subscriptions
        self.access = home_access.access if home_access else None
        self.marks = home_access.marks if home_access else None
        self.writing = writing or HomeWriting(library.settings, library)
        self.library = library
        self.health = health
        self.clock = clock
        self.renderer = TemplateRenderer(clock, add_command)
        self.directories = SourceDirectoryCache(library, clock)
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="serve")
        self._search_thread = ThreadPoolExecutor(_SEARCH_THREADS, thread_name_prefix="search")

    @cached_property
    def key(self) -> bytes:
        """The secret with which cursors are signed."""
        return self.library.key()

    async def run(self, work: Callable[[], T]) -> T:
        """Run blocking work on one of our threads."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work)

    async def run_search(self, work: Callable[[], T]) -> T:
        """Run a search, after all earlier ones."""
        return await asyncio.get_running_loop().run_in_executor(self._search_thread, work)

    def is_in_feeds(self, article: Article) -> bool:
        """Return whether an article may be in a feed now: feeds travel further than pages."""
        now = self.clock()
        hidden = article.hidden_from is not None and article.hidden_from <= now
        is_ours_to_give = self._with_subscriptions or not article.with_login
        return is_ours_to_give and not hidden and not article.robots.is_over(now)

    def close(self) -> None:
        """Wait for work in progress and end the threads."""
        self.writing.close()
        self._threads.shutdown()
        self._search_thread.shutdown()


def utc_now() -> datetime:
    """Return the current time."""
    return datetime.now(UTC)


async def context_of(request: Request) -> AppContext:
    """Return the context of the app that handles a request."""
    context: AppContext = request.app.state.context
    return context


def found(value: T | None, name: str) -> T:
    """Return the value; raises a 404 if there is none."""
    if value is None:
        raise HTTPException(404, f"There is no {name} with this id.")
    return value


CurrentContext = Annotated[AppContext, Depends(context_of)]
