"""The followed sites in memory, by number and by domain: to whom a URL belongs."""

from collections.abc import Iterable

from tidings.model.crawl.source import Source
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.reason import Reason
from tidings.read.url import domain_of


class FollowedSources:
    """Kept by the pipeline, read by the settler in its thread; every change is one assignment."""

    def __init__(self) -> None:
        self._by_id: dict[int, Source] = {}
        self._by_domain: dict[str, int] = {}

    def load(self, sites: Iterable[Source]) -> set[int]:
        """Take the whole list anew and return the numbers of those not followed like this before.

        Of several sites at one domain the first added owns it.
        """
        by_id = {site.id: site for site in sites}
        by_domain: dict[str, int] = {}
        for site in by_id.values():
            by_domain.setdefault(site.domain, site.id)
        before = self._by_id
        new = {
            number
            for number, site in by_id.items()
            if number not in before or before[number].about != site.about
        }
        self._by_id, self._by_domain = by_id, by_domain
        return new

    def note(self, site: Source) -> None:
        """Take one site's new name or domain."""
        self._by_id[site.id] = site
        self._by_domain.setdefault(site.domain, site.id)

    def get(self, number: int) -> Source | None:
        """Return a site by its number, or None if it is not followed."""
        return self._by_id.get(number)

    def adopted(self, foreign: Iterable[FoundUrl]) -> tuple[list[FoundUrl], dict[Reason, int]]:
        """Give links that leave their site to the followed sites they lead to; count the others."""
        adopted: list[FoundUrl] = []
        drops: dict[Reason, int] = {}
        for found in foreign:
            site = self._by_domain.get(domain_of(found.url))
            if site is not None:
                adopted.append(found._replace(site=site))
                continue
            reason = Reason.FOREIGN_ITEM if found.listed else Reason.OFF_SITE
            drops[reason] = drops.get(reason, 0) + 1
        return adopted, drops
