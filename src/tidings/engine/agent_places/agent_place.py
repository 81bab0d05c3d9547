"""A place of the cluster where agents make their visits: an actor on a node.

It asks a host only while it holds its lease, reads pages in a worker process, and stores nothing.
Ray itself is not imported here, so that anybody may read this module.
"""

import os
import time
from collections.abc import Iterable
from contextlib import AsyncExitStack, closing
from dataclasses import replace
from datetime import UTC, datetime

from tidings.engine.agent_places.sent_visit import (
    HostElsewhere,
    PageMoved,
    PageSeen,
    SentVisit,
    VisitReport,
    page_seen,
)
from tidings.engine.agents.place import sight_of
from tidings.engine.places.place_equipment import PlaceTerms, fetch_knowledge, opened_equipment
from tidings.engine.process.home import Home
from tidings.engine.process.home_database import opened_database
from tidings.engine.reading.visit_outcome import NO_SOURCE
from tidings.engine.reading.visit_reading import request_of
from tidings.engine.runners.sent_job import found_home, unpacked_job
from tidings.engine.state.followed_sources import followed_from
from tidings.fetch.fetcher import FetchLimits
from tidings.fetch.politeness.host_permission import HostNotHeld
from tidings.model.web.exchange import FetchFailure, FetchOutcome, Response
from tidings.model.web.reason import Reason
from tidings.read.url import host_of
from tidings.store.tables.sources.sources import followed_sources, sources_version

NO_JOB = 0  # the number of the files by which places know the home: no job has it


class AgentPlace:
    """The actor. It makes many visits at once, and lives as long as the driver."""

    def __init__(self) -> None:
        self._inside = AsyncExitStack()

    async def open(self, sent: Home, mark: str, terms: bytes) -> int:
        """Open the home; return the number of this process. Raises WrongHome."""
        home = found_home(sent, os.environ.get("TIDINGS_HOME", ""), NO_JOB, mark)
        self._terms: PlaceTerms = unpacked_job(terms, home)
        fetch_knowledge(self._terms)
        opened = closing(opened_database(home, alongside=True))
        self._database = self._inside.enter_context(opened)
        connection = self._database.read()
        self._sources_version = sources_version(connection)
        self._followed = followed_from(followed_sources(connection))
        equipment = self._equipment = await opened_equipment(
            self._terms, self._database, self._followed, self._inside
        )
        await self._inside.enter_async_context(equipment.held.kept())
        return os.getpid()

    async def visit(self, sent: SentVisit) -> VisitReport:
        """Make a visit, up to its first redirect."""
        if sent.visit.site != NO_SOURCE:
            self._follow()
        try:
            came = await self._visited(sent)
        except HostNotHeld as error:
            came = HostElsewhere(str(error))
        return self._report(came, sent)

    async def close(self) -> VisitReport:
        """Let all hosts go; return what was not reported yet."""
        await self._inside.aclose()
        return self._report(HostElsewhere("closed"))

    async def _visited(self, sent: SentVisit) -> PageSeen | PageMoved | HostElsewhere:
        targets: list[str] = []

        def stay(url: str) -> bool:
            targets.append(url)
            return False

        fetched = await self._fetched(sent, FetchLimits(sent.max_bytes, stay))
        if isinstance(fetched, FetchFailure):
            if fetched.reason is Reason.REDIRECTED and targets:
                return PageMoved(targets[-1], fetched)
            return page_seen(sent.visit, sent.owner, fetched, sight_of(fetched))
        outcome = await self._equipment.reader.read(sent.visit, sent.owner, fetched)
        return page_seen(sent.visit, sent.owner, outcome, sight_of(outcome))

    async def _fetched(self, sent: SentVisit, limits: FetchLimits) -> FetchOutcome:
        """Request the URL; what comes tells of the redirects before, as if they were its own."""
        visit, most = sent.visit, self._terms.settings.fetch.max_hops
        if sent.url in {hop.url for hop in sent.hops}:
            return _unrequested(sent, Reason.REDIRECT_LOOP)
        if len(sent.hops) > most:
            return _unrequested(sent, Reason.TOO_MANY_HOPS, f"over {most}")
        request = request_of(visit)
        if sent.hops:  # validators belong to the address that gave them
            request = replace(request, url=sent.url, etag=None, last_modified=None)
        fetched = await self._equipment.fetcher.fetch(request, limits=limits)
        hops = (*sent.hops, *fetched.hops)
        if isinstance(fetched, Response):
            with_login = fetched.with_login or self._may_have_sent_login(sent)
            return replace(fetched, requested=visit.url, hops=hops, with_login=with_login)
        return replace(fetched, requested=visit.url, hops=hops)

    def _may_have_sent_login(self, sent: SentVisit) -> bool:
        """Return whether a redirect before this request may have come with credentials."""
        policy = self._equipment.policies.of(sent.visit.site)
        return bool(policy.credentials) and policy.host in {host_of(hop.url) for hop in sent.hops}

    def _follow(self) -> None:
        """Notice settings of sources that have changed meanwhile."""
        connection = self._database.read()
        version = sources_version(connection)
        if version != self._sources_version:
            self._sources_version = version
            self._followed = followed_from(followed_sources(connection))
            self._equipment.policies.follow(self._followed)

    def _report(
        self, came: PageSeen | PageMoved | HostElsewhere, sent: SentVisit | None = None
    ) -> VisitReport:
        requests = self._equipment.requests[:]
        self._equipment.requests.clear()
        hosts = {line.host for line in requests}
        if sent is not None:
            hosts.add(host_of(sent.url))
        return VisitReport(came, requests, self._waits(hosts))

    def _waits(self, hosts: Iterable[str]) -> dict[str, float]:
        """Return in how many seconds hosts may be asked: clocks of nodes differ."""
        now = time.time()
        return {host: self._equipment.fetcher.ready_at(host) - now for host in hosts}


def _unrequested(sent: SentVisit, reason: Reason, detail: str = "") -> FetchFailure:
    now = datetime.now(UTC)
    return FetchFailure(sent.visit.url, sent.url, reason, detail, sent.hops, now, 0.0)
