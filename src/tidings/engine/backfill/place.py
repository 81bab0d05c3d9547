"""A place of a bulk crawl, in a process of its own: `part_fetching.py` fetches the parts."""

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack, closing
from dataclasses import dataclass

from tidings.engine.backfill.fetched_pages import FetchedPages
from tidings.engine.backfill.part_fetching import PartFetcher, PartLimits
from tidings.engine.places.place_equipment import PlaceTerms, fetch_knowledge, opened_equipment
from tidings.engine.process.home_database import opened_database
from tidings.engine.state.followed_sources import followed_from
from tidings.engine.state.listed_visits import ListedVisits
from tidings.engine.state.source_state import SourceState
from tidings.store.tables.sources.sources import followed_sources
from tidings.text.language.language_codes import language_codes


@dataclass(frozen=True, slots=True)
class PlaceSetup:
    """What a place needs to know; the same in all places."""

    terms: PlaceTerms
    limits: PartLimits


class FetchPlace:
    """Fetches parts, one after the other, in a loop that runs only meanwhile."""

    def __init__(self, setup: PlaceSetup, opened: ExitStack) -> None:
        """`opened` closes what is opened."""
        self._setup = setup
        fetch_knowledge(setup.terms)
        database = opened_database(setup.terms.home, alongside=True)
        self._database = opened.enter_context(closing(database))
        self._runner = opened.enter_context(asyncio.Runner())
        self._inside = AsyncExitStack()
        opened.callback(lambda: self._runner.run(self._inside.aclose()))
        self._fetcher: PartFetcher | None = None
        self.seconds: list[float] = []  # that each of the last URLs took, waiting included

    def __call__(self, urls: Sequence[str]) -> FetchedPages:
        """Fetch and read some URLs."""
        pages = self._runner.run(self._fetch(urls))
        # Nothing is learned from a part of which something was left: its times would be wrong.
        self.seconds = [] if pages.left else [pages.seconds[url] for url in urls]
        return pages

    async def _fetch(self, urls: Sequence[str]) -> FetchedPages:
        if self._fetcher is None:
            self._fetcher = await self._opened_fetcher()
        return await self._fetcher.fetch(urls)

    async def _opened_fetcher(self) -> PartFetcher:
        terms, database = self._setup.terms, self._database
        followed = followed_from(followed_sources(database.read()))
        equipment = await opened_equipment(terms, database, followed, self._inside)
        crawl = terms.settings.crawl
        visits = ListedVisits(followed, SourceState(crawl), language_codes(crawl.languages))
        return PartFetcher(
            database,
            equipment.fetcher,
            equipment.reader,
            equipment.held,
            visits,
            equipment.requests,
            self._setup.limits,
        )
