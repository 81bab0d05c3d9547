"""Reading one record in a worker: a page as a crawl reads it, a text as the article that it is."""

import html
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from tidings.crawl.visits.unwanted_page import after_wanted_check
from tidings.crawl.visits.visit_outcome import after_reading, after_topic_check
from tidings.engine.ingesting.site_book import KnownSite, SiteBook
from tidings.engine.reading.annotator import Annotator
from tidings.engine.reading.fingerprint import article_fingerprint
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.engine.reading.response_reading import read_response
from tidings.engine.reading.visit_outcome import visit_of_query_run
from tidings.model.articles.article import Article, Extraction, UnreadablePage
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.exchange import Response
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.collections.record import (
    NoRecord,
    PageRecord,
    ParsedRecord,
    SkipReason,
    TextRecord,
)
from tidings.read.feeds.feed_formats import looks_like_feed, looks_like_sitemap
from tidings.read.url import article_id, canonical, domain_of, has_credentials
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_record import payload_sum
from tidings.text.language.detection import language_of

_MEDIA: Final = ("image/", "audio/", "video/", "font/", "text/css", "text/javascript",
                 "application/javascript", "application/x-javascript", "application/json",
                 "application/octet-stream", "application/zip")  # fmt: skip
_AS_TEXT: Final = ("ingested as text",)


@dataclass(frozen=True, slots=True)
class IngestedPage:
    """What a record yields: the page or text, read, and what its URL gets."""

    url: str  # canonical
    at: datetime  # when it was fetched, as its archive says
    body_hash: bytes
    reading: Reading
    state: UrlState
    content_type: str = ""


@dataclass(frozen=True, slots=True)
class RecordReader:
    """Reads records with one version of knowledge; a pure function of these."""

    crawl: CrawlSettings
    sites: SiteBook
    annotator: Annotator

    def read(self, record: ParsedRecord, dated: datetime) -> IngestedPage | NoRecord:
        """Return what a record yields; `dated` is the time of its file, if it has none itself."""
        if isinstance(record, NoRecord):
            return record
        url = canonical(record.url)
        if url is None or has_credentials(url):
            return NoRecord(SkipReason.NO_URL, record.url[:200])
        if isinstance(record, TextRecord):
            return self._text(record, url, dated)
        return self._page(record, url, record.at or dated)

    def _page(self, record: PageRecord, url: str, at: datetime) -> IngestedPage | NoRecord:
        response = _response(record, url, at)
        if response.content_type.startswith(_MEDIA):
            return NoRecord(SkipReason.NO_PAGE, response.content_type)
        if looks_like_feed(record.body) or looks_like_sitemap(record.body):
            return NoRecord(SkipReason.NO_PAGE, "a feed or sitemap")
        site, visit = self.sites.site(domain_of(url)), visit_of_query_run(url)
        known = (site.domain, site.name, site.memory, site.focus)
        task = ReadingTask(visit, response, *known, scope=site.scope)
        reading = read_response(task, self.crawl, self.annotator)
        page = reading.page
        if not isinstance(page, Extraction):
            detail = page.reason if isinstance(page, UnreadablePage) else ""
            return NoRecord(SkipReason.NO_PAGE, detail)
        state = self._state(visit, response, page, reading)
        kind = response.content_type
        return IngestedPage(url, at, reading.body_hash, _lean(reading), state, kind)

    def _state(
        self, visit: Visit, response: Response, page: Extraction, reading: Reading
    ) -> UrlState:
        """Return the verdict on a page, as a crawl gives it; nothing visits it again."""
        state = after_reading(response, page, None)
        state = after_topic_check(visit, state, reading.judgement, reading.worth, self.crawl)
        return replace(after_wanted_check(state, reading.unwanted), due=None, interval=None)

    def _text(self, record: TextRecord, url: str, dated: datetime) -> IngestedPage:
        at = record.at or record.published or dated
        site = self.sites.site(domain_of(url))
        body_hash = text_sum(record)
        reading = Reading(UrlRole.PAGE, site.domain, body_hash=body_hash)
        refusal = _refusal(record, at)
        state = UrlState(
            state=FrontierState.REFUSED if refusal else FrontierState.DONE,
            reason=refusal or Reason.ARTICLE,
            role=UrlRole.PAGE,
            kind=PageKind.ARTICLE,
            confidence=1.0,
            notes=_AS_TEXT,
        )
        if refusal is None:
            article = _article(record, url, at, site)
            annotation = self.annotator.of(article)
            look = article_fingerprint(article)
            reading = replace(reading, article=article, annotation=annotation, fingerprint=look)
        return IngestedPage(url, at, body_hash, reading, state)


def text_sum(record: TextRecord) -> bytes:
    """Return what is compared to find out whether a text is known."""
    return payload_sum(f"{record.title}\n{record.text}".encode("utf-8", "replace"))


def _response(record: PageRecord, url: str, at: datetime) -> Response:
    return Response(
        requested=record.url,
        url=url,
        status=record.status,
        headers=record.headers,
        body=record.body,
        truncated=record.truncated,
        hops=(),
        address=record.address,
        at=at,
        seconds=0.0,
        with_login=record.with_login,
    )


def _lean(reading: Reading) -> Reading:
    """Return a reading without what is not settled: links are read from the archive later."""
    return replace(
        reading,
        found=(),
        foreign=(),
        drops={},
        entry=None,
        memory_update=None,
        announced_changes=(),
    )


def _refusal(record: TextRecord, now: datetime) -> Reason | None:
    """Return why a text must not be kept, if its publisher forbids it."""
    if record.rights.search is False:
        return Reason.SEARCH_RESERVED
    return Reason.UNAVAILABLE if record.robots.is_over(now) else None


def _article(record: TextRecord, url: str, at: datetime, site: KnownSite) -> Article:
    return Article(
        id=article_id(url),
        url=url,
        source=site.domain,
        title=record.title,
        text=record.text,
        html="".join(f"<p>{html.escape(line)}</p>" for line in record.text.split("\n")),
        standfirst=record.standfirst,
        published=record.published,
        modified=record.modified,
        first_seen=at,
        authors=record.authors,
        language=record.language or language_of(record.text),
        section=record.section,
        tags=record.tags,
        image=record.image,
        publisher=record.publisher,
        word_count=len(record.text.split()),
        robots=record.robots,
        rights=record.rights,
        hidden_from=record.robots.unavailable_after,
        with_login=record.with_login,
    )
