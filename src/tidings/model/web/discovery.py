"""What is parsed from a body: links, feeds, sitemaps, outlines. URLs are unresolved, as written."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum


@dataclass(frozen=True, slots=True)
class Link:
    """An anchor of a page: its URL as written and its text."""

    href: str
    text: str
    nofollow: bool = False
    is_pagination: bool = False  # rel=next or rel=prev: another page of the same listing
    unvouched: bool = False  # nofollow, ugc or sponsored: not a recommendation


@dataclass(frozen=True, slots=True)
class FeedLink:
    """A feed that a page announces with <link rel=alternate>."""

    href: str
    title: str


class FeedFormat(StrEnum):
    """The feed formats that we read."""

    RSS = "rss"  # 0.9x and 2.0
    RDF = "rdf"  # RSS 0.90 and 1.0
    ATOM = "atom"
    JSON = "json"


@dataclass(frozen=True, slots=True)
class FeedItem:
    """An entry of a feed. Entries without a URL are dropped."""

    href: str
    title: str
    published: datetime | None = None  # aware
    updated: datetime | None = None
    summary: str = ""
    authors: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()
    guid: str = ""


@dataclass(frozen=True, slots=True)
class Feed:
    """A feed document of any format."""

    format: FeedFormat
    title: str
    home: str | None
    language: str | None
    items: tuple[FeedItem, ...]
    ttl: timedelta | None = None  # from <ttl> or sy:updatePeriod
    skip_hours: frozenset[int] = frozenset()  # in UTC: when not to poll
    skip_days: frozenset[int] = frozenset()  # Monday is 0
    hub: str | None = None  # WebSub
    self_href: str | None = None
    unread: int = 0  # items beyond the limit for one feed


@dataclass(frozen=True, slots=True)
class SitemapEntry:
    """A <url> of a sitemap. The last four fields come from the Google News extension."""

    href: str
    lastmod: datetime | None = None
    published: datetime | None = None
    title: str = ""
    language: str | None = None
    publication: str = ""


@dataclass(frozen=True, slots=True)
class SitemapChild:
    """A <sitemap> of a sitemap index."""

    href: str
    lastmod: datetime | None = None


@dataclass(frozen=True, slots=True)
class Sitemap:
    """A sitemap, a sitemap index, or a text file of URLs."""

    entries: tuple[SitemapEntry, ...]
    children: tuple[SitemapChild, ...]
    is_news: bool


@dataclass(frozen=True, slots=True)
class OpmlOutline:
    """One subscription of an OPML file."""

    title: str
    feed_href: str | None
    site_href: str | None
    folder: str = ""
    topic: str = ""  # that Tidings follows it for
    languages: tuple[str, ...] = ()  # of the articles that Tidings keeps
