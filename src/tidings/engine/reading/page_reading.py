"""Reading pages and documents: their kind, their article and their links."""

from dataclasses import replace
from datetime import datetime

from tidings.crawl.visits.announced_edits import announced_changes
from tidings.crawl.visits.visit_outcome import refusal_to_keep
from tidings.engine.reading.fingerprint import (
    article_fingerprint,
    listing_fingerprint,
    text_fingerprint,
)
from tidings.engine.reading.link_discovery import discovered_links, followed_links
from tidings.engine.reading.reading_task import (
    Reading,
    ReadingTask,
    unpacked_site_memory,
    with_admissions,
)
from tidings.engine.reading.wanted_reading import wanted_reading
from tidings.engine.reading.worded_links import links_of_page
from tidings.extract.article import extract_html_with_update, unreadable_of
from tidings.extract.document import extract_document
from tidings.extract.metadata.title import without_name
from tidings.extract.site_memory.memory import MemoryUpdate
from tidings.model.articles.article import Article, Extraction, UnreadablePage
from tidings.model.crawl.announcement import AnnouncedChange
from tidings.model.web.document import TextDocument
from tidings.model.web.exchange import Response
from tidings.model.web.page import PageKind, PageVerdict, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.documents.document_formats import read_document
from tidings.read.pages.barriers import bot_check_in, is_consent_page
from tidings.read.pages.html import Html, parse_html
from tidings.read.pages.jsonld import listed_changes
from tidings.read.rights.page_rights import rights_of, x_robots_tags
from tidings.read.rights.robots_tags import robots_meta, robots_rules
from tidings.read.url import article_id, canonical, domain_of, has_credentials, path_of
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_record import digest_of, payload_sum, response_record


def read_page_of(task: ReadingTask, settings: CrawlSettings) -> Reading:
    """Read a page or document, and make its archive copy."""
    response = task.response
    checksum = payload_sum(response.body)
    digest = digest_of(checksum)
    record = response_record(response, digest)
    copy = Reading(UrlRole.PAGE, task.domain, record=record, digest=digest, body_hash=checksum)
    tags = x_robots_tags(response)
    if robots_rules(tags).noarchive:
        copy = _without_copy(copy)
    if unreadable := unreadable_of(response.body):
        return replace(copy, page=unreadable)
    document = read_document(response.body, response.url, response.content_type, response.charset)
    if document is not None:
        return _read_document(task, document, copy)
    html = parse_html(response.body, response.url, response.charset)
    if settings.archive_only:
        robots = robots_meta(html, tags)
        if robots.noarchive:
            copy = _without_copy(copy)
        known = discovered_links(task, html, settings, nofollow=robots.nofollow, is_article=False)
        return followed_links(task, html, settings, copy, known, nofollow=robots.nofollow)
    copy = _with_worded_links(copy, task, html, settings)  # before extraction changes the tree
    page, make_update = extract_html_with_update(
        html,
        tags,
        listed=task.visit.listed,
        memory=unpacked_site_memory(task.memory),
        seen=response.at,
        dated=task.visit.published,
        site=task.site_name,
    )
    page = replace(page, rights=rights_of(response, page.robots, html))
    if page.robots.noarchive:
        copy = _without_copy(copy)
    if barrier := _barrier_of(page, response):
        return replace(copy, page=barrier)
    update = make_update()
    if _is_front_page(task, page):
        page = replace(page, verdict=_front_page(page.verdict))
        update = MemoryUpdate(update.template, PageKind.INDEX)
    follows_links = page.kind is PageKind.INDEX or page.verdict.doubtful or task.visit.depth == 0
    is_article = page.kind is PageKind.ARTICLE and not page.verdict.doubtful
    nofollow = page.robots.nofollow
    known = discovered_links(task, html, settings, nofollow=nofollow, is_article=is_article)
    if follows_links:
        reading = followed_links(task, html, settings, copy, known, nofollow=nofollow)
    else:
        reading = with_admissions(copy, known.parts, announced=known.announced)
    reading = replace(
        reading,
        page=page,
        memory_update=update,
        fingerprint=listing_fingerprint(reading.found) or _start_fingerprint(task, page),
        announced_changes=_listed_changes(task, html) if page.kind is PageKind.INDEX else (),
    )
    return wanted_reading(_with_article(reading, page, task), task, html)


