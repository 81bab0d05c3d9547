"""What would be followed if a source were added; nothing of it is stored."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tidings.model.crawl.source_condition import SourceCause


class PreviewedRobots(StrEnum):
    """What the robots.txt of the address says to us. Values are stable: scripts rely on them."""

    ALLOWED = "allowed"
    DENIED = "denied"
    UNREACHABLE = "unreachable"  # it cannot be read, so nothing may be fetched
    UNKNOWN = "unknown"  # its server was not reached


@dataclass(frozen=True, slots=True)
class Headline:
    """An article as a list names it."""

    url: str
    title: str
    published: datetime | None = None


@dataclass(frozen=True, slots=True)
class PreviewedList:
    """A feed or sitemap. If it was not read, only its address is known."""

    url: str
    is_read: bool = False
    title: str = ""
    format: str = ""  # of a feed: rss, rdf, atom or json; of a sitemap: urlset, news or index
    items: int = 0  # articles, or the sitemaps of an index
    newest: datetime | None = None


@dataclass(frozen=True, slots=True)
class IndexPagePreview:
    """A page that leads to articles."""

    url: str
    links: int  # that look like articles


@dataclass(frozen=True, slots=True)
class PreviewProblem:
    """What stands in the way, in the words in which the condition of a source is told."""

    url: str
    cause: SourceCause
    sentence: str
    advice: str


@dataclass(frozen=True, slots=True)
class SourcePreview:
    """What a site or feed offers."""

    url: str  # as it would be added
    final_url: str  # after redirects
    domain: str
    name: str = ""
    language: str | None = None
    robots: PreviewedRobots = PreviewedRobots.UNKNOWN
    feeds: tuple[PreviewedList, ...] = ()
    sitemaps: tuple[PreviewedList, ...] = ()
    index_pages: tuple[IndexPagePreview, ...] = ()
    headlines: tuple[Headline, ...] = ()  # the newest first
    problems: tuple[PreviewProblem, ...] = ()
    followed: str | None = None  # the address under which it is followed already
    requests: int = 0
    is_complete: bool = True  # False: there was no time or allowance to read everything

    @property
    def leads_somewhere(self) -> bool:
        """Whether following it would bring articles, as far as can be seen."""
        lists = (*self.feeds, *self.sitemaps)
        return bool(self.headlines or self.index_pages or any(each.items for each in lists))
