"""Link discovery: finds, admits and weighs the links, feeds and sitemaps of a page."""

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from tidings.crawl.feeds.feed_selection import selected_feeds
from tidings.crawl.links.admission import LINKED, LIVE, UNLIKELY, Admission, admit
from tidings.crawl.links.link_groups import LinkGroups, grouped_links
from tidings.engine.reading.focused_reading import weighed_links
from tidings.engine.reading.reading_task import (
    Reading,
    ReadingTask,
    link_context_of,
    unpacked_site_memory,
    with_admissions,
)
from tidings.engine.reading.wanted_reading import without_other_editions
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.read.pages.frames_and_refreshes import frame_and_refresh_hrefs
from tidings.read.pages.html import Html, followable_hrefs, links, site_name
from tidings.read.pages.masthead import masthead_name
from tidings.read.pages.page_announcements import PageAnnouncements, page_announcements
from tidings.read.url import canonical
from tidings.settings.tree import CrawlSettings


class DiscoveredLinks(NamedTuple):
    """The admitted feeds, sitemaps, frames and refreshes of a page."""

    parts: tuple[Admission, ...] = ()
    announced: bool = False  # the page names feeds


def discovered_links(
    task: ReadingTask, html: Html, settings: CrawlSettings, *, nofollow: bool, is_article: bool
) -> DiscoveredLinks:
    """Return the feeds and sitemaps that any page names, and its frames and refreshes."""
    announcements = page_announcements(html)
    if nofollow:
        announcements = PageAnnouncements(announcements.feeds)
    base, context = html.base, link_context_of(task, task.domain, settings)
    here = canonical(task.response.url) or task.response.url
    known = selected_feeds(announcements, base, here, task.domain, is_article)
    lists = (
        (known.feeds, UrlRole.FEED),
        (known.sitemaps, UrlRole.SITEMAP),
        (known.pages, UrlRole.PAGE),
    )
    parts = [
        admit(hrefs, base, context, role=role, priority=LIVE) for hrefs, role in lists if hrefs
    ]
    if not nofollow and (hrefs := frame_and_refresh_hrefs(html)):
        parts.append(admit(hrefs, base, context, priority=LINKED))
    if known.side_feeds:
        parts.append(Admission((), {Reason.SIDE_FEED: known.side_feeds}))
    return DiscoveredLinks(tuple(parts), bool(known.feeds))


def followed_links(
    task: ReadingTask,
    html: Html,
    settings: CrawlSettings,
    reading: Reading,
    known: DiscoveredLinks,
    *,
    nofollow: bool,
) -> Reading:
    """Add the links of a page, and the feeds and sitemaps that it names."""
    if settings.archive_only and not task.focus:
        return _all_links(task, html, settings, reading, known, nofollow)
    context = link_context_of(task, task.domain, settings)
    anchors = links(html)
    wanted = [] if nofollow else [link for link in anchors if not link.nofollow]
    here = canonical(task.response.url) or task.response.url
    if settings.archive_only:
        groups = LinkGroups(likely=[link.href for link in wanted])
    else:
        groups = grouped_links(wanted, html.base, here, unpacked_site_memory(task.memory))
    parts: tuple[Admission, ...] = (
        *known.parts,
        admit(groups.likely, html.base, context, priority=LINKED),
        admit(groups.further, html.base, replace(context, continues=True), priority=LINKED),
        admit(groups.unlikely, html.base, context, priority=UNLIKELY),
        *_nofollow_drops(len(anchors) - len(wanted)),
    )
    words = ((link.href, link.text) for link in wanted)
    name, announced = site_name(html) or masthead_name(html), known.announced
    reading = with_admissions(
        reading, parts, likely=groups.articles, site_name=name, announced=announced
    )
    reading = without_other_editions(reading, task, html)
    return with_focus(task, reading, words, html.base, settings)


def _all_links(
    task: ReadingTask,
    html: Html,
    settings: CrawlSettings,
    reading: Reading,
    known: DiscoveredLinks,
    nofollow: bool,
) -> Reading:
    """Add all links of a page, without looking at their text."""
    wanted, held_back = followable_hrefs(html)
    if nofollow:
        wanted, held_back = (), held_back + len(wanted)
    found = admit(wanted, html.base, link_context_of(task, task.domain, settings), priority=LINKED)
    parts = (*known.parts, found, *_nofollow_drops(held_back))
    name = site_name(html) or masthead_name(html)
    return with_admissions(reading, parts, site_name=name, announced=known.announced)


def _nofollow_drops(count: int) -> tuple[Admission, ...]:
    return (Admission((), {Reason.NOFOLLOW: count}),) if count else ()


def with_focus(
    task: ReadingTask,
    reading: Reading,
    words: Iterable[tuple[str, str]],
    base: str,
    settings: CrawlSettings,
) -> Reading:
    """Weigh the links by the source's topic, if it has one."""
    if not task.focus:
        return reading
    texts = {canonical(href, base) or "": text for href, text in words}
    role, memory = reading.role, unpacked_site_memory(task.memory)
    weighed = weighed_links(reading.found, texts, task.focus, role, memory, settings)
    drops = {**reading.drops, Reason.UNPROMISING: weighed.refused}
    worth = weighed.worth if role is UrlRole.PAGE else None
    return replace(reading, found=weighed.found, drops=drops, worth=worth)
