"""Which visit a listed URL is: that of its row, or a first one, for the source it belongs to."""

from dataclasses import dataclass

from tidings.crawl.links.admission import LINKED
from tidings.engine.reading.visit_outcome import VisitOwner
from tidings.engine.state.followed_sources import FollowedSources
from tidings.engine.state.source_state import SourceState
from tidings.model.crawl.source_settings import ANY_PAGE
from tidings.model.crawl.visit import FoundUrl, Visit
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import domain_of, host_of, url_id
from tidings.store.database.session import Reader
from tidings.store.tables.frontier.urls import visit_to
from tidings.store.tables.sources.imported_sites import site_of_domain

_DEPTH = 1  # a start page would be a source of its own


@dataclass(frozen=True, slots=True)
class ListedVisits:
    """Makes visits of URLs, and says for whom they are made."""

    followed: FollowedSources
    state: SourceState
    languages: tuple[str, ...]

    def visit_of(self, connection: Reader, url: str) -> Visit:
        """Return the visit to a URL: a known one is asked with its validators."""
        known = visit_to(connection, host_of(url), url_id(url))
        if known is not None:
            return known
        return _first_visit(url, site_of(connection, self.followed, url))

    def owner_of(self, connection: Reader, visit: Visit) -> VisitOwner:
        """Return for whom a visit is made, with what its reading needs to know."""
        memory = self.state.memories.packed_for(connection, visit.site)
        source = self.followed.get(visit.site)
        if source is None:
            return VisitOwner(visit.site, memory=memory)
        _, focus = self.state.focuses.packed_for(connection, source)
        scope = source.settings.scope(self.languages)
        return VisitOwner.followed(source, memory, focus, None if scope == ANY_PAGE else scope)


def site_of(connection: Reader, followed: FollowedSources, url: str) -> int:
    """Return the site of a URL; its domain has one."""
    domain = domain_of(url)
    site = followed.by_domain.get(domain) or site_of_domain(connection, domain)
    if site is None:
        raise LookupError(f"no site has the domain {domain}")
    return site


def found_of(visit: Visit) -> FoundUrl:
    """Return the row of a URL that is visited for the first time."""
    place = (LINKED, visit.depth, None)
    return FoundUrl(visit.url, visit.host, visit.id, visit.site, visit.role, *place)


def _first_visit(url: str, site: int) -> Visit:
    return Visit(
        url=url,
        host=host_of(url),
        id=url_id(url),
        site=site,
        role=UrlRole.PAGE,
        kind=None,
        listed=False,
        published=None,
        depth=_DEPTH,
        parent=None,
        attempts=0,
        interval=None,
        visited_at=None,
        etag=None,
        last_modified=None,
        body_hash=None,
        last_reason=Reason.WAITING,
    )
