"""What goes to the workers and comes back: a response to read, and all that it yields."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from tidings.crawl.focus.site_focus import FocusJudgement
from tidings.crawl.links.admission import Admission, LinkContext
from tidings.engine.process.message import unpacked
from tidings.engine.reading.annotator import AnnotationResult
from tidings.extract.site_memory.memory import EMPTY_SITE_MEMORY, MemoryUpdate, SiteMemory
from tidings.model.articles.article import Article, Extraction, UnreadablePage
from tidings.model.crawl.list_history import Listing
from tidings.model.crawl.subscription import HubLink
from tidings.model.crawl.visit import NO_FEED_HINTS, FeedHints, FoundUrl, Visit
from tidings.model.web.exchange import Response
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.search.entries.entry import IndexEntry
from tidings.settings.tree import CrawlSettings


@dataclass(frozen=True, slots=True)
class ReadingTask:
    """A response to read, with what is known of its URL."""

    visit: Visit
    response: Response
    domain: str  # the site's: links are admitted by it
    site_name: str = ""
    memory: bytes = b""  # the site's, packed: most pages find theirs unpacked already
    focus: bytes = b""  # the same of what the site is followed for; empty: for everything


@dataclass(frozen=True, slots=True)
class Reading:
    """All that one response yields."""

    role: UrlRole
    domain: str
    found: tuple[FoundUrl, ...] = ()
    drops: dict[Reason, int] = field(default_factory=dict)
    foreign: tuple[FoundUrl, ...] = ()  # links that another followed site may want
    page: Extraction | UnreadablePage | None = None
    article: Article | None = None
    annotation: AnnotationResult | None = None  # of the article
    entry: IndexEntry | None = None
    site_name: str = ""
    record: bytes | None = None  # the gzip member for the archive
    digest: str = ""  # of its body, as the archive writes it
    body_hash: bytes = b""  # the same as bytes, of pages: to know them again if nothing changes
    announced: bool = False  # it names feeds
    likely: int = 0  # links that look like articles
    hints: FeedHints = NO_FEED_HINTS  # when a feed asks to be left alone
    memory_update: MemoryUpdate | None = None  # what it teaches about its site
    noarchive: bool = False  # its publisher wants no copy to be kept
    listing: Listing | None = None  # what a feed or sitemap shows, in a few bytes
    hub: HubLink | None = None  # where a feed can be subscribed to
    fingerprint: bytes = b""  # the same for pages that show the same, whatever their addresses
    topic: str = ""  # what it was read for, if not for everything
    judgement: FocusJudgement | None = None  # … and how much the article is about that
    worth: float | None = None  # … and how promising the links are


@dataclass(frozen=True, slots=True)
class Crash:
    """Reading failed on our side."""

    reason: Reason
    detail: str


def ground_of(job: ReadingTask, domain: str, settings: CrawlSettings) -> LinkContext:
    """Return what the links of a response are judged by."""
    visit = job.visit
    return LinkContext(visit.site, domain, visit.depth, job.response.url, settings)


def with_admissions(reading: Reading, parts: Iterable[Admission], **more: Any) -> Reading:
    """Add what was admitted to a reading, and what else is known by now: a copy costs enough."""
    drops = dict(reading.drops)
    found: list[FoundUrl] = list(reading.found)
    foreign: list[FoundUrl] = list(reading.foreign)
    for part in parts:
        found += part.found
        foreign += part.foreign
        for reason, count in part.drops.items():
            drops[reason] = drops.get(reason, 0) + count
    return replace(reading, found=tuple(found), drops=drops, foreign=tuple(foreign), **more)


@lru_cache(maxsize=256)
def unpacked_site_memory(told: bytes) -> SiteMemory:
    """Return what a job tells about the ways of its site."""
    return unpacked(told) if told else EMPTY_SITE_MEMORY
