"""Previews: what would be followed if a site were added. Nothing of it is stored."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from typing import Final

from tidings.engine.previews.exploration import Exploration, PreviewPool
from tidings.engine.process.home import home_of
from tidings.engine.process.home_database import opened_database
from tidings.engine.reading.pool import Pool
from tidings.engine.reading.worker_setup import WorkerSetup
from tidings.engine.sources.source_list import source_url
from tidings.fetch.client import WebFetcher
from tidings.fetch.fetcher import Fetcher
from tidings.model.crawl.source_preview import SourcePreview
from tidings.read.url import canonical, domain_of
from tidings.settings.tree import EngineSettings, EnrichSettings, Settings
from tidings.store.database.database import Database
from tidings.store.tables.sources.sources import followed_sources

AT_A_TIME: Final = 3  # previews of one process; each may take seconds and a worker
Equipment = tuple[Fetcher, PreviewPool]
Borrowed = Callable[[], AbstractAsyncContextManager[Equipment]]


class PreviewsBusy(Exception):
    """Too many previews are under way; the message says what to do."""


class Previewer:
    """Makes previews, a few at a time. Belongs to one event loop."""

    def __init__(
        self, settings: Settings, borrowed: Borrowed, database: Database | None = None
    ) -> None:
        """`borrowed` lends what fetches and reads; the database says what is followed."""
        self._settings = settings
        self._borrowed = borrowed
        self._database = database
        self.under_way = 0  # previews that are being made

    async def preview(self, text: str) -> SourcePreview:
        """Return what a site or feed offers; raises SourceInvalid and PreviewsBusy.

        Whatever a server does, it ends in time and shows what was found by then.
        """
        url = source_url(text)
        if self.under_way >= AT_A_TIME:
            raise PreviewsBusy("Several previews are under way: try again in a few seconds.")
        self.under_way += 1
        try:
            return await self._preview(url)
        finally:
            self.under_way -= 1

    async def _preview(self, url: str) -> SourcePreview:
        is_complete = True
        async with self._borrowed() as (fetcher, pool):
            exploration = Exploration(url, self._settings.crawl, fetcher, pool)
            try:
                async with asyncio.timeout(self._settings.engine.preview_seconds):
                    await exploration.run()
            except TimeoutError:
                is_complete = False
        followed = await asyncio.to_thread(self._followed, url, exploration.final_url)
        return exploration.result(followed, is_complete=is_complete)

    def _followed(self, url: str, final: str) -> str | None:
        """Return the address of the source that is followed here, or at the same domain."""
        if self._database is None:
            return None
        sources = followed_sources(self._database.read())
        same = [each for each in sources if each.url in (url, canonical(final))]
        domains = (domain_of(url), domain_of(final))
        found = same or [each for each in sources if each.domain in domains]
        return found[0].url if found else None


def shared_equipment(fetcher: Fetcher, pool: PreviewPool) -> Borrowed:
    """Return what lends the fetcher and the workers of a running crawl, with its pace."""

    @asynccontextmanager
    async def borrowed() -> AsyncIterator[Equipment]:
        yield fetcher, pool

    return borrowed


class OwnEquipment:
    """A fetcher and a worker for processes that do not crawl.

    The fetcher is made once, because it keeps the pace; the worker ends with the last preview.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._fetcher: WebFetcher | None = None
        self._pool: Pool | None = None
        self._users = 0
        self._changing = asyncio.Lock()

    @asynccontextmanager
    async def borrowed(self) -> AsyncIterator[Equipment]:
        """Lend both; the first user starts the worker, the last one ends it."""
        async with AsyncExitStack() as stack:
            pool = await self._begin()
            stack.push_async_callback(self._end)
            self._fetcher = self._fetcher or WebFetcher(self._settings.fetch)
            yield self._fetcher, pool

    async def _begin(self) -> Pool:
        async with self._changing:
            if self._pool is None:
                setup = WorkerSetup(self._settings.crawl, EnrichSettings(enabled=False))
                engine = EngineSettings(
                    workers=1, stage_seconds=self._settings.engine.stage_seconds
                )
                self._pool = await Pool(engine, setup).__aenter__()
            self._users += 1
            return self._pool

    async def _end(self) -> None:
        async with self._changing:
            self._users -= 1
            if self._users == 0 and self._pool is not None:
                pool, self._pool = self._pool, None
                await pool.__aexit__()

    async def close(self) -> None:
        """Close the fetcher's connections."""
        if self._fetcher is not None:
            await self._fetcher.close()


async def single_preview(text: str, settings: Settings) -> SourcePreview:
    """Make one preview with equipment of its own; a home need not exist."""
    async with AsyncExitStack() as stack:
        home, database = home_of(settings), None
        if home.exists:
            database = opened_database(home)
            stack.callback(database.close)
        own = OwnEquipment(settings)
        stack.push_async_callback(own.close)
        return await Previewer(settings, own.borrowed, database).preview(text)
