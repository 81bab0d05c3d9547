"""Settling a visit: looks up what is known, decides, and writes; in the writer's transaction."""

from dataclasses import dataclass, replace
from datetime import datetime

from tidings.crawl.links.admission import LINKED
from tidings.crawl.links.pagination import has_overflowed
from tidings.crawl.visits.visit_outcome import is_walled_off
from tidings.engine.knowledge.lesson_log import LessonLog
from tidings.engine.reading.reading_task import Crash, Reading
from tidings.engine.reading.visit_outcome import (
    BrokenPage,
    ReadPage,
    UnchangedPage,
    VisitOutcome,
)
from tidings.engine.settling.announcement_intake import hear_announcements
from tidings.engine.settling.change_writer import ChangeWriter
from tidings.engine.settling.feed_subscriptions import FeedSubscriptions
from tidings.engine.settling.frontier_intake import FrontierIntake
from tidings.engine.settling.known import StoredKnown
from tidings.engine.settling.list_histories import ListHistories
from tidings.engine.settling.page_decision import PageDecider, PageIntake
from tidings.engine.settling.recheck_settling import (
    RecheckDecision,
    decide_recheck,
    decide_recheck_failure,
)
from tidings.engine.settling.repeated_pages import repeated_start_page, without_content
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.engine.settling.trap_control import TrapControl, Twin
from tidings.engine.settling.visit_decision import (
    VisitDecision,
    decide_crash,
    decide_failure,
    decide_no_change,
    decide_redirect,
    decide_taken_down,
    decide_wall,
    is_lost_list,
    is_off_site,
)
from tidings.engine.state.source_snapshot import SourceSnapshot
from tidings.engine.state.source_state import SourceState
from tidings.model.articles.article import Article
from tidings.model.crawl.source import Source
from tidings.model.crawl.subscription import Delivery
from tidings.model.crawl.visit import FoundUrl, UrlState, Visit
from tidings.model.web.exchange import FetchFailure, Response
from tidings.read.url import article_id, canonical, host_of, url_id
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_files import Archive
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.refresh_rounds import reopen_further_pages
from tidings.store.tables.frontier.urls import is_listed
from tidings.store.tables.sources.sources import source_by_id
from tidings.store.tables.sources.subscriptions import restore_poll_time
from tidings.store.tables.takedowns.takedowns import is_taken_down


@dataclass(frozen=True, slots=True)
class VisitResult:
    """What a visit changed."""

    state: UrlState
    new: tuple[FoundUrl, ...] = ()
    article: Article | None = None  # kept or revised just now
    source: Source | None = None  # with its new name or domain
    is_recheck: bool = False  # of a kept article
    woken_hosts: tuple[str, ...] = ()  # hosts whose links have a new order, or are due now
    is_deleted: bool = False  # the recheck found that the publisher deleted the article
    has_same_bytes: bool = False  # all bytes were sent again, and none has changed
    snapshot: SourceSnapshot | None = None  # what is known about its source now, if that changed
    wants_tag_study: bool = False  # the source's keen tags should be learned again


