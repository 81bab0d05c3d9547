"""A place makes the visits of agents: it fetches and reads, and stores nothing.

The local one uses the fetcher and the workers of the process that crawls.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Protocol

from tidings.crawl.agents.population import Step
from tidings.crawl.agents.query_terms import QueryTerms
from tidings.engine.reading.visit_outcome import (
    BrokenPage,
    ReadPage,
    VisitOutcome,
    VisitOwner,
)
from tidings.engine.reading.visit_reading import VisitReader, request_of
from tidings.fetch.fetcher import Fetcher, FetchLimits
from tidings.model.agents.page_sight import MissedPage, Sight
from tidings.model.articles.article import UnreadablePage
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import FetchFailure
from tidings.model.web.reason import Reason
from tidings.read.url import canonical

MayMove = Callable[[str], bool]  # whether a step may be redirected to a URL


@dataclass(frozen=True, slots=True)
class PageAssignment:
    """For whom an agent visits a page: a followed source, or the run alone."""

    visit: Visit
    owner: VisitOwner
    ticket: int = 0  # when it began, for whoever settles it


@dataclass(frozen=True, slots=True)
class PageRefusal:
    """Why a page is not visited."""

    reason: Reason
    detail: str = ""


Assign = Callable[[str], Awaitable[PageAssignment | PageRefusal]]  # of a URL


@dataclass(frozen=True, slots=True)
class Visited:
    """What a step showed, and what is needed to settle it."""

    sight: Sight
    assignment: PageAssignment | None = None  # None: nothing was requested
    outcome: VisitOutcome | None = None


class VisitPlace(Protocol):
    """Where visits are made. It stores nothing, so it may be on another node."""

    def ready_at(self, host: str) -> float:
        """Return the earliest second at which a host may be asked; 0.0 is now."""

    async def visit(self, step: Step, may_move: MayMove) -> Visited:
        """Fetch and read the page of a step."""


class LocalPlace:
    """Visits pages with the fetcher and the workers of this process."""

    def __init__(
        self, fetcher: Fetcher, reader: VisitReader, assign: Assign, query: QueryTerms
    ) -> None:
        self._fetcher = fetcher
        self._reader = reader
        self._assign = assign
        self._query = query

    def ready_at(self, host: str) -> float:
        """Return the earliest second at which a host may be asked; 0.0 is now."""
        return self._fetcher.ready_at(host)

    async def visit(self, step: Step, may_move: MayMove) -> Visited:
        """Fetch and read the page of a step."""
        assignment = await self._assign(step.url)
        if isinstance(assignment, PageRefusal):
            return Visited(MissedPage(step.url, assignment.reason, assignment.detail))
        visit = assignment.visit
        limits = FetchLimits(step.max_bytes or None, may_move)
        fetched = await self._fetcher.fetch(request_of(visit), limits=limits)
        if isinstance(fetched, FetchFailure):
            return Visited(_missed(fetched), assignment, fetched)
        owner = replace(assignment.owner, query=self._query)
        outcome = await self._reader.read(visit, owner, fetched)
        return Visited(sight_of(outcome), assignment, outcome)


def sight_of(outcome: VisitOutcome) -> Sight:
    """Return what an agent sees of a visit."""
    if isinstance(outcome, FetchFailure):
        return _missed(outcome)
    response = outcome.response
    url, size = canonical(response.url) or response.url, len(response.body)
    if isinstance(outcome, BrokenPage):
        crash = outcome.crash
        return MissedPage(url, crash.reason, crash.detail, response.seconds, size)
    if isinstance(outcome, ReadPage):
        if outcome.reading.seen is not None:
            return outcome.reading.seen
        page = outcome.reading.page
        if isinstance(page, UnreadablePage):
            return MissedPage(url, page.reason, page.detail, response.seconds, size)
    return MissedPage(url, Reason.NOT_HTML, "", response.seconds, size)


def _missed(failure: FetchFailure) -> MissedPage:
    url = canonical(failure.url) or failure.url
    return MissedPage(url, failure.reason, failure.detail, failure.seconds)
