"""The followed sources in memory, by id and by domain: finds the source that a URL belongs to."""

from collections.abc import Iterable

from tidings.model.crawl.source import Source
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.reason import Reason
from tidings.read.url import domain_of


class FollowedSources:
    """Updated by the pipeline, read by the settler's thread: each change is one assignment."""

    def __init__(self) -> None:
        self._by_id: dict[int, Source] = {}
        self._by_domain: dict[str, int] = {}

    def load(self, sources: Iterable[Source]) -> set[int]:
        """Replace the whole list; return the ids of sources that are new or have a new focus.

        Of several sources at one domain, the one added first owns it.
        """
        by_id = {source.id: source for source in sources}
        by_domain: dict[str, int] = {}
        for source in by_id.values():
            by_domain.setdefault(source.domain, source.id)
        before = self._by_id
        new = {
            number
            for number, source in by_id.items()
            if number not in before or before[number].about != source.about
        }
        self._by_id, self._by_domain = by_id, by_domain
        return new

    def note(self, source: Source) -> None:
        """Replace one source, which has a new name or domain."""
        self._by_id[source.id] = source
        self._by_domain.setdefault(source.domain, source.id)

    def get(self, number: int) -> Source | None:
        """Return a source by its id, or None if it is not followed."""
        return self._by_id.get(number)

    def assigned(self, foreign: Iterable[FoundUrl]) -> tuple[list[FoundUrl], dict[Reason, int]]:
        """Assign links that leave their site to the sources they lead to; count the others."""
        assigned: list[FoundUrl] = []
        drops: dict[Reason, int] = {}
        for found in foreign:
            site = self._by_domain.get(domain_of(found.url))
            if site is not None:
                assigned.append(found._replace(site=site))
                continue
            reason = Reason.FOREIGN_ITEM if found.listed else Reason.OFF_SITE
            drops[reason] = drops.get(reason, 0) + 1
        return assigned, drops
