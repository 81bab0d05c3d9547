"""Settling a visit: turns its outcome into rows, inside the writer's transaction."""

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
from tidings.engine.knowledge.lesson_log import LessonLog
from tidings.engine.reading.reading_task import Crash, Reading
from tidings.engine.reading.visit_outcome import BrokenPage, UnchangedPage, VisitOutcome
from tidings.engine.rights.withdrawal import may_be_copied, withdraw, withdraw_after_recheck
from tidings.engine.settling.article_keeping import keep_once
from tidings.engine.settling.feed_subscriptions import FeedSubscriptions
from tidings.engine.settling.frontier_intake import FrontierIntake
from tidings.engine.settling.list_histories import ListHistories
from tidings.engine.settling.outcome_rows import OutcomeWriter
from tidings.engine.settling.recheck_settling import RecheckSettler, SettledRecheck
from tidings.engine.settling.request_log_buffer import RequestLogBuffer
from tidings.engine.settling.revisit_planning import RevisitPlanner
from tidings.engine.settling.source_learning import SourceLearner, learn_name_and_domain
from tidings.engine.settling.trap_control import TrapControl, Twin
from tidings.engine.state.source_snapshot import SourceSnapshot
from tidings.engine.state.source_state import SourceState
from tidings.model.articles.article import Article, UnreadablePage
from tidings.model.crawl.source import Source
from tidings.model.crawl.subscription import Delivery
from tidings.model.crawl.visit import FoundUrl, UrlState, Visit
from tidings.model.web.exchange import FetchFailure, Response
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import REFUSALS, Reason
from tidings.read.url import article_id, canonical, domain_of, host_of, url_id
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_files import Archive
from tidings.store.archive.warc_record import payload_digest, response_record
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.refresh_rounds import reopen_further_pages
from tidings.store.tables.frontier.urls import add_urls, is_listed, url_record
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
    snapshot: SourceSnapshot | None = None  # what is known about its source now, if that changed
    wants_tag_study: bool = False  # the source's keen tags should be learned again