class Settler:
    """Stores what came of visits. Runs in the writer's thread."""

    def __init__(
        self,
        archive: Archive,
        settings: CrawlSettings,
        public_url: str = "",
        request_log: RequestLogBuffer | None = None,
        lessons: LessonLog | None = None,
    ) -> None:
        self._settings = settings
        self._subscriptions = FeedSubscriptions(settings, public_url)
        self._pages = PageDecider(settings, self._subscriptions)
        self.state = SourceState(settings)
        self.trap_control = TrapControl(self.state, archive_only=settings.archive_only)
        self._lists = ListHistories(settings, self.state.urls)
        self.intake = FrontierIntake(settings, self.state, self._lists)
        self._writer = ChangeWriter(
            archive,
            settings,
            self.state,
            self.trap_control,
            request_log or RequestLogBuffer(),
            lessons or LessonLog(),
        )

    def settle(self, connection: Writer, visit: Visit, outcome: VisitOutcome) -> VisitResult | None:
        """Store what came of a visit; None if the page must be read again as a listed one."""
        if isinstance(outcome, FetchFailure):
            return self.failure(connection, visit, outcome)
        if isinstance(outcome, UnchangedPage):
            return self.no_change(connection, visit, outcome.response)
        if isinstance(outcome, BrokenPage):
            return self.crash(connection, visit, outcome.response, outcome.crash)
        return self.reading(connection, visit, outcome)

    def failure(self, connection: Writer, visit: Visit, failure: FetchFailure) -> VisitResult:
        """Store a visit that failed."""
        known = self._known(connection)
        if visit.article is None:
            decision = decide_failure(visit, failure, known, self._settings)
        else:
            decision = _recheck(decide_recheck_failure(visit, failure, known, self._settings))
        return self._write(connection, visit, decision)

    def no_change(self, connection: Writer, visit: Visit, response: Response) -> VisitResult:
        """Store a visit that found no change."""
        known, settings = self._known(connection), self._settings
        if visit.article is None:
            decision = decide_no_change(visit, response, known, settings, self._subscriptions)
        else:
            decision = _recheck(decide_recheck(visit, response, known, settings))
        return self._write(connection, visit, decision)

    def crash(
        self, connection: Writer, visit: Visit, response: Response, crash: Crash
    ) -> VisitResult:
        """Store a visit whose page crashed the reader."""
        known, settings = self._known(connection), self._settings
        if visit.article is None:
            decision = decide_crash(visit, response, crash, settings)
        else:
            decision = _recheck(decide_recheck(visit, response, known, settings, b""))
        return self._write(connection, visit, decision)

    def reading(self, connection: Writer, visit: Visit, page: ReadPage) -> VisitResult | None:
        """Store everything that a response yielded.

        Returns None and stores nothing if a feed listed the page while it was being read: it must
        then be read again as a listed page.
        """
        response, reading = page.response, page.reading
        is_unlisted = reading.article is None and not visit.listed
        if is_unlisted and is_listed(connection, visit.host, visit.id):
            return None
        if visit.article is not None:
            known, settings = self._known(connection), self._settings
            parts = (page.body_hash, reading, page.former)
            decision = _recheck(decide_recheck(visit, response, known, settings, *parts))
            return self._write(connection, visit, decision)
        final = canonical(response.url) or response.url
        if is_taken_down(connection, _ids_of(visit, reading, final)):
            decision = decide_taken_down(visit, response, final)
            return self._write(connection, visit, decision)
        if final == visit.url:
            return self._page(connection, visit, visit, page)
        return self._redirected(connection, visit, page, final)

    def _redirected(
        self, connection: Writer, visit: Visit, page: ReadPage, final: str
    ) -> VisitResult:
        """Store a page that was reached by a redirect."""
        known, response, reading = self._known(connection), page.response, page.reading
        if is_lost_list(visit, reading):
            decision = self._pages.decide_lost_list(visit, page, final, known)
            return self._write(connection, visit, decision)
        if is_walled_off(visit, response, reading.page, self._settings):
            decision = decide_wall(visit, response, self._settings)
            return self._write(connection, visit, decision)
        decision, continues = decide_redirect(visit, page, final, known, self._settings)
        redirected = self._write(connection, visit, decision)
        if continues:
            target = replace(visit, url=final, host=host_of(final), id=url_id(final))
            return self._page(connection, visit, target, page)
        if is_off_site(visit, reading, final):
            new = self.intake.add_redirect_target(connection, visit, final, response.at)
            redirected = replace(redirected, new=new)
        return redirected

    def _page(
        self, connection: Writer, requested: Visit, visit: Visit, page: ReadPage
    ) -> VisitResult:
        """Store a page under its own address."""
        reading, now = page.reading, page.response.at
        is_article = reading.article is not None
        twin = self.trap_control.known_twin(connection, visit, reading.fingerprint, is_article, now)
        if twin is not None and is_taken_down(connection, [article_id(twin.url)]):
            decision = decide_taken_down(visit, page.response, twin.url)
            return self._write(connection, visit, decision)
        known = self._known(connection)
        source = self.state.followed.get(visit.site)
        if start := repeated_start_page(visit, page, source, twin, known):
            page = without_content(page, start)
            reading = page.reading
        intake = self._take_in(connection, visit, reading, twin, now)
        decision = self._pages.decide(requested, visit, page, intake, known)
        return replace(self._write(connection, visit, decision), new=intake.new)

    def _take_in(
        self, connection: Writer, visit: Visit, reading: Reading, twin: Twin | None, now: datetime
    ) -> PageIntake:
        """Add the URLs that a page leads to, and return what that showed."""
        new = self.intake.add_found(connection, visit.site, reading, now)
        self._hear(connection, visit.site, visit.id, reading, now)
        new += self._lists.note_sitemap_index(connection, visit, reading.found, now)
        new += _reopened(connection, visit, reading, new, now)
        return PageIntake(tuple(new), twin, self.state.followed.get(visit.site))

    def _hear(
        self, connection: Writer, site: int, announcer: int, reading: Reading, now: datetime
    ) -> None:
        """Note which articles a list announces as changed, if any may be looked at again."""
        if reading.announced_changes and self._settings.recheck_share > 0:
            changes = reading.announced_changes
            hear_announcements(connection, site, announcer, changes, now)

    def _known(self, connection: Writer) -> StoredKnown:
        return StoredKnown(connection, self.state.budget)

    def _write(self, connection: Writer, visit: Visit, decision: VisitDecision) -> VisitResult:
        """Write what was decided."""
        written = self._writer.write(connection, decision.changes)
        return VisitResult(
            decision.state,
            article=written.kept,
            source=written.source,
            is_recheck=decision.is_recheck,
            woken_hosts=(*{*decision.woken_hosts, *written.woken_hosts},),
            is_deleted=decision.is_deleted,
            has_same_bytes=decision.has_same_bytes,
            snapshot=self.state.snapshot(connection, visit.site),
            wants_tag_study=written.wants_tag_study,
        )

    def delivery(
        self, connection: Writer, delivery: Delivery, reading: Reading
    ) -> tuple[FoundUrl, ...]:
        """Add what a hub delivered; the state of the feed itself does not change."""
        if source_by_id(connection, delivery.subscription.site) is None:  # removed meanwhile
            return ()
        new = self.intake.add_found(connection, delivery.subscription.site, reading, delivery.at)
        subscription = delivery.subscription
        self._hear(connection, subscription.site, subscription.url_id, reading, delivery.at)
        restore_poll_time(connection, delivery)
        return tuple(new)


def _recheck(decision: RecheckDecision) -> VisitDecision:
    return VisitDecision(
        decision.state,
        decision.changes,
        is_recheck=True,
        is_deleted=decision.is_deleted,
        has_same_bytes=decision.has_same_bytes,
    )


def _reopened(
    connection: Writer,
    visit: Visit,
    reading: Reading,
    new: list[FoundUrl],
    now: datetime,
) -> list[FoundUrl]:
    """Visit a listing's further pages again when its own links are mostly new."""
    fresh = sum(found.priority == LINKED and not found.continues for found in new)
    if visit.is_first or not has_overflowed(fresh, reading.likely):
        return []
    return reopen_further_pages(
        connection, (found for found in reading.found if found.continues), now
    )


def _ids_of(visit: Visit, reading: Reading, final: str) -> list[str]:
    """Return the ids under which the article of a page may be known."""
    ids = [article_id(visit.url)]
    if final != visit.url:
        ids.append(article_id(final))
    if reading.article is not None and reading.article.id not in ids:
        ids.append(reading.article.id)
    return ids
