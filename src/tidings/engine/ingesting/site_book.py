"""What is known about the sites whose pages are ingested, when the job begins."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tidings.crawl.focus.packed_focus import packed_focus
from tidings.engine.process.message import HEADER, packed
from tidings.engine.state.focus_learning import load_focus
from tidings.engine.state.site_memory import load_site_memory
from tidings.model.crawl.source import Source
from tidings.model.crawl.source_settings import SourceScope
from tidings.store.database.session import Reader
from tidings.store.tables.sources.sources import followed_sources


@dataclass(frozen=True, slots=True)
class KnownSite:
    """What pages of a site are read with; nothing, if nobody follows it."""

    domain: str
    name: str = ""
    memory: bytes = b""
    focus: bytes = b""
    scope: SourceScope | None = None


@dataclass(frozen=True, slots=True)
class SiteBook:
    """The followed sources by their domains."""

    sites: Mapping[str, KnownSite] = field(default_factory=dict)

    def site(self, domain: str) -> KnownSite:
        """Return what is known about the site of a domain."""
        return self.sites.get(domain) or KnownSite(domain)


def site_book(connection: Reader) -> SiteBook:
    """Return what is known now. Of several sources at a domain, the first owns it, as in crawls."""
    sites: dict[str, KnownSite] = {}
    for source in followed_sources(connection):
        if source.domain not in sites:
            sites[source.domain] = _known(connection, source)
    return SiteBook(sites)


def _known(connection: Reader, source: Source) -> KnownSite:
    memory = load_site_memory(connection, source.id).memory()
    words = source.about.words
    return KnownSite(
        source.domain,
        source.name,
        packed(memory)[HEADER.size :] if memory.pages or memory.templates else b"",
        packed_focus(load_focus(connection, source.id, words)) if words else b"",
        source.settings.scope(),
    )
