"""Reading a response for a query, in the workers: what an agent sees of it."""

from dataclasses import replace

from tidings.crawl.agents.query_terms import QueryTerms
from tidings.crawl.agents.relevance import FIND, page_relevance
from tidings.crawl.agents.seen_links import FoundLink, seen_links
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.engine.reading.worded_links import links_of_list
from tidings.model.agents.page_sight import SeenPage
from tidings.model.articles.article import Extraction, UnreadablePage
from tidings.model.web.page import PageKind, UrlRole
from tidings.read.url import canonical
from tidings.settings.tree import CrawlSettings
from tidings.text.language.detection import language_of

_MAX_WORDED = 4_000  # characters of links' texts that say what a list is about


def with_sight(
    reading: Reading, task: ReadingTask, query: QueryTerms, settings: CrawlSettings
) -> Reading:
    """Add what an agent sees; a page that nobody will keep loses all else."""
    if reading.seen is not None or isinstance(reading.page, UnreadablePage):
        return reading
    seen = _seen(reading, task, query, settings)
    if task.for_source or may_be_find(reading, seen, query):
        return replace(reading, seen=seen, worded=())
    return Reading(reading.role, reading.domain, body_hash=reading.body_hash, seen=seen)


def may_be_find(reading: Reading, seen: SeenPage, query: QueryTerms) -> bool:
    """Return whether a page is an article that is relevant for the query.

    By the paper's formulas, that depends on the page before it, which is not known here.
    """
    return reading.article is not None and (query.by_paper or seen.relevance.ours >= FIND)


def _seen(
    reading: Reading, task: ReadingTask, query: QueryTerms, settings: CrawlSettings
) -> SeenPage:
    if isinstance(reading.page, Extraction):
        return _of_page(reading, reading.page, task, query)
    return _of_list(reading, task, query, settings)


def _of_page(reading: Reading, page: Extraction, task: ReadingTask, query: QueryTerms) -> SeenPage:
    response = task.response
    links = () if page.robots.nofollow else (*_named_lists(reading), *reading.worded)
    language = page.language or query.language
    text = page.text if page.kind is PageKind.ARTICLE else f"{page.text}\n{_worded(links)}"
    url = canonical(response.url) or response.url
    return SeenPage(
        url,
        page_relevance(query, page.title, text, language),
        page.kind,
        seen_links((link for link in links if link.url != url), language),
        page.title,
        page.published,
        response.seconds,
        len(response.body),
        reading.article.id if reading.article else "",
    )


def _named_lists(reading: Reading) -> tuple[FoundLink, ...]:
    """Return the feeds and sitemaps that a page names."""
    return tuple(
        FoundLink(each.url, role=each.role)
        for each in reading.found
        if each.role is not UrlRole.PAGE and each.dropped is None
    )


def _of_list(
    reading: Reading, task: ReadingTask, query: QueryTerms, settings: CrawlSettings
) -> SeenPage:
    response = task.response
    content_type = response.header("content-type") or ""
    links, title = links_of_list(response.body, content_type, response.url, reading.role, settings)
    worded = _worded(links)
    found = language_of(worded) if worded else ""
    language = found if found != "und" else query.language
    return SeenPage(
        canonical(response.url) or response.url,
        page_relevance(query, title, worded, language),
        PageKind.INDEX,
        seen_links(links, language),
        title,
        None,
        response.seconds,
        len(response.body),
    )


def _worded(links: tuple[FoundLink, ...]) -> str:
    """Return the texts of links: what a page of links is about."""
    return ". ".join(link.text for link in links if link.text)[:_MAX_WORDED]
