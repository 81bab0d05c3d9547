"""Fetches and reads the URLs of a part: many hosts at once, one URL after the other at each.

A host is asked only while its lease is held. Pages are read as a crawl reads them, in a worker
process, so one that kills its reader costs only itself. Nothing is stored: results travel to the
driver.

URLs are left for later if their host demands a long pause or is held elsewhere, if the results take
too much memory, or if the time for the part is over.
"""

import asyncio
import contextlib
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Protocol

from tidings.engine.backfill.fetched_pages import FetchedPages
from tidings.engine.places.fetched_page import FetchedPage
from tidings.engine.places.held_hosts import HeldHosts
from tidings.engine.reading.visit_outcome import VisitOutcome
from tidings.engine.reading.visit_reading import VisitReader
from tidings.engine.state.listed_visits import ListedVisits
from tidings.fetch.politeness.host_permission import HostNotHeld
from tidings.model.web.exchange import FetchFailure
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest
from tidings.read.url import host_of
from tidings.store.database.database import Database

_MAX_HELD_BACK = 3  # times in a row that a host asks for a pause


@dataclass(frozen=True, slots=True)
class PartLimits:
    """When the URLs of a part are left for later."""

    hosts_at_once: int
    seconds: float  # after which nothing more begins
    patience: float  # the longest pause of a host that is waited for
    held_bytes: int = 64 * 1024 * 1024  # of results: they travel as a whole


class HostTurns(Protocol):
    """Knows when hosts may be asked."""

    def ready_at(self, host: str) -> float:
        """Return the earliest second at which a request may start; 0.0 is now."""


class PartFetcher:
    """Fetches one part at a time."""

    def __init__(
        self,
        database: Database,
        turns: HostTurns,
        reader: VisitReader,
        held: HeldHosts,
        visits: ListedVisits,
        requests: list[LoggedRequest],
        limits: PartLimits,
    ) -> None:
        """`requests` is where the fetcher notes what it sends."""
        self._database = database
        self._turns = turns
        self._reader = reader
        self._held = held
        self._visits = visits
        self._requests = requests
        self._limits = limits
        self._pages = FetchedPages()
        self._held_bytes = 0
        self._ends = 0.0

    async def fetch(self, urls: Sequence[str]) -> FetchedPages:
        """Fetch and read the URLs; those of a host stand together."""
        self._visits.state.forget()  # what was learned since the part before is in the database
        self._pages, self._held_bytes = FetchedPages(), 0
        self._ends = asyncio.get_running_loop().time() + self._limits.seconds
        slots = asyncio.Semaphore(self._limits.hosts_at_once)
        async with self._held.kept(), asyncio.TaskGroup() as tasks:
            for host, some in groupby(urls, key=host_of):
                tasks.create_task(self._fetch_host(host, deque(some), slots))
        self._pages.requests = self._requests[:]
        self._requests.clear()
        return self._pages

    async def _fetch_host(self, host: str, urls: deque[str], slots: asyncio.Semaphore) -> None:
        async with slots:
            with contextlib.suppress(HostNotHeld):
                await self._fetch_all(host, urls)
        self._pages.left.extend(urls)

    async def _fetch_all(self, host: str, urls: deque[str]) -> None:
        """Fetch URLs and take away those that are done, as long as the host lets us."""
        held_back, began = 0, time.perf_counter()
        while urls and held_back < _MAX_HELD_BACK and await self._may_ask(host):
            page = await self._fetched(urls[0])
            if _is_put_off(page.outcome):
                held_back += 1
                urls.rotate(-1)  # it may be about this page alone
                continue
            held_back, now = 0, time.perf_counter()
            self._pages.seconds[urls.popleft()], began = now - began, now
            self._held_bytes += page.held_bytes
            self._pages.pages.append(page)

    async def _may_ask(self, host: str) -> bool:
        """Wait for the host's turn; return False if that is too far off, or the part is over."""
        now = asyncio.get_running_loop().time()
        wait = max(0.0, self._turns.ready_at(host) - time.time())
        if wait > self._limits.patience or now + wait > self._ends:
            return False
        await asyncio.sleep(wait)
        return self._held_bytes < self._limits.held_bytes

    async def _fetched(self, url: str) -> FetchedPage:
        connection = self._database.read()
        visit = self._visits.visit_of(connection, url)
        owner = self._visits.owner_of(connection, visit)
        return FetchedPage.of(visit, await self._reader.make(visit, owner))


def _is_put_off(outcome: VisitOutcome) -> bool:
    """Return whether the host only asked for a pause: that says nothing about the URL."""
    if not isinstance(outcome, FetchFailure):
        return False
    return outcome.is_held_back or outcome.reason is Reason.TOO_MANY_REQUESTS