def _with_worded_links(
    reading: Reading, task: ReadingTask, html: Html, settings: CrawlSettings
) -> Reading:
    """Add the links with the words about them, if an agent looks at the page."""
    return replace(reading, worded=links_of_page(html, settings)) if task.query else reading


def _listed_changes(task: ReadingTask, html: Html) -> tuple[AnnouncedChange, ...]:
    """Return which articles an index page announces as changed."""
    response = task.response
    if b"dateModified" not in response.body:  # of most pages: nothing to parse
        return ()
    since = task.visit.visited_at
    return announced_changes(listed_changes(html), response.url, since, response.at)


def _is_front_page(task: ReadingTask, page: Extraction) -> bool:
    """Return whether this is the start page of a site, and not the empty shell of one."""
    is_start = task.visit.depth == 0 and path_of(task.response.url) == "/"
    return is_start and not page.needs_script


def _start_fingerprint(task: ReadingTask, page: Extraction) -> bytes:
    """Return the fingerprint of a start page without links, to recognise it elsewhere."""
    return text_fingerprint(page.title, page.text) if task.visit.depth == 0 else b""


def _barrier_of(page: Extraction, response: Response) -> UnreadablePage | None:
    """Return what stands before the page that was requested, if this is not that page."""
    if page.kind is not PageKind.VALUELESS:
        return None
    if is_consent_page(response.requested, response.url):
        return UnreadablePage(Reason.CONSENT_WALL, f"at {response.url}")
    if maker := bot_check_in(response.body):
        return UnreadablePage(Reason.BOT_CHECK, "" if maker == "unknown" else maker)
    return None


def _without_copy(reading: Reading) -> Reading:
    return replace(reading, record=None, digest="", noarchive=True)


def _read_document(
    task: ReadingTask, document: TextDocument | UnreadablePage, copy: Reading
) -> Reading:
    """Read a document as a page without links to follow."""
    response = task.response
    if isinstance(document, UnreadablePage):
        return replace(copy, page=_with_size_reason(document, response))
    page = extract_document(
        document,
        response.url,
        x_robots_tags(response),
        seen=response.at,
        dated=task.visit.published,
    )
    page = replace(page, rights=rights_of(response, page.robots))
    return wanted_reading(_with_article(replace(copy, page=page), page, task), task, None)


def _with_size_reason(document: UnreadablePage, response: Response) -> UnreadablePage:
    """Return the right reason for a document that is broken because we cut it at our size limit."""
    if not response.truncated or document.reason is not Reason.BROKEN:
        return document
    return UnreadablePage(Reason.TOO_LARGE, f"cut after {len(response.body):,} bytes")


def _with_article(reading: Reading, page: Extraction, task: ReadingTask) -> Reading:
    """Add the article of a page, if the page is one and may be kept."""
    response = task.response
    is_unwanted = page.kind is not PageKind.ARTICLE or page.verdict.doubtful
    if is_unwanted or refusal_to_keep(page, response.at) is not None:
        return reading
    # The site's name is known from elsewhere; titles lose it.
    title, tags = without_name(page.title, task.site_name), _tags(page, task.visit.categories)
    page = replace(page, title=title, tags=tags)
    article = article_of(page, response.url, task.domain, response.at)
    if response.with_login:
        article = replace(article, with_login=True)
    return replace(reading, article=article, fingerprint=article_fingerprint(article))


def _tags(page: Extraction, categories: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tags of a page, and its feed's categories that the page does not name."""
    known = {name.casefold() for name in (page.section, *page.tags)}
    return (*page.tags, *(name for name in categories if name.casefold() not in known))


def _front_page(verdict: PageVerdict) -> PageVerdict:
    if verdict.kind is PageKind.INDEX:
        return verdict
    return PageVerdict(PageKind.INDEX, 1.0, ("the start page of a site", *verdict.reasons))


def article_of(page: Extraction, url: str, source: str, seen: datetime) -> Article:
    """Return the article of a page, identified by its canonical URL if that is plausible."""
    address = canonical(url) or url
    if page.canonical and _is_plausible_canonical(page.canonical, source):
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


def _is_plausible_canonical(url: str, source: str) -> bool:
    """Return whether a declared canonical URL can name an article: on the site, not its root."""
    return domain_of(url) == source and path_of(url) != "/" and not has_credentials(url)
