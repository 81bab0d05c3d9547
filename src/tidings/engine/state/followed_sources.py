"""The followed sources, by id and by domain: finds the source that a URL belongs to."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from tidings.crawl.links.path_rules import path_refusal
from tidings.model.crawl.source import Source
from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.reason import Reason
from tidings.read.url import domain_of


@dataclass(frozen=True, slots=True)
class FollowedSources:
    """The sources at one moment. It never changes: threads share it, and replace it whole."""

    by_id: Mapping[int, Source]
    by_domain: Mapping[str, int]

    def with_source(self, source: Source) -> "FollowedSources":
        """Return the sources after one of them got a new name or domain, or was added."""
        by_domain = {source.domain: source.id, **self.by_domain}
        return _frozen({**self.by_id, source.id: source}, by_domain)

    def new_since(self, before: "FollowedSources") -> set[int]:
        """Return the ids of sources that are new, or have a new focus or other settings."""
        return {
            number
            for number, source in self.by_id.items()
            if number not in before.by_id or not _is_followed_alike(before.by_id[number], source)
        }

    def get(self, number: int) -> Source | None:
        """Return a source by its id, or None if it is not followed."""
        return self.by_id.get(number)

    def assigned(self, foreign: Iterable[FoundUrl]) -> tuple[list[FoundUrl], dict[Reason, int]]:
        """Assign links that leave their site to the sources they lead to; count the others."""
        assigned: list[FoundUrl] = []
        drops: dict[Reason, int] = {}
        for found in foreign:
            site = self.by_domain.get(domain_of(found.url))
            if site is not None:
                scope = self.by_id[site].settings.scope()
                dropped = Reason.EXCLUDED if path_refusal(found.url, scope) else found.dropped
                assigned.append(found._replace(site=site, dropped=dropped))
                continue
            reason = Reason.FOREIGN_ITEM if found.listed else Reason.OFF_SITE
            drops[reason] = drops.get(reason, 0) + 1
        return assigned, drops


def _is_followed_alike(before: Source, source: Source) -> bool:
    return before.about == source.about and before.settings == source.settings


def followed_from(sources: Iterable[Source]) -> FollowedSources:
    """Return the followed sources. Of several at one domain, the one added first owns it."""
    by_id = {source.id: source for source in sources}
    by_domain: dict[str, int] = {}
    for source in by_id.values():
        by_domain.setdefault(source.domain, source.id)
    return _frozen(by_id, by_domain)


def _frozen(by_id: dict[int, Source], by_domain: dict[str, int]) -> FollowedSources:
    return FollowedSources(MappingProxyType(by_id), MappingProxyType(by_domain))


NO_SOURCES = followed_from(())
