"""The front page behind other addresses: a site that answers everything with the same page."""

from dataclasses import replace

from tidings.engine.reading.visit_outcome import ReadPage
from tidings.engine.settling.known import Known
from tidings.engine.settling.trap_control import Twin
from tidings.model.articles.article import UnreadablePage
from tidings.model.crawl.source import Source
from tidings.model.crawl.visit import Visit
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import host_of, url_id


def repeated_start_page(
    visit: Visit, page: ReadPage, source: Source | None, twin: Twin | None, known: Known
) -> str:
    """Return the address of the start page if this is the same page; else nothing.

    It is asked only about an article, or about a page in place of a feed or sitemap: elsewhere it
    does not matter. A page with links is told by its bytes, because the front page of a small site
    may show a whole article.
    """
    if visit.depth == 0 or not visit.is_first or not _matters(visit, page):
        return ""
    if twin is not None and twin.is_start and twin.article is None:
        return twin.url
    start = source and known.url(host_of(source.url), url_id(source.url))
    if start and start.state.target and start.state.reason is Reason.REDIRECTED:
        start = known.url(host_of(start.state.target), url_id(start.state.target))
    is_same = start and start.id != visit.id and start.state.body_hash == page.body_hash
    return start.url if start and is_same else ""


def _matters(visit: Visit, page: ReadPage) -> bool:
    if page.reading.article is not None:
        return True
    return visit.role is not UrlRole.PAGE and isinstance(page.reading.page, UnreadablePage)


def without_content(page: ReadPage, start: str) -> ReadPage:
    """Return a page that is only another address of the start page: nothing of it is kept."""
    reading = replace(
        page.reading,
        page=UnreadablePage(Reason.CATCH_ALL, f"the same page as {start}"),
        article=None,
        annotation=None,
        entry=None,
        memory_update=None,
        judgement=None,
    )
    return replace(page, reading=reading)
