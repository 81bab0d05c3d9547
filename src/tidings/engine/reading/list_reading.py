"""Reading feeds and sitemaps: what they list, and when they ask not to be polled."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from tidings.crawl.feeds.discovery import hub_of
from tidings.crawl.feeds.listing import (
    entry_changes,
    feed_domain,
    item_addresses,
    item_categories,
    item_changes,
    lastmods,
    listing_of,
    listing_of_sitemap,
    without_odd_dates,
)
from tidings.crawl.links.admission import DEEP, FRESH, LIVE, Admission, admit
from tidings.crawl.visits.announced_edits import announced_changes
from tidings.engine.reading.link_discovery import with_focus
from tidings.engine.reading.reading_task import (
    Reading,
    ReadingTask,
    link_context_of,
    with_admissions,
)
from tidings.engine.reading.wanted_reading import without_other_languages
from tidings.model.articles.article import UnreadablePage
from tidings.model.crawl.announcement import AnnouncedChange
from tidings.model.crawl.visit import FeedHints
from tidings.model.web.discovery import Feed, Sitemap
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.read.feeds.feed_formats import read_feed
from tidings.read.feeds.sitemaps import read_sitemap
from tidings.settings.tree import CrawlSettings

_FRESH_FOR = timedelta(days=2)


def read_feed_of(task: ReadingTask, settings: CrawlSettings) -> Reading:
    """Read a feed: its items, each with its date."""
    feed = read_feed(task.response.body, task.response.header("content-type") or "")
    if isinstance(feed, UnreadablePage):
        return Reading(UrlRole.FEED, task.domain, page=feed)
    base = task.response.url
    domain = feed_domain(feed, base, task.domain) if task.visit.depth == 0 else task.domain
    dates = item_addresses(feed, base, domain)
    context = link_context_of(task, domain, settings)
    admission = admit(dates, base, context, priority=FRESH, dates=without_odd_dates(dates))
    admission = _with_categories(admission, item_categories(feed, base, domain))
    reading = Reading(
        UrlRole.FEED,
        domain,
        site_name=feed.title,
        listing=listing_of(dates, base),
        hub=hub_of(feed, task.response),
        hints=_hints(feed),
        drops={Reason.TOO_MANY_ITEMS: feed.unread} if feed.unread else {},
        announced_changes=_changes(task, item_changes(feed, base, domain)),
    )
    reading = with_admissions(reading, (admission,))
    items = ((each.href, f"{each.title} {each.summary}", feed.language) for each in feed.items)
    reading = without_other_languages(reading, task, items)
    words = ((item.href, f"{item.title} {item.summary}") for item in feed.items)
    return with_focus(task, reading, words, base, settings)


def _with_categories(admission: Admission, categories: Mapping[str, tuple[str, ...]]) -> Admission:
    """Add to each URL the categories that its feed gives it."""
    if not categories:
        return admission
    found = (each._replace(categories=categories.get(each.url, ())) for each in admission.found)
    foreign = (each._replace(categories=categories.get(each.url, ())) for each in admission.foreign)
    return replace(admission, found=tuple(found), foreign=tuple(foreign))


def _hints(feed: Feed) -> FeedHints:
    ttl = feed.ttl.total_seconds() if feed.ttl else 0.0
    return FeedHints(ttl, feed.skip_hours, feed.skip_days)


def read_sitemap_of(task: ReadingTask, settings: CrawlSettings) -> Reading:
    """Read a sitemap: its pages, the fresh ones first, and further sitemaps."""
    sitemap = read_sitemap(task.response.body)
    if isinstance(sitemap, UnreadablePage):
        return Reading(UrlRole.SITEMAP, task.domain, page=sitemap)
    context = link_context_of(task, task.domain, settings)
    base, now = task.response.url, task.response.at
    fresh, old = _by_freshness(sitemap, now)
    sitemaps = lastmods(sitemap)
    parts = (
        admit(sitemaps, base, context, role=UrlRole.SITEMAP, priority=LIVE, dates=sitemaps),
        admit(fresh, base, context, priority=FRESH, dates=without_odd_dates(fresh)),
        admit(old, base, context, priority=DEEP, dates=without_odd_dates(old)),
    )  # fmt: skip
    listing = listing_of_sitemap(sitemap)
    changes = _changes(task, entry_changes(sitemap))
    reading = Reading(UrlRole.SITEMAP, task.domain, listing=listing, announced_changes=changes)
    reading = with_admissions(reading, parts)
    items = ((entry.href, entry.title, entry.language) for entry in sitemap.entries)
    reading = without_other_languages(reading, task, items)
    words = ((entry.href, entry.title) for entry in sitemap.entries)
    return with_focus(task, reading, words, base, settings)


def _changes(
    task: ReadingTask, moments: Mapping[str, datetime | None]
) -> tuple[AnnouncedChange, ...]:
    """Return what a list announces as changed since it was last read."""
    response = task.response
    return announced_changes(moments, response.url, task.visit.visited_at, response.at)


def _by_freshness(
    sitemap: Sitemap, now: datetime
) -> tuple[dict[str, datetime | None], dict[str, datetime | None]]:
    """Split the entries of a sitemap into fresh and old ones, with their dates of publication."""
    fresh: dict[str, datetime | None] = {}
    old: dict[str, datetime | None] = {}
    for entry in sitemap.entries:
        moment = entry.published or entry.lastmod
        is_fresh = sitemap.is_news or (moment is not None and now - moment < _FRESH_FOR)
        (fresh if is_fresh else old)[entry.href] = entry.published
    return fresh, old
