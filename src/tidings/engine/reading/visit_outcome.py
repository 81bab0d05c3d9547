"""What comes of a visit before anything is stored, and for whom the visit is made."""

from dataclasses import dataclass
from typing import Self

from tidings.crawl.agents.query_terms import QueryTerms
from tidings.engine.reading.reading_task import Crash, Reading
from tidings.model.crawl.source import Source
from tidings.model.crawl.source_settings import SourceScope
from tidings.model.crawl.visit import Visit
from tidings.model.web.exchange import FetchFailure, Response
from tidings.model.web.page import UrlRole
from tidings.read.url import canonical, host_of, url_id

NO_SOURCE = 0  # the site of a visit that no source owns


@dataclass(frozen=True, slots=True)
class VisitOwner:
    """For whom a visit is made, with what its readings need to know.

    A followed source settles what was read; a query run looks at it, and settles its finds.
    """

    source: int = NO_SOURCE
    query: QueryTerms | None = None  # of the agent that looks at it
    domain: str = ""  # decides which links are admitted; empty: that of each response
    name: str = ""
    memory: bytes = b""  # the site memory, packed
    focus: bytes = b""  # packed; empty: followed for everything
    scope: SourceScope | None = None  # what the source's settings want; None: every page

    @classmethod
    def followed(
        cls, source: Source, memory: bytes, focus: bytes, scope: SourceScope | None = None
    ) -> Self:
        """Return a source as the owner of a visit."""
        return cls(source.id, None, source.domain, source.name, memory, focus, scope)


@dataclass(frozen=True, slots=True)
class UnchangedPage:
    """The page has the content that is known."""

    response: Response


@dataclass(frozen=True, slots=True)
class BrokenPage:
    """Reading the page failed on our side."""

    response: Response
    crash: Crash


@dataclass(frozen=True, slots=True)
class ReadPage:
    """The page was read."""

    response: Response
    reading: Reading
    body_hash: bytes
    former: Reading | None = None  # of a kept article: how its archived copy reads today


VisitOutcome = FetchFailure | UnchangedPage | BrokenPage | ReadPage


def visit_of_query_run(url: str) -> Visit:
    """Return a visit to a page that no source owns."""
    address = canonical(url) or url
    return Visit(
        url=address,
        host=host_of(address),
        id=url_id(address),
        site=NO_SOURCE,
        role=UrlRole.PAGE,
        kind=None,
        listed=False,
        published=None,
        depth=1,
        parent=None,
        attempts=0,
        interval=None,
        visited_at=None,
        etag=None,
        last_modified=None,
        body_hash=None,
    )
