"""Reading one response: everything that costs CPU, as one pure function run in the workers."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import lru_cache

from tidings.crawl.admission import (
    DEEP,
    FRESH,
    LINKED,
    LIVE,
    UNLIKELY,
    Admission,
    Ground,
    admit,
)
from tidings.crawl.announced import known_by
from tidings.crawl.decision import refusal_to_keep
from tidings.crawl.discovery import hub_of
from tidings.crawl.focus import Judgement
from tidings.crawl.links import Parted, parted
from tidings.crawl.listing import (
    addresses,
    feed_domain,
    lastmods,
    listing_of,
    listing_of_sitemap,
)
from tidings.engine.focusing import judged, narrowed, told_focus
from tidings.engine.look import article_look, listing_look
from tidings.engine.message import unpacked
from tidings.extract.article import studied_html, unreadable_of
from tidings.extract.document import extract_document
from tidings.extract.memory import NOTHING_KNOWN, Lesson, SiteMemory
from tidings.extract.title import without_name
from tidings.model.article import Article, Extraction, Unreadable
from tidings.model.document import Feed, Sitemap
from tidings.model.life import Listing
from tidings.model.manuscript import Manuscript
from tidings.model.page import PageKind, Role, Verdict
from tidings.model.reason import Reason
from tidings.model.subscription import Hub
from tidings.model.visit import NO_HINTS, Found, Hints, Visit
from tidings.model.web import Response
from tidings.read.announcements import Announcements, announcements
from tidings.read.documents import read_document
from tidings.read.feeds import looks_like_feed, looks_like_sitemap, read_feed
from tidings.read.html import Html, links, parse_html, site_name
from tidings.read.reservations import rights_of, x_robots_tags
from tidings.read.robots_tags import robots_meta, robots_rules
from tidings.read.sitemaps import read_sitemap
from tidings.read.url import article_id, canonical, domain_of, path_of
from tidings.search.entry import Entry, entry_of
from tidings.settings.tree import CrawlSettings
from tidings.store.warc import payload_digest, record_of

_FRESH_FOR = timedelta(days=2)


@dataclass(frozen=True, slots=True)
class Job:
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

    role: Role
    domain: str
    found: tuple[Found, ...] = ()
    drops: dict[Reason, int] = field(default_factory=dict)
    foreign: tuple[Found, ...] = ()  # links that another followed site may want
    page: Extraction | Unreadable | None = None
    article: Article | None = None
    entry: Entry | None = None
    site_name: str = ""
    record: bytes | None = None  # the gzip member for the archive
    digest: str = ""  # of its body, as the archive writes it
    announced: bool = False  # it names feeds
    likely: int = 0  # links that look like articles
    hints: Hints = NO_HINTS  # when a feed asks to be left alone
    lesson: Lesson | None = None  # what it teaches about its site
    noarchive: bool = False  # its publisher wants no copy to be kept
    listing: Listing | None = None  # what a feed or sitemap shows, in a few bytes
    hub: Hub | None = None  # where a feed can be subscribed to
    look: bytes = b""  # the same for pages that show the same, whatever their addresses
    topic: str = ""  # what it was read for, if not for everything
    judgement: Judgement | None = None  # … and how much the article is about that
    worth: float | None = None  # … and how promising the links are


@dataclass(frozen=True, slots=True)
class Crash:
    """Reading failed on our side."""

    reason: Reason
    detail: str


def read_response(job: Job, settings: CrawlSettings) -> Reading:
    """Read a response as what it is, which may differ from what was expected."""
    reading = _read(job, settings)
    return _on_topic(reading, job, settings) if job.focus else reading


def _on_topic(reading: Reading, job: Job, settings: CrawlSettings) -> Reading:
    """Keep the article only if it is about what the site is followed for; kept once, it stays."""
    reading = replace(reading, topic=told_focus(job.focus).words)
    if reading.article is None or job.visit.article is not None:
        return reading
    judgement = judged(reading.article, job.focus, settings)
    if judgement.wanted:
        return replace(reading, judgement=judgement)
    return replace(reading, judgement=judgement, article=None, entry=None)


def _read(job: Job, settings: CrawlSettings) -> Reading:
    body = job.response.body
    role = job.visit.role
    if role is Role.FEED or (role is Role.PAGE and looks_like_feed(body)):
        return _read_feed(job, settings)
    if role is Role.SITEMAP or looks_like_sitemap(body):
        return _read_sitemap(job, settings)
    return _read_page(job, settings)


def _ground(job: Job, domain: str, settings: CrawlSettings) -> Ground:
    visit = job.visit
    return Ground(visit.site, domain, visit.depth, job.response.url, settings)


def _read_feed(job: Job, settings: CrawlSettings) -> Reading:
    feed = read_feed(job.response.body, job.response.header("content-type") or "")
    if isinstance(feed, Unreadable):
        return Reading(Role.FEED, job.domain, page=feed)
    base = job.response.url
    domain = feed_domain(feed, base, job.domain) if job.visit.depth == 0 else job.domain
    dates = addresses(feed, base, domain)
    ground = _ground(job, domain, settings)
    admission = admit(dates, base, ground, priority=FRESH, dates=dates)
    reading = Reading(
        Role.FEED,
        domain,
        site_name=feed.title,
        listing=listing_of(dates, base),
        hub=hub_of(feed, job.response),
        hints=_hints(feed),
    )
    words = ((item.href, f"{item.title} {item.summary}") for item in feed.items)
    return _focused(job, _joined(reading, (admission,)), words, base, settings)


def _hints(feed: Feed) -> Hints:
    ttl = feed.ttl.total_seconds() if feed.ttl else 0.0
    return Hints(ttl, feed.skip_hours, feed.skip_days)


def _read_sitemap(job: Job, settings: CrawlSettings) -> Reading:
    sitemap = read_sitemap(job.response.body)
    if isinstance(sitemap, Unreadable):
        return Reading(Role.SITEMAP, job.domain, page=sitemap)
    ground = _ground(job, job.domain, settings)
    base, now = job.response.url, job.response.at
    fresh, old = _by_freshness(sitemap, now)
    moved = lastmods(sitemap)
    parts = (
        admit(moved, base, ground, role=Role.SITEMAP, priority=LIVE, dates=moved),
        admit(fresh, base, ground, priority=FRESH, dates=fresh),
        admit(old, base, ground, priority=DEEP),
    )  # fmt: skip
    listing = listing_of_sitemap(sitemap)
    reading = _joined(Reading(Role.SITEMAP, job.domain, listing=listing), parts)
    words = ((entry.href, entry.title) for entry in sitemap.entries)
    return _focused(job, reading, words, base, settings)


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


def _joined(reading: Reading, parts: Iterable[Admission]) -> Reading:
    drops: Counter[Reason] = Counter(reading.drops)
    found: list[Found] = list(reading.found)
    foreign: list[Found] = list(reading.foreign)
    for part in parts:
        found.extend(part.found)
        foreign.extend(part.foreign)
        drops.update(part.drops)
    return replace(reading, found=tuple(found), drops=dict(drops), foreign=tuple(foreign))


def _read_page(job: Job, settings: CrawlSettings) -> Reading:
    response = job.response
    digest = payload_digest(response.body)
    copy = Reading(Role.PAGE, job.domain, record=record_of(response, digest), digest=digest)
    if robots_rules(x_robots_tags(response)).noarchive:
        copy = _uncopied(copy)
    if unreadable := unreadable_of(response.body):
        return replace(copy, page=unreadable)
    document = read_document(response.body, response.url, response.content_type, response.charset)
    if document is not None:
        return _read_document(job, document, copy)
    html = parse_html(response.body, response.url, response.charset)
    if settings.archive_only:
        return _follow(job, html, settings, _discover(job, html, settings, copy, False))
    page, teach = studied_html(
        html,
        x_robots_tags(response),
        listed=job.visit.listed,
        memory=_memory(job.memory),
        seen=response.at,
        dated=job.visit.published,
    )
    page = replace(page, rights=rights_of(response, page.robots, html))
    if page.robots.noarchive:
        copy = _uncopied(copy)
    lesson = teach()
    if job.visit.depth == 0 and path_of(response.url) == "/":
        page = replace(page, verdict=_front_page(page.verdict))
        lesson = Lesson(lesson.template, PageKind.INDEX)
    follows = page.kind is PageKind.INDEX or page.verdict.doubtful or job.visit.depth == 0
    is_article = page.kind is PageKind.ARTICLE and not page.verdict.doubtful
    reading = _discover(job, html, settings, copy, is_article)
    if follows:
        reading = _follow(job, html, settings, reading)
    reading = replace(reading, page=page, lesson=lesson, look=listing_look(reading.found))
    return _kept(reading, page, job)


def _discover(
    job: Job, html: Html, settings: CrawlSettings, reading: Reading, is_article: bool
) -> Reading:
    """Add the feeds and sitemaps that a page of any kind makes known."""
    said = announcements(html)
    if robots_meta(html, x_robots_tags(job.response)).nofollow:
        said = Announcements(said.feeds)
    base, ground = html.base, _ground(job, job.domain, settings)
    here = canonical(job.response.url) or job.response.url
    known = known_by(said, base, here, job.domain, is_article)
    parts = (
        admit(known.feeds, base, ground, role=Role.FEED, priority=LIVE),
        admit(known.sitemaps, base, ground, role=Role.SITEMAP, priority=LIVE),
        admit(known.pages, base, ground, priority=LIVE),
        Admission((), {Reason.SIDE_FEED: known.aside} if known.aside else {}),
    )
    return replace(_joined(reading, parts), announced=bool(known.feeds))


def _uncopied(reading: Reading) -> Reading:
    return replace(reading, record=None, digest="", noarchive=True)


def _read_document(job: Job, document: Manuscript | Unreadable, copy: Reading) -> Reading:
    """A document becomes an article as a page does; it has no links to follow."""
    response = job.response
    if isinstance(document, Unreadable):
        return replace(copy, page=_cut_by_us(document, response))
    page = extract_document(
        document, response.url, x_robots_tags(response), seen=response.at, dated=job.visit.published
    )
    page = replace(page, rights=rights_of(response, page.robots))
    return _kept(replace(copy, page=page), page, job)


def _cut_by_us(document: Unreadable, response: Response) -> Unreadable:
    """Say why a document is damaged when it was our own limit that cut it."""
    if not response.truncated or document.reason is not Reason.BROKEN:
        return document
    return Unreadable(Reason.TOO_LARGE, f"cut after {len(response.body):,} bytes")


def _kept(reading: Reading, page: Extraction, job: Job) -> Reading:
    """Add the article of a page, if that is what it is and may be kept."""
    response = job.response
    unwanted = page.kind is not PageKind.ARTICLE or page.verdict.doubtful
    if unwanted or refusal_to_keep(page, response.at) is not None:
        return reading
    # The site has said elsewhere what it is called, which titles lose.
    page = replace(page, title=without_name(page.title, job.site_name))
    article = article_of(page, response.url, job.domain, response.at)
    look = article_look(article)
    return replace(reading, article=article, entry=entry_of(article), look=look)


@lru_cache(maxsize=256)
def _memory(told: bytes) -> SiteMemory:
    return unpacked(told) if told else NOTHING_KNOWN


def _front_page(verdict: Verdict) -> Verdict:
    if verdict.kind is PageKind.INDEX:
        return verdict
    return Verdict(PageKind.INDEX, 1.0, ("the start page of a site", *verdict.reasons))


def _follow(job: Job, html: Html, settings: CrawlSettings, reading: Reading) -> Reading:
    """Add the links of a page."""
    ground = _ground(job, job.domain, settings)
    anchors = links(html)
    wanted = [link for link in anchors if not link.nofollow]
    if robots_meta(html, x_robots_tags(job.response)).nofollow:
        wanted = []
    here = canonical(job.response.url) or job.response.url
    if settings.archive_only:
        sorts = Parted(likely=[link.href for link in wanted])
    else:
        sorts = parted(wanted, html.base, here, _memory(job.memory))
    parts = (
        admit(sorts.likely, html.base, ground, priority=LINKED),
        admit(sorts.further, html.base, replace(ground, continues=True), priority=LINKED),
        admit(sorts.unlikely, html.base, ground, priority=UNLIKELY),
    )
    reading = replace(_joined(reading, parts), likely=sorts.articles)
    if held_back := len(anchors) - len(wanted):
        reading = replace(reading, drops={**reading.drops, Reason.NOFOLLOW: held_back})
    words = ((link.href, link.text) for link in wanted)
    reading = replace(reading, site_name=site_name(html))
    return _focused(job, reading, words, html.base, settings)


def _focused(
    job: Job,
    reading: Reading,
    words: Iterable[tuple[str, str]],
    base: str,
    settings: CrawlSettings,
) -> Reading:
    """Judge the links by what the site is followed for, if that is not everything."""
    if not job.focus:
        return reading
    said = {canonical(href, base) or "": text for href, text in words}
    role, memory = reading.role, _memory(job.memory)
    weighed = narrowed(reading.found, said, job.focus, role, memory, settings)
    drops = {**reading.drops, Reason.UNPROMISING: weighed.refused}
    worth = weighed.worth if role is Role.PAGE else None
    return replace(reading, found=weighed.found, drops=drops, worth=worth)


def article_of(page: Extraction, url: str, source: str, seen: datetime) -> Article:
    """Return the article that a page holds, known by its canonical URL if it is a sane one."""
    address = canonical(url) or url
    if page.canonical and _is_twin(page.canonical, source):
        address = page.canonical
    return Article(
        id=article_id(address),
        url=address,
        source=source,
        title=page.title,
        text=page.text,
        html=page.html,
        standfirst=page.standfirst,
        published=page.published,
        modified=page.modified,
        first_seen=seen,
        authors=page.authors,
        language=page.language or "und",
        section=page.section,
        tags=page.tags,
        image=page.image,
        publisher=page.publisher,
        word_count=page.word_count,
        robots=page.robots,
        rights=page.rights,
        hidden_from=page.robots.unavailable_after,
    )


def _is_twin(url: str, source: str) -> bool:
    """Tell whether a declared canonical URL may name an article: on the site, no front page."""
    return domain_of(url) == source and path_of(url) != "/"
