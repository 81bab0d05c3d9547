"""Settling a visit: one outcome becomes rows, inside the writer's transaction."""

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tidings.crawl.feeds.feed_health import after_move
from tidings.crawl.links.admission import LINKED, LIVE
from tidings.crawl.links.pagination import has_overflowed
from tidings.crawl.visits.visit_outcome import (
    after_archiving,
    after_crash,
    after_failure,
    after_list,
    after_no_change,
    after_reading,
    after_redirect,
    after_topic_check,
    after_unreadable,
    after_wall,
    is_walled_off,
)
from tidings.engine.reading.reading_task import Crash, Reading
from tidings.engine.rights.withdrawal import may_be_copied, withdraw, withdraw_after_recheck
from tidings.engine.settling.article_keeping import keep_once
from tidings.engine.settling.feed_subscriptions import FeedSubscriptions
from tidings.engine.settling.followed_sources import FollowedSources
from tidings.engine.settling.frontier_intake import FrontierIntake
from tidings.engine.settling.list_histories import ListHistories
from tidings.engine.settling.outcome_rows import OutcomeWriter
from tidings.engine.settling.recheck_settling import RecheckSettler, SettledRecheck
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.engine.settling.revisit_planning import RevisitPlanner
from tidings.engine.settling.source_learning import SourceLearner, learn_name_and_domain
from tidings.engine.settling.trap_control import TrapControl, Twin
from tidings.model.articles.article import Article, UnreadablePage
from tidings.model.crawl.source import Source
from tidings.model.crawl.subscription import Delivery
from tidings.model.crawl.visit import FoundUrl, UrlState, Visit
from tidings.model.web.exchange import FetchFailure, Response
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import REFUSALS, Reason
from tidings.read.url import canonical, domain_of, host_of, url_id
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_files import Archive
from tidings.store.archive.warc_record import payload_digest, response_record
from tidings.store.tables.frontier.refresh_rounds import reopen_further_pages
from tidings.store.tables.frontier.urls import add_urls, is_listed, url_record
from tidings.store.tables.sources.subscriptions import restore_poll_time


@dataclass(frozen=True, slots=True)
class VisitResult:
    """What a visit changed."""

    state: UrlState
    new: tuple[FoundUrl, ...] = ()
    article: Article | None = None  # kept or revised just now
    site: Source | None = None  # with its new name or domain
    is_recheck: bool = False  # it was a second look at a kept article
    woken_hosts: tuple[
        str, ...
    ] = ()  # hosts whose links have another order now, or are due after all
    is_deleted: bool = False  # … which found that its publisher deleted it
    withdrawn: bool = False  # an article that was kept may not be shown any more


