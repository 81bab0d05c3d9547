"""Reading a response for a preview, in the workers: what it leads to, and its newest headlines."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from tidings.crawl.links.admission import LIVE
from tidings.crawl.links.link_groups import grouped_links
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.engine.reading.response_reading import read_response
from tidings.extract.site_memory.memory import EMPTY_SITE_MEMORY
from tidings.model.articles.article import Extraction, UnreadablePage
from tidings.model.crawl.source_preview import Headline, PreviewedList
from tidings.model.web.discovery import Feed, FeedItem, Sitemap
from tidings.model.web.page import PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.characters.one_line_text import unescaped_line
from tidings.read.feeds.feed_formats import read_feed
from tidings.read.feeds.sitemaps import read_sitemap
from tidings.read.pages.html import Html, html_language, links, parse_html
from tidings.read.url import canonical
from tidings.settings.tree import CrawlSettings
from tidings.text.language.detection import detect
from tidings.text.language.language_codes import language_code

_HEADLINES = 10  # of one list: five are shown, some may be shown by others
_MAX_TITLE = 300
_MIN_LINK_WORDS = 3  # shorter texts of links are names of sections
_TOMORROW = timedelta(days=1)  # what is dated later is a mistake, or announced


@dataclass(frozen=True, slots=True)
class PreviewTask:
    """A response to preview."""

    task: ReadingTask


@dataclass(frozen=True, slots=True)
class PreviewReading:
    """What a response offers to whoever would follow it."""

    role: UrlRole
    problem: tuple[Reason, str] | None = None
    site_name: str = ""
    language: str | None = None
    listed: PreviewedList | None = None  # of a feed or sitemap
    kind: PageKind | None = None  # of a page
    likely: int = 0  # links of a page that look like articles
    found: tuple[tuple[str, UrlRole], ...] = ()  # lists that a page names
    headlines: tuple[Headline, ...] = ()


def previewed(task: PreviewTask, settings: CrawlSettings) -> PreviewReading:
    """Read a response as a crawl would, and keep what a preview shows."""
    inner = task.task
    reading = read_response(inner, replace(settings, archive_only=False))
    if isinstance(reading.page, UnreadablePage):
        return PreviewReading(reading.role, (reading.page.reason, reading.page.detail))
    if reading.role is UrlRole.FEED:
        return _of_feed(inner, reading)
    if reading.role is UrlRole.SITEMAP:
        return _of_sitemap(inner, reading)
    return _of_page(inner, reading)


def _of_feed(task: ReadingTask, reading: Reading) -> PreviewReading:
    response = task.response
    feed = read_feed(response.body, response.header("content-type") or "")
    assert isinstance(feed, Feed)  # as read_response found
    found = [_of_item(item, response.url) for item in feed.items]
    headlines = _newest(filter(None, found), response.at)
    listed = PreviewedList(
        response.url,
        is_read=True,
        title=feed.title,
        format=str(feed.format),
        items=len(feed.items) + feed.unread,
        newest=_newest_date((item.published or item.updated for item in feed.items), response.at),
    )
    language = _language(feed.language, headlines)
    return PreviewReading(
        UrlRole.FEED, None, reading.site_name, language, listed, headlines=headlines
    )


def _of_item(item: FeedItem, base: str) -> Headline | None:
    url = canonical(item.href, base)
    if url is None or not item.title:
        return None
    return Headline(url, unescaped_line(item.title, _MAX_TITLE), item.published or item.updated)


def _of_sitemap(task: ReadingTask, reading: Reading) -> PreviewReading:
    response = task.response
    sitemap = read_sitemap(response.body)
    assert isinstance(sitemap, Sitemap)
    urls = ((canonical(entry.href, response.url), entry) for entry in sitemap.entries)
    found = (
        Headline(url, unescaped_line(entry.title, _MAX_TITLE), entry.published or entry.lastmod)
        for url, entry in urls
        if url and entry.title
    )
    headlines = _newest(found, response.at)
    dates = (entry.published or entry.lastmod for entry in sitemap.entries)
    listed = PreviewedList(
        response.url,
        is_read=True,
        format="index" if sitemap.children else "news" if sitemap.is_news else "urlset",
        items=len(sitemap.children) or len(sitemap.entries),
        newest=_newest_date((*dates, *(each.lastmod for each in sitemap.children)), response.at),
    )
    language = _language(None, headlines)
    return PreviewReading(
        UrlRole.SITEMAP, None, reading.site_name, language, listed, headlines=headlines
    )


def _of_page(task: ReadingTask, reading: Reading) -> PreviewReading:
    response, page = task.response, reading.page
    assert isinstance(page, Extraction)
    problem = (Reason.NEEDS_JAVASCRIPT, "") if page.needs_script else None
    html = parse_html(response.body, response.url, response.charset)
    here = canonical(response.url) or response.url
    headlines = tuple(_of_links(html, here))[:_HEADLINES]
    if reading.article is not None:
        article = reading.article
        headlines = (Headline(article.url, article.title, article.published),)
    lists = tuple((each.url, each.role) for each in reading.found if each.priority == LIVE)
    declared = html_language(html)
    return PreviewReading(
        UrlRole.PAGE,
        problem,
        reading.site_name,
        _language(declared, headlines) or page.language,
        kind=page.kind,
        likely=reading.likely,
        found=lists,
        headlines=headlines,
    )


def _of_links(html: Html, here: str) -> Iterator[Headline]:
    """Yield the links of a page that look like articles, in the page's order."""
    seen: set[str] = set()
    for link in links(html):
        url = canonical(link.href, html.base)
        if url is None or url in seen or len(link.text.split()) < _MIN_LINK_WORDS:
            continue
        if grouped_links((link,), html.base, here, EMPTY_SITE_MEMORY).articles:
            seen.add(url)
            yield Headline(url, unescaped_line(link.text, _MAX_TITLE))


def _newest(headlines: Iterable[Headline], now: datetime) -> tuple[Headline, ...]:
    return newest_headlines(headlines, now, _HEADLINES)


def newest_headlines(
    headlines: Iterable[Headline], now: datetime, number: int
) -> tuple[Headline, ...]:
    """Return the newest headlines, each address once; those without a date come last."""
    unique: dict[str, Headline] = {}
    for each in headlines:
        known = unique.get(each.url)
        if known is None or (known.published is None and each.published is not None):
            unique[each.url] = each
    dated = [each for each in unique.values() if _is_past(each.published, now)]
    dated.sort(key=lambda each: each.published or now, reverse=True)
    others = [each for each in unique.values() if not _is_past(each.published, now)]
    return (*dated, *others)[:number]


def _newest_date(dates: Iterable[datetime | None], now: datetime) -> datetime | None:
    return max((each for each in dates if each and _is_past(each, now)), default=None)


def _is_past(moment: datetime | None, now: datetime) -> bool:
    return moment is not None and moment < now + _TOMORROW


def _language(declared: str | None, headlines: Iterable[Headline]) -> str | None:
    """Return the language of headlines; what a list says of itself if they are too few."""
    found = detect(". ".join(each.title for each in headlines))[0]
    return (found if found != "und" else language_code(declared or "")) or None
