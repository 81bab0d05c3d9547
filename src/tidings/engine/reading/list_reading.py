"""Reading feeds and sitemaps: what they list, and when they ask to be left alone."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from tidings.crawl.feeds.discovery import hub_of
from tidings.crawl.feeds.listing import (
    feed_domain,
    item_addresses,
    item_categories,
    lastmods,
    listing_of,
    listing_of_sitemap,
)
from tidings.crawl.links.admission import DEEP, FRESH, LIVE, Admission, admit
from tidings.engine.reading.link_discovery import with_focus
from tidings.engine.reading.reading_task import Reading, ReadingTask, ground_of, with_admissions
from tidings.model.articles.article import UnreadablePage
from tidings.model.crawl.visit import FeedHints
from tidings.model.web.discovery import Feed, Sitemap
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.read.feeds.feed_formats import read_feed
from tidings.read.feeds.sitemaps import read_sitemap
from tidings.settings.tree import CrawlSettings

_FRESH_FOR = timedelta(days=2)


def read_feed_of(job: ReadingTask, settings: CrawlSettings) -> Reading:
    """Read a feed: its items, each with its date."""
    feed = read_feed(job.response.body, job.response.header("content-type") or "")
    if isinstance(feed, UnreadablePage):
        return Reading(UrlRole.FEED, job.domain, page=feed)
    base = job.response.url
    domain = feed_domain(feed, base, job.domain) if job.visit.depth == 0 else job.domain
    dates = item_addresses(feed, base, domain)
    ground = ground_of(job, domain, settings)
    admission = admit(dates, base, ground, priority=FRESH, dates=dates)
    admission = _with_categories(admission, item_categories(feed, base, domain))
    reading = Reading(
        UrlRole.FEED,
        domain,
        site_name=feed.title,
        listing=listing_of(dates, base),
        hub=hub_of(feed, job.response),
        hints=_hints(feed),
        drops={Reason.TOO_MANY_ITEMS: feed.unread} if feed.unread else {},
    )
    words = ((item.href, f"{item.title} {item.summary}") for item in feed.items)
    return with_focus(job, with_admissions(reading, (admission,)), words, base, settings)


def _with_categories(admission: Admission, names: Mapping[str, tuple[str, ...]]) -> Admission:
    """Write on each address what its feed files it under."""
    if not names:
        return admission
    found = (each._replace(categories=names.get(each.url, ())) for each in admission.found)
    foreign = (each._replace(categories=names.get(each.url, ())) for each in admission.foreign)
    return replace(admission, found=tuple(found), foreign=tuple(foreign))


def _hints(feed: Feed) -> FeedHints:
    ttl = feed.ttl.total_seconds() if feed.ttl else 0.0
    return FeedHints(ttl, feed.skip_hours, feed.skip_days)


def read_sitemap_of(job: ReadingTask, settings: CrawlSettings) -> Reading:
    """Read a sitemap: its pages, the fresh ones first, and further sitemaps."""
    sitemap = read_sitemap(job.response.body)
    if isinstance(sitemap, UnreadablePage):
        return Reading(UrlRole.SITEMAP, job.domain, page=sitemap)
    ground = ground_of(job, job.domain, settings)
    base, now = job.response.url, job.response.at
    fresh, old = _by_freshness(sitemap, now)
    moved = lastmods(sitemap)
    parts = (
        admit(moved, base, ground, role=UrlRole.SITEMAP, priority=LIVE, dates=moved),
        admit(fresh, base, ground, priority=FRESH, dates=fresh),
        admit(old, base, ground, priority=DEEP),
    )  # fmt: skip
    listing = listing_of_sitemap(sitemap)
    reading = with_admissions(Reading(UrlRole.SITEMAP, job.domain, listing=listing), parts)
    words = ((entry.href, entry.title) for entry in sitemap.entries)
    return with_focus(job, reading, words, base, settings)


def _by_freshness(
    sitemap: Sitemap, now: datetime
) -> tuple[dict[str, datetime | None], dict[str, datetime | None]]:
    """Part the entries of a sitemap; a date of publication comes with those of a news sitemap."""
    fresh: dict[str, datetime | None] = {}
    old: dict[str, datetime | None] = {}
    for entry in sitemap.entries:
        moment = entry.published or entry.lastmod
        is_fresh = sitemap.is_news or (moment is not None and now - moment < _FRESH_FOR)
        (fresh if is_fresh else old)[entry.href] = entry.published
    return fresh, old
