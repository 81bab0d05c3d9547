"""What is known and decided about a URL, as JSON."""

from typing import Annotated, TypedDict

from tidings.model.crawl.visit import PastVisit
from tidings.model.search.explanation import Explanation
from tidings.model.search.link_profile import LinkProfile
from tidings.shapes.iso_time import iso, iso_or_none


class VisitOut(TypedDict):
    """One request."""

    at: str
    status: int | None
    reason: str
    detail: str
    bytes: int
    seconds: float


class LinkedOut(TypedDict):
    """Links to a page from archived pages."""

    pages: Annotated[int, "number of linking pages"]
    domains: Annotated[int, "number of other linking domains"]
    page_rank: Annotated[float, "log 10; -0.125: unlinked"]
    percentile: Annotated[float, "percentage of pages with a lower page rank"]
    host_rank: float
    domain_rank: float
    anchors: Annotated[list[str], "most frequent informative link texts"]


class ExplanationOut(TypedDict):
    """Everything known and decided about a URL."""

    url: str
    state: str
    kind: str | None
    reasons: list[str]
    role: str | None
    article: str | None
    indexed: bool
    status: int | None
    found_on: str | None
    target: str | None
    first_known: str | None
    last_visit: str | None
    next_visit: str | None
    archived: str | None
    visits: list[VisitOut]
    links: LinkedOut | None


def explanation_shape(explanation: Explanation) -> ExplanationOut:
    """Return the shape of `tidings why --json` and `/api/why`."""
    return {
        "url": explanation.url,
        "state": str(explanation.state),
        "kind": explanation.kind and str(explanation.kind),
        "reasons": list(explanation.reasons),
        "role": explanation.role and str(explanation.role),
        "article": explanation.article,
        "indexed": explanation.indexed,
        "status": explanation.status,
        "found_on": explanation.found_on,
        "target": explanation.target,
        "first_known": iso_or_none(explanation.first_known),
        "last_visit": iso_or_none(explanation.last_visit),
        "next_visit": iso_or_none(explanation.next_visit),
        "archived": explanation.archived,
        "visits": [_visit_shape(visit) for visit in explanation.visits],
        "links": _links_shape(explanation.links) if explanation.links else None,
    }


def _visit_shape(visit: PastVisit) -> VisitOut:
    return {
        "at": iso(visit.at),
        "status": visit.status,
        "reason": str(visit.reason),
        "detail": visit.detail,
        "bytes": visit.bytes,
        "seconds": visit.seconds,
    }


def _links_shape(links: LinkProfile) -> LinkedOut:
    return {
        "pages": links.pages,
        "domains": links.domains,
        "page_rank": links.page_rank,
        "percentile": links.percentile,
        "host_rank": links.host_rank,
        "domain_rank": links.domain_rank,
        "anchors": list(links.anchors),
    }
