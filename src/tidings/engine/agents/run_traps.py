"""Spider traps of one run: charges by the shapes of URLs, as in a crawl, for each site.

A run meets sites that nobody follows, so it begins with nothing and forgets all in the end.
"""

from collections import defaultdict
from dataclasses import replace

from tidings.crawl.agents.population import Step
from tidings.crawl.traps.shape_account import VisitYield
from tidings.crawl.traps.trap_accounts import Refusal, SiteAccounts, shape_refusal
from tidings.engine.reading.visit_outcome import visit_of_query_run
from tidings.model.agents.page_sight import MissedPage, SeenPage, Sight
from tidings.model.web.page import PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import domain_of

_UNREQUESTED = frozenset(
    {
        Reason.ROBOTS_DENIED,
        Reason.ROBOTS_UNREACHABLE,
        Reason.TRAP_SHAPE,
        Reason.TRAP_SITE,
        Reason.REDIRECTED,
    }
)


class RunTraps:
    """The accounts of all sites of a run. The same calls have the same result."""

    def __init__(self) -> None:
        self._accounts: dict[str, SiteAccounts] = defaultdict(lambda: SiteAccounts({}))
        self._depths: dict[str, int] = {}  # of links, by URL
        self._titles: dict[str, set[str]] = defaultdict(set)  # of articles, by site

    def refusal(self, step: Step) -> Refusal | None:
        """Return why a page is not visited; seeds always are."""
        return self._refusal(step.url) if step.page else None

    def _refusal(self, url: str) -> Refusal | None:
        accounts = self._accounts.get(domain_of(url))
        return None if accounts is None else shape_refusal(accounts.snapshot(), url)

    def without_traps(self, sight: Sight) -> Sight:
        """Leave out the links that look like a trap."""
        if isinstance(sight, MissedPage):
            return sight
        links = tuple(
            link
            for link in sight.links
            if link.role is not UrlRole.PAGE or self._refusal(link.url) is None
        )
        return sight if len(links) == len(sight.links) else replace(sight, links=links)

    def note(self, step: Step, sight: Sight, second: float) -> None:
        """Charge a step for what it brought."""
        depth = self._depths.get(step.page, 0) + 1
        self._depths[step.url] = self._depths[sight.url] = depth
        brought = self._brought(sight)
        if not step.page or brought is None:
            return
        visit = replace(visit_of_query_run(step.url), parent=step.page, depth=depth)
        self._accounts[domain_of(step.url)].note(visit, brought, second)

    def _brought(self, sight: Sight) -> VisitYield | None:
        if isinstance(sight, MissedPage):
            return None if sight.reason in _UNREQUESTED else VisitYield.NOTHING
        if sight.kind is PageKind.ARTICLE:
            return VisitYield.NEWS if self._is_new(sight) else VisitYield.TWIN
        return VisitYield.LEAD if sight.kind is PageKind.INDEX else VisitYield.NOTHING

    def _is_new(self, page: SeenPage) -> bool:
        """Return whether no other page of the site has the title."""
        titles = self._titles[domain_of(page.url)]
        is_new = page.title not in titles
        titles.add(page.title)
        return is_new