class Settler:
    """Stores outcomes. Runs in the writer's thread."""

    def __init__(
        self,
        archive: Archive,
        settings: CrawlSettings,
        public_url: str = "",
        request_log: RequestLogBuffer | None = None,
        lessons: LessonLog | None = None,
    ) -> None:
        self._settings = settings
        self._lessons = lessons or LessonLog()
        self._outcomes = OutcomeWriter(archive, request_log or RequestLogBuffer(), settings)
        self._subscriptions = FeedSubscriptions(settings, public_url)
        self.state = SourceState(settings)
        self.learner = SourceLearner(self.state)
        self._rechecks = RecheckSettler(archive, settings)
        self._revisits = RevisitPlanner(settings, self.state.budget)
        self.trap_control = TrapControl(self.state, archive_only=settings.archive_only)
        self._lists = ListHistories(settings, self.state.urls)
        self.intake = FrontierIntake(settings, self.state, self._lists)

    def settle(self, connection: Writer, visit: Visit, outcome: VisitOutcome) -> VisitResult | None:
        """Store what came of a visit; None if the page must be read again as a listed one."""
        if isinstance(outcome, FetchFailure):
            return self.failure(connection, visit, outcome)
        if isinstance(outcome, UnchangedPage):
            return self.no_change(connection, visit, outcome.response)
        if isinstance(outcome, BrokenPage):
            return self.crash(connection, visit, outcome.response, outcome.crash)
        response, reading = outcome.response, outcome.reading
        return self.reading(connection, visit, response, reading, outcome.body_hash, outcome.former)

    def failure(self, connection: Writer, visit: Visit, failure: FetchFailure) -> VisitResult:
        """Store a visit that failed."""
        if failure.reason not in REFUSALS:
            self._outcomes.write_requests(connection)
        if visit.article is not None:
            return _result_of_recheck(self._rechecks.failure(connection, visit, failure))
        state = after_failure(visit, failure, self._settings)
        state = self._lists.state_after_failure(connection, visit, state, failure.at)
        self._outcomes.write_failure(connection, visit, failure, state)
        if visit.visited_at is None:  # a host that is down for hours says nothing about its URLs
            self.trap_control.note_outcome(connection, visit, state, failure.at)
        return VisitResult(state, snapshot=self.state.snapshot(connection, visit.site))

    def no_change(self, connection: Writer, visit: Visit, response: Response) -> VisitResult:
        """Store a visit that found no change."""
        if visit.article is not None:
            return self._recheck(connection, visit, response)
        known = url_record(connection, visit.host, visit.id)
        assert known is not None
        wait = self._revisits.seconds_until_next(connection, visit, response)
        state = after_no_change(response, known.state, wait)
        state = self._subscriptions.state_after_poll(connection, visit, state, False, response.at)
        state = self._lists.state_after_visit(connection, visit, state, response.at)
        self._outcomes.write_response(connection, visit, response, state)
        return VisitResult(state)

    def crash(
        self, connection: Writer, visit: Visit, response: Response, crash: Crash
    ) -> VisitResult:
        """Quarantine a page that crashed the reader; its bytes are kept, to debug the reader."""
        if visit.article is not None:
            return self._recheck(connection, visit, response, b"")
        state = replace(after_crash(visit, crash.reason, crash.detail), status=response.status)
        digest = payload_digest(response.body)
        copy = Reading(visit.role, "", record=response_record(response, digest), digest=digest)
        kept = may_be_copied(response)
        place = self._outcomes.archive_copy(response, copy, visit.url) if kept else None
        self._outcomes.write_response(connection, visit, response, state, place)
        self.trap_control.note_outcome(connection, visit, state, response.at)
        return VisitResult(state, snapshot=self.state.snapshot(connection, visit.site))

    def reading(
        self,
        connection: Writer,
        visit: Visit,
        response: Response,
        reading: Reading,
        body_hash: bytes,
        before: Reading | None = None,
    ) -> VisitResult | None:
        """Store everything that a response yielded.

        `before` is how the last copy of a kept article reads today. Returns None and stores
        nothing if a feed listed the page while it was being read: it must then be read again
        as a listed page.
        """
        if reading.article is None and not visit.listed and is_listed(connection, visit):
            return None
        if visit.article is not None:
            return self._recheck(connection, visit, response, body_hash, reading, before)
        requested = visit
        final = canonical(response.url) or response.url
        if is_taken_down(connection, _ids_of(visit, reading, final)):
            return self._taken_down(connection, visit, response, final)
        if final != visit.url and is_lost_list(visit, reading):
            return self._lost_list(connection, visit, response, reading, final)
        if final != visit.url and is_walled_off(visit, response, reading.page, self._settings):
            state = after_wall(visit, response, self._settings)
            self._outcomes.write_response(connection, visit, response, state)
            return VisitResult(state)
        if final != visit.url:
            redirected = self._redirect(connection, visit, response, reading, final)
            if redirected is not None:
                self.trap_control.note_outcome(connection, visit, redirected.state, response.at)
                return replace(redirected, snapshot=self.state.snapshot(connection, visit.site))
            visit = replace(visit, url=final, host=host_of(final), id=url_id(final))
        twin = self._twin(connection, visit, reading, response.at)
        if twin is not None and is_taken_down(connection, [article_id(twin.url)]):
            return self._taken_down(connection, visit, response, twin.url)
        place = self._outcomes.archive_copy(response, reading, final)
        new = self.intake.add_found(connection, visit.site, reading, response.at)
        new += self._lists.note_sitemap_index(connection, visit, reading.found, response.at)
        new += _reopened(connection, visit, reading, new, response.at)
        state = self._state(connection, visit, response, reading, new)
        state = replace(state, body_hash=body_hash)
        state = self._subscriptions.state_after_poll(
            connection, visit, state, bool(new), response.at
        )
        state = self._list_state(connection, visit, reading, state, new, response.at)
        if state.state is not FrontierState.RESTING:
            self._subscriptions.request(connection, visit, reading.hub, response.at)
        state = after_topic_check(visit, state, reading.judgement, reading.worth, self._settings)
        withdraw(connection, visit, reading, response.at)
        state, kept = keep_once(connection, reading, state, final, response.at, twin)
        self._outcomes.write_response(connection, visit, response, state, place)
        self.trap_control.note_outcome(connection, visit, state, response.at, kept=kept, twin=twin)
        self.trap_control.keep_listing_depth(connection, visit, new)
        source = self.state.followed.get(visit.site)
        wants_tag_study = self.learner.learn(connection, visit, reading, kept, source)
        self._note_lesson(connection, reading, kept)
        woken = self.learner.learn_topic(connection, requested, reading, response.at)
        changed = learn_name_and_domain(connection, visit, response, reading, source)
        return VisitResult(
            state,
            tuple(new),
            kept,
            changed,
            woken_hosts=tuple(woken),
            snapshot=self.state.snapshot(connection, visit.site),
            wants_tag_study=wants_tag_study,
        )

    def _note_lesson(self, connection: Writer, reading: Reading, kept: Article | None) -> None:
        """Note what a new article teaches about words and topics; others were counted before."""
        lesson = reading.annotation.lesson if reading.annotation else None
        if lesson is not None and kept is not None and kept.revision == 1:
            self._lessons.add(connection, lesson)

    def delivery(
        self, connection: Writer, delivery: Delivery, reading: Reading
    ) -> tuple[FoundUrl, ...]:
        """Add what a hub delivered; the state of the feed itself does not change."""
        if source_by_id(connection, delivery.subscription.site) is None:  # removed meanwhile
            return ()
        new = self.intake.add_found(connection, delivery.subscription.site, reading, delivery.at)
        restore_poll_time(connection, delivery)
        return tuple(new)

    def _list_state(
        self,
        connection: Writer,
        visit: Visit,
        reading: Reading,
        state: UrlState,
        new: Sequence[FoundUrl],
        now: datetime,
    ) -> UrlState:
        """Return the state of a list after a reading, and update its history."""
        if is_lost_list(visit, reading):
            return self._lists.state_after_failure(connection, visit, state, now)
        brought = sum(found.role is UrlRole.PAGE for found in new)
        return self._lists.state_after_visit(
            connection, visit, state, now, reading.listing, brought
        )

    def _lost_list(
        self,
        connection: Writer,
        visit: Visit,
        response: Response,
        reading: Reading,
        final: str,
    ) -> VisitResult:
        """Store a list whose URL now redirects to something else; nothing else changes."""
        state = self._state(connection, visit, response, reading, ())
        state = replace(state, detail=f"leads to {final}: {state.detail}".rstrip(": "))
        state = self._lists.state_after_failure(connection, visit, state, response.at)
        self._outcomes.write_response(connection, visit, response, state)
        return VisitResult(state)

    def _taken_down(
        self, connection: Writer, visit: Visit, response: Response, url: str
    ) -> VisitResult:
        """Drop the page of an article that was deleted here; it is not archived either."""
        target = url if url != visit.url else None
        state = UrlState(
            FrontierState.DROPPED, Reason.TAKEN_DOWN, visit.role, status=response.status,
            target=target,
        )  # fmt: skip
        self._outcomes.write_response(connection, visit, response, state)
        return VisitResult(state)

    def _recheck(
        self,
        connection: Writer,
        visit: Visit,
        response: Response,
        body_hash: bytes | None = None,
        reading: Reading | None = None,
        before: Reading | None = None,
    ) -> VisitResult:
        recheck = self._rechecks.response(connection, visit, response, body_hash, reading, before)
        withdraw_after_recheck(connection, visit, reading, response.at)
        self._outcomes.write_requests(connection)
        return _result_of_recheck(recheck)

    def _redirect(
        self,
        connection: Writer,
        visit: Visit,
        response: Response,
        reading: Reading,
        final: str,
    ) -> VisitResult | None:
        """Rest the URL that redirects. Returns None if the target has to be settled as well."""
        off_site = visit.role is UrlRole.PAGE and domain_of(final) != reading.domain
        reason = Reason.OFF_SITE if off_site else Reason.REDIRECTED
        state = after_redirect(visit, response, reason)
        state = after_move(visit, state, response, self._settings)
        self._outcomes.write_response(connection, visit, response, state)
        known = url_record(connection, host_of(final), url_id(final))
        if off_site:
            return VisitResult(
                state, self.intake.add_redirect_target(connection, visit, final, response.at)
            )
        if known is not None and known.visited_at is not None:
            return VisitResult(state)
        target = FoundUrl(
            final, host_of(final), url_id(final), visit.site, visit.role, LIVE, visit.depth,
            visit.url,
        )  # fmt: skip
        add_urls(connection, [target], response.at)
        return None

    def _twin(
        self, connection: Writer, visit: Visit, reading: Reading, now: datetime
    ) -> Twin | None:
        """Return the other address at which the same page was seen before, if any."""
        is_article = reading.article is not None
        return self.trap_control.known_twin(connection, visit, reading.fingerprint, is_article, now)

    def _state(
        self,
        connection: Writer,
        visit: Visit,
        response: Response,
        reading: Reading,
        new: Sequence[FoundUrl],
    ) -> UrlState:
        if isinstance(reading.page, UnreadablePage):
            return after_unreadable(visit, response, reading.page)
        kind = reading.page.kind if reading.page else None
        has_changed = visit.role is not reading.role or visit.kind is not kind
        read = replace(visit, role=reading.role, kind=kind) if has_changed else visit
        wait = self._revisits.seconds_until_next(connection, read, response, reading, new)
        if reading.page is None and reading.role is UrlRole.PAGE:
            return after_archiving(response, not reading.noarchive, wait)
        if reading.page is None:
            return after_list(response, reading.role, wait, reading.drops)
        return after_reading(response, reading.page, wait)


def _result_of_recheck(recheck: SettledRecheck) -> VisitResult:
    return VisitResult(
        recheck.state, article=recheck.article, is_recheck=True, is_deleted=recheck.is_deleted
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


def is_lost_list(visit: Visit, reading: Reading) -> bool:
    """Return whether this visit shows that a feed, sitemap or index page no longer is one."""
    if visit.role is not UrlRole.PAGE:
        return isinstance(reading.page, UnreadablePage)
    page = reading.page
    worthless = isinstance(page, UnreadablePage) or (
        page is not None and page.kind is PageKind.VALUELESS
    )
    return visit.kind is PageKind.INDEX and visit.depth > 0 and worthless