class Settler:
    """Writes outcomes down. Lives in the writer's thread."""

    def __init__(
        self,
        archive: Archive,
        settings: CrawlSettings,
        public_url: str = "",
        ledger: RequestLogBuffer | None = None,
    ) -> None:
        self._settings = settings
        self._docket = OutcomeWriter(archive, ledger or RequestLogBuffer(), settings)
        self._subscriptions = FeedSubscriptions(settings, public_url)
        self.learner = SourceLearner(settings)
        self._looks = RecheckSettler(archive, settings)
        self._timetable = RevisitPlanner(settings)
        self.followed = FollowedSources()
        self.trap_control = TrapControl(archive_only=settings.archive_only)
        self._lists = ListHistories(settings)
        self.intake = FrontierIntake(settings, self.followed, self._lists)

    def forget(self) -> None:
        """Forget what the database may have forgotten too, when a transaction was undone."""
        self.intake.forget()
        self._lists.forget()

    def failure(
        self, connection: sqlite3.Connection, visit: Visit, failure: FetchFailure
    ) -> VisitResult:
        """Write down a visit that brought nothing."""
        if failure.reason not in REFUSALS:
            self._docket.requested(connection)
        if visit.article is not None:
            return _result_of_recheck(self._looks.failure(connection, visit, failure))
        standing = after_failure(visit, failure, self._settings)
        standing = self._lists.failed(connection, visit, standing, failure.at)
        self._docket.failed(connection, visit, failure, standing)
        if visit.visited_at is None:  # a host that is down for hours says nothing of its addresses
            self.trap_control.book(connection, visit, standing, failure.at)
        return VisitResult(standing)

    def no_change(
        self, connection: sqlite3.Connection, visit: Visit, response: Response
    ) -> VisitResult:
        """Write down a visit that found what is known already."""
        if visit.article is not None:
            return self._look(connection, visit, response)
        known = url_record(connection, visit.host, visit.id)
        assert known is not None
        wait = self._timetable.wait(connection, visit, response)
        standing = after_no_change(response, known.state, wait)
        standing = self._subscriptions.polled(connection, visit, standing, False, response.at)
        standing = self._lists.visited(connection, visit, standing, response.at)
        self._docket.answered(connection, visit, response, standing)
        return VisitResult(standing)

    def crash(
        self, connection: sqlite3.Connection, visit: Visit, response: Response, crash: Crash
    ) -> VisitResult:
        """Set aside a page that cannot be read; its bytes are kept for whoever mends the reader."""
        if visit.article is not None:
            return self._look(connection, visit, response, b"")
        standing = replace(after_crash(visit, crash.reason, crash.detail), status=response.status)
        digest = payload_digest(response.body)
        copy = Reading(visit.role, "", record=response_record(response, digest), digest=digest)
        kept = may_be_copied(response)
        place = self._docket.copy(response, copy, visit.url) if kept else None
        self._docket.answered(connection, visit, response, standing, place)
        self.trap_control.book(connection, visit, standing, response.at)
        return VisitResult(standing)

    def reading(
        self,
        connection: sqlite3.Connection,
        visit: Visit,
        response: Response,
        reading: Reading,
        body_hash: bytes,
        before: Reading | None = None,
    ) -> VisitResult | None:
        """Write down everything that a response yielded.

        `before` is how the last copy of a kept article reads today. None, and nothing is
        written, if a feed has listed the page while it was being read: then it must be read
        again, knowing that.
        """
        if reading.article is None and not visit.listed and is_listed(connection, visit):
            return None
        if visit.article is not None:
            return self._look(connection, visit, response, body_hash, reading, before)
        asked = visit
        final = canonical(response.url) or response.url
        if final != visit.url and is_lost_list(visit, reading):
            return self._lost(connection, visit, response, reading, final)
        if final != visit.url and is_walled_off(visit, response, reading.page, self._settings):
            standing = after_wall(visit, response, self._settings)
            self._docket.answered(connection, visit, response, standing)
            return VisitResult(standing)
        if final != visit.url:
            redirected = self._redirect(connection, visit, response, reading, final)
            if redirected is not None:
                self.trap_control.book(connection, visit, redirected.state, response.at)
                return redirected
            visit = replace(visit, url=final, host=host_of(final), id=url_id(final))
        place = self._docket.copy(response, reading, final)
        new = self.intake.take(connection, visit.site, reading, response.at)
        new += self._lists.indexed(connection, visit, reading.found, response.at)
        new += _reopened(connection, visit, reading, new, response.at)
        standing = self._standing(connection, visit, response, reading, new)
        standing = replace(standing, body_hash=body_hash)
        standing = self._subscriptions.polled(connection, visit, standing, bool(new), response.at)
        standing = self._live_on(connection, visit, reading, standing, new, response.at)
        if standing.state is not FrontierState.RESTING:
            self._subscriptions.wish(connection, visit, reading.hub, response.at)
        standing = after_topic_check(
            visit, standing, reading.judgement, reading.worth, self._settings
        )
        twin = self._twin(connection, visit, reading, response.at)
        withdrawn = withdraw(connection, visit, reading, response.at)
        standing, kept = keep_once(connection, reading, standing, final, response.at, twin)
        self._docket.answered(connection, visit, response, standing, place)
        self.trap_control.book(connection, visit, standing, response.at, kept=kept, twin=twin)
        self.trap_control.lead_on(connection, visit, new)
        site = self.followed.get(visit.site)
        self.learner.learn(connection, visit, reading, kept, site)
        woken = self.learner.learn_topic(connection, asked, reading, response.at)
        changed = learn_name_and_domain(connection, visit, response, reading, site)
        return VisitResult(
            standing, tuple(new), kept, changed, woken_hosts=tuple(woken), withdrawn=withdrawn
        )

    def delivery(
        self, connection: sqlite3.Connection, push: Delivery, reading: Reading
    ) -> tuple[FoundUrl, ...]:
        """Add what a hub delivered; the feed itself stays as its last poll left it."""
        new = self.intake.take(connection, push.subscription.site, reading, push.at)
        restore_poll_time(connection, push)
        return tuple(new)

    def _live_on(
        self,
        connection: sqlite3.Connection,
        visit: Visit,
        reading: Reading,
        standing: UrlState,
        new: Sequence[FoundUrl],
        now: datetime,
    ) -> UrlState:
        """Take note of how a list fares, and of what an index says about others."""
        if is_lost_list(visit, reading):
            return self._lists.failed(connection, visit, standing, now)
        brought = sum(found.role is UrlRole.PAGE for found in new)
        return self._lists.visited(connection, visit, standing, now, reading.listing, brought)

    def _lost(
        self,
        connection: sqlite3.Connection,
        visit: Visit,
        response: Response,
        reading: Reading,
        final: str,
    ) -> VisitResult:
        """Write down a list whose address leads to something else now; nothing else moves."""
        standing = self._standing(connection, visit, response, reading, ())
        standing = replace(standing, detail=f"leads to {final}: {standing.detail}".rstrip(": "))
        standing = self._lists.failed(connection, visit, standing, response.at)
        self._docket.answered(connection, visit, response, standing)
        return VisitResult(standing)

    def _look(
        self,
        connection: sqlite3.Connection,
        visit: Visit,
        response: Response,
        body_hash: bytes | None = None,
        reading: Reading | None = None,
        before: Reading | None = None,
    ) -> VisitResult:
        looked = self._looks.response(connection, visit, response, body_hash, reading, before)
        withdrawn = withdraw_after_recheck(connection, visit, reading, response.at)
        self._docket.requested(connection)
        return replace(_result_of_recheck(looked), withdrawn=withdrawn)

    def _redirect(
        self,
        connection: sqlite3.Connection,
        visit: Visit,
        response: Response,
        reading: Reading,
        final: str,
    ) -> VisitResult | None:
        """Rest the URL that redirects. None: go on, and settle the other end."""
        off_site = visit.role is UrlRole.PAGE and domain_of(final) != reading.domain
        reason = Reason.OFF_SITE if off_site else Reason.REDIRECTED
        standing = after_redirect(visit, response, reason)
        standing = after_move(visit, standing, response, self._settings)
        self._docket.answered(connection, visit, response, standing)
        known = url_record(connection, host_of(final), url_id(final))
        if off_site:
            return VisitResult(standing, self.intake.adopt(connection, visit, final, response.at))
        if known is not None and known.visited_at is not None:
            return VisitResult(standing)
        end = FoundUrl(
            final, host_of(final), url_id(final), visit.site, visit.role, LIVE, visit.depth,
            visit.url,
        )  # fmt: skip
        add_urls(connection, [end], response.at)
        return None

    def _twin(
        self, connection: sqlite3.Connection, visit: Visit, reading: Reading, now: datetime
    ) -> Twin | None:
        """Return the other address under which a page was seen before, if it was."""
        is_article = reading.article is not None
        return self.trap_control.look(connection, visit, reading.fingerprint, is_article, now)

    def _standing(
        self,
        connection: sqlite3.Connection,
        visit: Visit,
        response: Response,
        reading: Reading,
        new: Sequence[FoundUrl],
    ) -> UrlState:
        if isinstance(reading.page, UnreadablePage):
            return after_unreadable(visit, response, reading.page)
        kind = reading.page.kind if reading.page else None
        is_other = visit.role is not reading.role or visit.kind is not kind
        read = replace(visit, role=reading.role, kind=kind) if is_other else visit
        wait = self._timetable.wait(connection, read, response, reading, new)
        if reading.page is None and reading.role is UrlRole.PAGE:
            return after_archiving(response, not reading.noarchive, wait)
        if reading.page is None:
            return after_list(response, reading.role, wait, reading.drops)
        return after_reading(response, reading.page, wait)


def _result_of_recheck(looked: SettledRecheck) -> VisitResult:
    return VisitResult(
        looked.state, article=looked.article, is_recheck=True, is_deleted=looked.is_deleted
    )


def _reopened(
    connection: sqlite3.Connection,
    visit: Visit,
    reading: Reading,
    new: list[FoundUrl],
    now: datetime,
) -> list[FoundUrl]:
    """Look again at a listing's further pages when its own links are mostly new."""
    fresh = sum(found.priority == LINKED and not found.continues for found in new)
    if visit.is_first or not has_overflowed(fresh, reading.likely):
        return []
    return reopen_further_pages(
        connection, (found for found in reading.found if found.continues), now
    )


def is_lost_list(visit: Visit, reading: Reading) -> bool:
    """Tell whether a feed, sitemap or index page is none any more, as far as this visit shows."""
    if visit.role is not UrlRole.PAGE:
        return isinstance(reading.page, UnreadablePage)
    page = reading.page
    worthless = isinstance(page, UnreadablePage) or (
        page is not None and page.kind is PageKind.VALUELESS
    )
    return visit.kind is PageKind.INDEX and visit.depth > 0 and worthless
