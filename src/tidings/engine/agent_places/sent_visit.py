"""Visits of agents as they travel to a place of the cluster, and what comes back.

A redirect comes back, too: the run decides whether it is followed, and another place may be the one
that asks the host where it leads.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tidings.engine.places.fetched_page import FetchedPage
from tidings.engine.reading.visit_outcome import NO_SOURCE, ReadPage, VisitOutcome, VisitOwner
from tidings.model.agents.page_sight import Sight
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import FetchFailure, Hop
from tidings.model.web.request_log import LoggedRequest


@dataclass(frozen=True, slots=True)
class SentVisit:
    """A visit to make."""

    visit: Visit
    owner: VisitOwner
    url: str  # to request now: that of the visit, or where its redirects have led
    hops: tuple[Hop, ...] = ()  # that were followed so far
    max_bytes: int | None = None  # of the body


@dataclass(frozen=True, slots=True)
class PageSeen:
    """The visit is over."""

    sight: Sight
    page: FetchedPage | None  # None: nothing of it is settled


@dataclass(frozen=True, slots=True)
class PageMoved:
    """The URL redirects to another one, which was not requested."""

    url: str
    failure: FetchFailure  # what came of the visit if nobody goes on

    @property
    def hops(self) -> tuple[Hop, ...]:
        """The redirects so far, this one included."""
        return (*self.failure.hops, Hop(self.failure.url, self.failure.status or 0))


@dataclass(frozen=True, slots=True)
class HostElsewhere:
    """Another place may still ask the host: nothing was learned about the URL."""

    detail: str


@dataclass(frozen=True, slots=True)
class VisitReport:
    """What a place tells about a visit."""

    came: PageSeen | PageMoved | HostElsewhere
    requests: list[LoggedRequest] = field(default_factory=list)  # also those of other visits
    waits: Mapping[str, float] = field(default_factory=dict)  # seconds until hosts may be asked


def page_seen(visit: Visit, owner: VisitOwner, outcome: VisitOutcome, sight: Sight) -> PageSeen:
    """Return what travels of a visit: of what the driver does not settle, only the sight."""
    is_article = isinstance(outcome, ReadPage) and outcome.reading.article is not None
    is_settled = owner.source != NO_SOURCE or is_article  # the reader leaves out irrelevant ones
    return PageSeen(sight, FetchedPage.of(visit, outcome) if is_settled else None)
