"""Opens what a place of a bulk crawl needs, once in its process: `part_fetching.py` uses it."""

import asyncio
import os
import socket
from collections.abc import Sequence
from contextlib import AsyncExitStack, ExitStack, closing, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from uuid import uuid4

from tidings.engine.backfill.fetched_page import FetchedPages
from tidings.engine.backfill.held_hosts import HeldHosts
from tidings.engine.backfill.part_fetching import PartFetcher, PartLimits
from tidings.engine.knowledge.knowledge_files import KnowledgeFiles
from tidings.engine.knowledge.stored_knowledge import StoredKnowledge
from tidings.engine.live.site_policies import SitePolicies
from tidings.engine.process.home import Home
from tidings.engine.process.home_archive import archive_of
from tidings.engine.process.home_database import opened_database
from tidings.engine.process.home_files import opened_files
from tidings.engine.reading.pool import Pool
from tidings.engine.reading.visit_reading import VisitReader
from tidings.engine.reading.worker_setup import WorkerSetup
from tidings.engine.settling.recheck_settling import former_reading_task
from tidings.engine.sources.source_credentials import credentials_file
from tidings.engine.state.followed_sources import FollowedSources, followed_from
from tidings.engine.state.listed_visits import ListedVisits
from tidings.engine.state.source_state import SourceState
from tidings.fetch.client import WebFetcher
from tidings.model.web.request_log import LoggedRequest
from tidings.settings.tree import FetchSettings, Settings
from tidings.store.tables.jobs.host_leases import Tenant
from tidings.store.tables.sources.sources import followed_sources
from tidings.text.language.language_codes import language_codes


@dataclass(frozen=True, slots=True)
class PlaceSetup:
    """What a place needs to know; the same in all places."""

    home: Home  # as the place sees it: another node may have it in another folder
    settings: Settings
    run: str  # for which it leases hosts
    places: int  # that may ask the same address
    knowledge: int  # the version to annotate with
    limits: PartLimits


def fetch_settings_of(setup: PlaceSetup) -> FetchSettings:
    """Return how one of several places fetches, so that all together are as polite as a crawl.

    A host is asked one URL at a time. An address may be that of many hosts, in several places.
    """
    settings = setup.settings.fetch
    return replace(
        settings,
        per_host=1,
        per_address=max(1, settings.per_address // setup.places),
        address_delay=min(settings.delay, settings.address_delay * setup.places),
        concurrency=max(1, min(settings.concurrency, setup.limits.hosts_at_once)),
    )


def _fetch_knowledge(setup: PlaceSetup) -> None:
    """Fetch the version to annotate with, if the home is on a store and this node has it not."""
    files = opened_files(setup.home)
    if files is not None and KnowledgeFiles(setup.home.knowledge).newest() < setup.knowledge:
        StoredKnowledge(files, setup.home.knowledge).fetch_newer()


class FetchPlace:
    """Fetches parts, one after the other, in a loop that runs only meanwhile."""

    def __init__(self, setup: PlaceSetup, opened: ExitStack) -> None:
        """`opened` closes what is opened."""
        self._setup = setup
        self._home = setup.home
        _fetch_knowledge(setup)
        database = opened_database(self._home, alongside=True)
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
        settings, requests = self._setup.settings, list[LoggedRequest]()
        followed = followed_from(followed_sources(self._database.read()))
        seconds, patience = settings.jobs.host_lease_seconds, self._setup.limits.patience
        held = HeldHosts(self._database, self._tenant(), seconds, patience)
        fetcher = held.pace = await self._opened_web_fetcher(followed, requests, held)
        languages = language_codes(settings.crawl.languages)
        visits = ListedVisits(followed, SourceState(settings.crawl), languages)
        reader = await self._opened_reader(fetcher)
        limits = self._setup.limits
        return PartFetcher(self._database, fetcher, reader, held, visits, requests, limits)

    def _tenant(self) -> Tenant:
        # No other place ever has this name, not even one that has this process id later.
        place = f"{socket.gethostname()} {os.getpid()} {uuid4().hex[:8]}"
        return Tenant(self._setup.run, place)

    async def _opened_web_fetcher(
        self, followed: FollowedSources, requests: list[LoggedRequest], held: HeldHosts
    ) -> WebFetcher:
        settings = self._setup.settings
        policies = SitePolicies(settings.fetch)
        policies.follow(followed)
        fetcher = WebFetcher(
            fetch_settings_of(self._setup),
            on_request=requests.append,
            policies=policies.of,
            credentials=credentials_file(replace(settings, home=self._home.folder)),
            permission=held,
        )
        return await self._inside.enter_async_context(fetcher)

    async def _opened_reader(self, fetcher: WebFetcher) -> VisitReader:
        settings, home, setup = self._setup.settings, self._home, self._setup
        worker = WorkerSetup(settings.crawl, settings.enrich, settings.summary, home.knowledge)
        pool = Pool(replace(settings.engine, workers=1), worker)
        archive = archive_of(home, self._database)
        return VisitReader(
            settings.crawl,
            fetcher,
            await self._inside.enter_async_context(pool),
            lambda: nullcontext(setup.knowledge),
            partial(former_reading_task, self._database, archive),
        )
