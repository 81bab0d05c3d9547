"""Settling what was read from records: rows and archive, in the writer's transaction.

As a crawl does, but nothing is planned, charged or learned: nobody visits an archive again.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from tidings.crawl.links.admission import LINKED
from tidings.crawl.visits.edit_detection import is_edit
from tidings.engine.ingesting.ingest_job import ReadRecord
from tidings.engine.ingesting.record_places import IngestPlace
from tidings.engine.ingesting.record_reading import IngestedPage
from tidings.engine.jobs.job import Mapped
from tidings.engine.knowledge.lesson_log import LessonLog
from tidings.engine.settling.article_keeping import annotations_for, decide_keeping
from tidings.engine.settling.change_writer import write_article, write_kept_article
from tidings.engine.settling.changes import KeepArticle
from tidings.engine.settling.known import StoredKnown
from tidings.engine.settling.trap_control import Twin
from tidings.model.articles.article import Article
from tidings.model.articles.ingestion import IngestOutcome
from tidings.model.crawl.visit import ArchivePlace, FoundUrl, UrlRecord
from tidings.model.web.page import PageKind, UrlRole
from tidings.read.collections.record import NoRecord
from tidings.read.url import article_id, domain_of, host_of, scheme_of, url_id
from tidings.store.archive.warc_files import Archive
from tidings.store.database.session import Writer
from tidings.store.tables.articles.articles import article_by_id
from tidings.store.tables.articles.revisions import date_replacement
from tidings.store.tables.frontier.page_aliases import keep_fingerprint, url_of_fingerprint
from tidings.store.tables.frontier.urls import add_urls, save_url_state, url_record
from tidings.store.tables.sources.imported_sites import import_site
from tidings.store.tables.sources.sources import source_by_id
from tidings.store.tables.takedowns.takedowns import is_taken_down

_DEPTH: Final = 1  # links from a start page: it is none
_OK: Final = 200  # other pages are not ingested


class RecordSettler:
    """Writes what was read. Runs in the writer's thread."""

    def __init__(self, archive: Archive, lessons: LessonLog) -> None:
        self._archive = archive
        self._lessons = lessons
        self._sites: dict[str, int] = {}  # by domain
        self._followed: dict[int, bool] = {}

    def forget(self) -> None:
        """Forget what a transaction wrote that was undone."""
        self._sites.clear()
        self._followed.clear()

    def write(
        self, connection: Writer, mapped: Sequence[Mapped[IngestPlace, list[ReadRecord]]]
    ) -> Counter[str]:
        """Write the records of a part; return how many became what."""
        now = datetime.now(UTC)
        return Counter(
            self._settle(connection, read, now) for some in mapped for read in some.result
        )

    def _settle(self, connection: Writer, read: ReadRecord, now: datetime) -> str:
        if isinstance(read, NoRecord):
            return read.reason.value
        if isinstance(read, IngestOutcome):
            return read.value
        return self._settle_page(connection, read, now).value

    def _settle_page(self, connection: Writer, page: IngestedPage, now: datetime) -> IngestOutcome:
        ids = [article_id(page.url)]
        if page.reading.article is not None:
            ids.append(page.reading.article.id)
        if is_taken_down(connection, ids):
            return IngestOutcome.TAKEN_DOWN
        known = url_record(connection, host_of(page.url), url_id(page.url))
        if known is None or known.visited_at is None:
            return self._new(connection, page, known, now)
        if known.state.body_hash == page.body_hash:
            return IngestOutcome.KNOWN
        if page.at <= known.visited_at:
            return IngestOutcome.OLDER
        article = article_by_id(connection, known.state.article or "")
        if article is not None:
            return self._newer(connection, page, known, article, now)
        if known.state.role is not UrlRole.PAGE:
            return IngestOutcome.NO_ARTICLE
        return self._new(connection, page, known, now)

    def _newer(
        self,
        connection: Writer,
        page: IngestedPage,
        known: UrlRecord,
        article: Article,
        now: datetime,
    ) -> IngestOutcome:
        """Settle a newer copy of the page of an article: a revision, if its words differ."""
        read = page.reading.article
        state = replace(known.state, body_hash=page.body_hash)
        if read is None or not _is_edit(article, read):
            save_url_state(connection, known.host, known.id, state, page.at, None)
            return IngestOutcome.SAME_WORDS if read else IngestOutcome.NO_ARTICLE
        revised = replace(read, id=article.id, url=article.url, source=article.source)
        change = KeepArticle(revised, now, annotations_for(article.id, page.reading), None)
        kept = write_article(connection, change, self._lessons)
        place = self._archived(page)
        save_url_state(connection, known.host, known.id, state, page.at, place)
        if kept is None:
            return IngestOutcome.SAME_WORDS
        date_replacement(connection, kept.id, kept.revision - 1, page.at)
        return IngestOutcome.REVISED

    def _new(
        self, connection: Writer, page: IngestedPage, known: UrlRecord | None, now: datetime
    ) -> IngestOutcome:
        """Settle a page that was not read before, or had no article."""
        host, id_ = host_of(page.url), url_id(page.url)
        site = known.site if known is not None else self._site(connection, page.url, now)
        if known is None:
            found = FoundUrl(page.url, host, id_, site, UrlRole.PAGE, LINKED, _DEPTH, None)
            add_urls(connection, [found], now)
        twin = _twin(connection, page, site)
        if twin is not None and is_taken_down(connection, [article_id(twin.url)]):
            return IngestOutcome.TAKEN_DOWN
        # Only a list of a followed source is visited: new articles appear there.
        is_visited = page.state.kind is PageKind.INDEX and self._is_followed(connection, site)
        state = replace(page.state, body_hash=page.body_hash, due=now if is_visited else None)
        stored = StoredKnown(connection)
        keeping = decide_keeping(page.reading, state, page.url, now, twin, stored)
        kept = write_kept_article(connection, keeping.changes, self._lessons)
        save_url_state(connection, host, id_, keeping.state, page.at, self._archived(page))
        if kept is not None:
            return IngestOutcome.NEW
        return IngestOutcome.TWIN if page.reading.article else IngestOutcome.NO_ARTICLE

    def _archived(self, page: IngestedPage) -> ArchivePlace | None:
        """Keep the record of a page; a text has none, nor has a page that forbids it."""
        reading = page.reading
        if reading.record is None:
            return None
        return self._archive.append(
            reading.record, page.url, page.at, _OK, page.content_type, reading.digest
        )

    def _site(self, connection: Writer, url: str, now: datetime) -> int:
        """Return the site that a page belongs to: a followed source, or one that nobody follows."""
        domain = domain_of(url)
        if domain not in self._sites:
            start = f"{scheme_of(url) or 'https'}://{domain}/"
            self._sites[domain] = import_site(connection, start, domain, now)
        return self._sites[domain]

    def _is_followed(self, connection: Writer, site: int) -> bool:
        if site not in self._followed:
            self._followed[site] = source_by_id(connection, site) is not None
        return self._followed[site]


def _is_edit(known: Article, read: Article) -> bool:
    return is_edit((known.title, known.text), (read.title, read.text))


def _twin(connection: Writer, page: IngestedPage, site: int) -> Twin | None:
    """Return the other URL of the site at which the same article was found, if any."""
    look = page.reading.fingerprint
    if not look:
        return None
    is_article = page.reading.article is not None
    if keep_fingerprint(connection, site, look, page.url, is_article):
        return None
    url = url_of_fingerprint(connection, site, look)
    if url is None or url == page.url:
        return None
    known = url_record(connection, host_of(url), url_id(url))
    return Twin(url, known.state.article if known else None)
