"""The input and output of the workers: a response to read, and everything it yields."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from tidings.crawl.agents.query_terms import QueryTerms
from tidings.crawl.agents.seen_links import FoundLink
from tidings.crawl.focus.site_focus import FocusJudgement
from tidings.crawl.links.admission import Admission, LinkContext
from tidings.crawl.visits.unwanted_page import Unwanted
from tidings.engine.process.message import unpacked
from tidings.engine.reading.annotator import AnnotationResult
from tidings.extract.site_memory.memory import EMPTY_SITE_MEMORY, MemoryUpdate, SiteMemory
from tidings.model.agents.page_sight import SeenPage
from tidings.model.articles.article import Article, Extraction, UnreadablePage
from tidings.model.crawl.announcement import AnnouncedChange
from tidings.model.crawl.list_history import Listing
from tidings.model.crawl.source_settings import ANY_PAGE, SourceScope
from tidings.model.crawl.subscription import HubLink
from tidings.model.crawl.visit import NO_FEED_HINTS, FeedHints, FoundUrl, Visit
from tidings.model.web.exchange import Response
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.search.entries.entry import IndexEntry
from tidings.settings.tree import CrawlSettings


@dataclass(frozen=True, slots=True)
class ReadingTask:
    """A response to read, with what is known about its URL."""

    visit: Visit
    response: Response
    domain: str  # of the site; decides which links are admitted
    site_name: str = ""
    memory: bytes = b""  # the site memory, packed; the worker caches it unpacked
    focus: bytes = b""  # the source's focus, packed; empty: followed for everything
    knowledge: int = 0  # the version to annotate with
    scope: SourceScope | None = None  # what the source's settings want; None: every page
    query: QueryTerms | None = None  # of the agent that looks at it
    for_source: bool = True  # a followed source settles it, whatever the agent thinks of it


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that one response yields."""

    role: UrlRole
    domain: str
    found: tuple[FoundUrl, ...] = ()
    drops: dict[Reason, int] = field(default_factory=dict)
    foreign: tuple[FoundUrl, ...] = ()  # links that may belong to another followed source
    page: Extraction | UnreadablePage | None = None
    article: Article | None = None
    annotation: AnnotationResult | None = None  # of the article
    entry: IndexEntry | None = None
    site_name: str = ""
    record: bytes | None = None  # the gzip member for the archive
    digest: str = ""  # of the body, as written to the archive
    body_hash: bytes = b""  # of pages, as bytes: to recognise unchanged ones
    announced: bool = False  # the page names feeds
    likely: int = 0  # links that look like articles
    hints: FeedHints = NO_FEED_HINTS  # when a feed asks not to be polled
    memory_update: MemoryUpdate | None = None  # what the page teaches about its site
    noarchive: bool = False  # the publisher allows no stored copy
    announced_changes: tuple[AnnouncedChange, ...] = ()  # of articles, according to a list
    listing: Listing | None = None  # the content of a feed or sitemap, in a few bytes
    hub: HubLink | None = None  # where a feed can be subscribed to
    fingerprint: bytes = b""  # equal for pages with the same content at any address
    topic: str = ""  # that the page was read for; empty: everything
    judgement: FocusJudgement | None = None  # how much the article is about the topic
    worth: float | None = None  # how promising the links are for the topic
    unwanted: Unwanted | None = None  # why the settings do not want the article
    worded: tuple[FoundLink, ...] = ()  # links with the words about them, while an agent's is read
    seen: SeenPage | None = None  # what an agent sees of it


@dataclass(frozen=True, slots=True)
class Crash:
    """Reading failed on our side."""

    reason: Reason
    detail: str


def link_context_of(task: ReadingTask, domain: str, settings: CrawlSettings) -> LinkContext:
    """Return the context that decides which links of a response are admitted."""
    visit = task.visit
    scope = task.scope or ANY_PAGE
    return LinkContext(visit.site, domain, visit.depth, task.response.url, settings, scope=scope)


def with_admissions(reading: Reading, parts: Iterable[Admission], **more: Any) -> Reading:
    """Add admissions and other fields to a reading, in a single copy: each copy is costly."""
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
def unpacked_site_memory(packed: bytes) -> SiteMemory:
    """Return the site memory of a reading task."""
    return unpacked(packed) if packed else EMPTY_SITE_MEMORY
