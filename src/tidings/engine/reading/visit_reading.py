"""Reading a visit: fetches a page and has it read, without storing anything.

`engine/live/visiting.py` settles what comes of it; a query run does not.
"""

import asyncio
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Protocol

from tidings.crawl.feeds.discovery import announced_sitemaps, guessed_lists
from tidings.crawl.feeds.feed_selection import SeenSitemaps
from tidings.crawl.links.admission import LinkContext
from tidings.crawl.visits.conditional_request import validators_for
from tidings.crawl.visits.visit_outcome import sets_home
from tidings.engine.reading.reading_task import Crash, Reading, ReadingTask
from tidings.engine.reading.visit_outcome import (
    NO_SOURCE,
    BrokenPage,
    ReadPage,
    UnchangedPage,
    VisitOutcome,
    VisitOwner,
)
from tidings.fetch.fetcher import Fetcher
from tidings.model.articles.article import UnreadablePage
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import FetchFailure, Request, Response
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import BARRIERS
from tidings.model.web.request_log import RequestPurpose
from tidings.model.web.rights import NOTHING_RESERVED
from tidings.read.url import domain_of
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_record import payload_sum


class TaskReader(Protocol):
    """Has tasks read, usually in other processes."""

    async def read(self, task: ReadingTask) -> Reading | Crash:
        """Return the reading of a response, or how reading it failed."""
        ...


# Names a version of knowledge, and keeps it while the block runs.
PinnedVersion = Callable[[], AbstractContextManager[int]]
# Returns the task of reading the archived copy of an article; it reads files.
FormerTask = Callable[[ReadingTask], ReadingTask | None]


class VisitReader:
    """Fetches and reads pages, for sources and for query runs."""

    def __init__(
        self,
        settings: CrawlSettings,
        fetcher: Fetcher,
        pool: TaskReader,
        pinned: PinnedVersion,
        former_task: FormerTask = lambda _: None,
    ) -> None:
        self._settings = settings
        self._fetcher = fetcher
        self._pool = pool
        self._pinned = pinned
        self._former_task = former_task
        self._seen_sitemaps = SeenSitemaps()

    async def make(self, visit: Visit, owner: VisitOwner) -> VisitOutcome:
        """Make a visit from its request to its reading."""
        fetched = await self._fetcher.fetch(request_of(visit))
        if isinstance(fetched, FetchFailure):
            return fetched
        return await self.read(visit, owner, fetched)

    async def read(self, visit: Visit, owner: VisitOwner, response: Response) -> VisitOutcome:
        """Read the response to a visit, unless it is what is known."""
        # The worker hashes new pages, because the archive needs the hash anyway.
        body_hash = payload_sum(response.body) if visit.body_hash else b""
        if response.status == 304 or (body_hash and body_hash == visit.body_hash):
            return UnchangedPage(response)
        if visit.role is UrlRole.PAGE:
            reserved = await self._fetcher.reservation(response.url, owner.source)
            if reserved is not NOTHING_RESERVED:
                response = replace(response, rights=response.rights | reserved)
        with self._pinned() as version:
            task = _task(visit, owner, response, version)
            reading = await self._pool.read(task)
            if isinstance(reading, Crash):
                return BrokenPage(response, reading)
            if (barrier := _barrier(response, reading)) is not None:
                return barrier
            if owner.source != NO_SOURCE:
                reading = await self._with_sitemaps(visit, response, reading)
            former = await self._read_former(task) if visit.article is not None else None
        digest = body_hash or reading.body_hash or payload_sum(response.body)
        return ReadPage(response, reading, digest, former)

    async def _read_former(self, task: ReadingTask) -> Reading | None:
        """Read an article's archived copy with today's code, to compare it with the new one."""
        former = await asyncio.to_thread(self._former_task, task)
        reading = await self._pool.read(former) if former else None
        return None if isinstance(reading, Crash) else reading

    async def _with_sitemaps(self, visit: Visit, response: Response, reading: Reading) -> Reading:
        """Add the sitemaps that a host's robots.txt names; if nothing is announced, the usual ones.

        Each host's list is used once, and again when its robots.txt changes.
        """
        is_first = visit.depth == 0 and visit.is_first
        if domain_of(response.url) != reading.domain:
            return reading
        sitemaps = await self._fetcher.sitemaps(response.url, visit.site)
        if not is_first and not self._seen_sitemaps.is_new(response.url, sitemaps):
            return reading
        context = LinkContext(visit.site, reading.domain, visit.depth, response.url, self._settings)
        found = announced_sitemaps(sitemaps, context)
        if is_first and not found and not reading.announced and reading.role is UrlRole.PAGE:
            found = guessed_lists(context)
        return replace(reading, found=(*found, *reading.found))


def _barrier(response: Response, reading: Reading) -> FetchFailure | None:
    """Return the failure of a visit that was answered with a bot check or a consent page."""
    page = reading.page
    if not isinstance(page, UnreadablePage) or page.reason not in BARRIERS:
        return None
    return FetchFailure(
        requested=response.requested,
        url=response.url,
        reason=page.reason,
        detail=page.detail,
        hops=response.hops,
        at=response.at,
        seconds=response.seconds,
        status=response.status,
    )


def request_of(visit: Visit) -> Request:
    """Return the request that a visit makes."""
    purpose = RequestPurpose(visit.role)
    return Request(visit.url, *validators_for(visit), purpose, visit.site)


def _task(visit: Visit, owner: VisitOwner, response: Response, version: int) -> ReadingTask:
    moves = not owner.domain or sets_home(visit, response)
    domain = domain_of(response.url) if moves else owner.domain
    return ReadingTask(
        visit,
        response,
        domain,
        owner.name,
        owner.memory,
        owner.focus,
        version,
        owner.scope,
        owner.query,
        for_source=owner.source != NO_SOURCE,
    )
