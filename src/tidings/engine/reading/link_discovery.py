"""Following: the links, feeds and sitemaps of a page, admitted and weighed."""

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
    ground_of,
    unpacked_site_memory,
    with_admissions,
)
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.read.pages.frames_and_refreshes import frame_and_refresh_hrefs
from tidings.read.pages.html import Html, followable_hrefs, links, site_name
from tidings.read.pages.page_announcements import PageAnnouncements, page_announcements
from tidings.read.url import canonical
from tidings.settings.tree import CrawlSettings


class DiscoveredLinks(NamedTuple):
    """The feeds, sitemaps and detours that a page makes known, admitted."""

    parts: tuple[Admission, ...] = ()
    announced: bool = False  # it names feeds


def discovered_links(
    job: ReadingTask, html: Html, settings: CrawlSettings, *, nofollow: bool, is_article: bool
) -> DiscoveredLinks:
    """Return the feeds and sitemaps that a page of any kind makes known, and where it leads."""
    said = page_announcements(html)
    if nofollow:
        said = PageAnnouncements(said.feeds)
    base, ground = html.base, ground_of(job, job.domain, settings)
    here = canonical(job.response.url) or job.response.url
    known = selected_feeds(said, base, here, job.domain, is_article)
    lists = (
        (known.feeds, UrlRole.FEED),
        (known.sitemaps, UrlRole.SITEMAP),
        (known.pages, UrlRole.PAGE),
    )
    parts = [admit(hrefs, base, ground, role=role, priority=LIVE) for hrefs, role in lists if hrefs]
    if not nofollow and (hrefs := frame_and_refresh_hrefs(html)):
        parts.append(admit(hrefs, base, ground, priority=LINKED))
    if known.side_feeds:
        parts.append(Admission((), {Reason.SIDE_FEED: known.side_feeds}))
    return DiscoveredLinks(tuple(parts), bool(known.feeds))


def followed_links(
    job: ReadingTask,
    html: Html,
    settings: CrawlSettings,
    reading: Reading,
    known: DiscoveredLinks,
    *,
    nofollow: bool,
) -> Reading:
    """Add the links of a page, and what else it makes known."""
    if settings.archive_only and not job.focus:
        return _all_links(job, html, settings, reading, known, nofollow)
    ground = ground_of(job, job.domain, settings)
    anchors = links(html)
    wanted = [] if nofollow else [link for link in anchors if not link.nofollow]
    here = canonical(job.response.url) or job.response.url
    if settings.archive_only:
        sorts = LinkGroups(likely=[link.href for link in wanted])
    else:
        sorts = grouped_links(wanted, html.base, here, unpacked_site_memory(job.memory))
    parts: tuple[Admission, ...] = (
        *known.parts,
        admit(sorts.likely, html.base, ground, priority=LINKED),
        admit(sorts.further, html.base, replace(ground, continues=True), priority=LINKED),
        admit(sorts.unlikely, html.base, ground, priority=UNLIKELY),
        *_nofollow_drops(len(anchors) - len(wanted)),
    )
    words = ((link.href, link.text) for link in wanted)
    name, announced = site_name(html), known.announced
    reading = with_admissions(
        reading, parts, likely=sorts.articles, site_name=name, announced=announced
    )
    return with_focus(job, reading, words, html.base, settings)


def _all_links(
    job: ReadingTask,
    html: Html,
    settings: CrawlSettings,
    reading: Reading,
    known: DiscoveredLinks,
    nofollow: bool,
) -> Reading:
    """Add the links of a page whatever they seem to lead to, without reading their words."""
    wanted, held_back = followable_hrefs(html)
    if nofollow:
        wanted, held_back = (), held_back + len(wanted)
    found = admit(wanted, html.base, ground_of(job, job.domain, settings), priority=LINKED)
    parts = (*known.parts, found, *_nofollow_drops(held_back))
    return with_admissions(reading, parts, site_name=site_name(html), announced=known.announced)


def _nofollow_drops(count: int) -> tuple[Admission, ...]:
    return (Admission((), {Reason.NOFOLLOW: count}),) if count else ()


def with_focus(
    job: ReadingTask,
    reading: Reading,
    words: Iterable[tuple[str, str]],
    base: str,
    settings: CrawlSettings,
) -> Reading:
    """Judge the links by what the site is followed for, if that is not everything."""
    if not job.focus:
        return reading
    said = {canonical(href, base) or "": text for href, text in words}
    role, memory = reading.role, unpacked_site_memory(job.memory)
    weighed = weighed_links(reading.found, said, job.focus, role, memory, settings)
    drops = {**reading.drops, Reason.UNPROMISING: weighed.refused}
    worth = weighed.worth if role is UrlRole.PAGE else None
    return replace(reading, found=weighed.found, drops=drops, worth=worth)
