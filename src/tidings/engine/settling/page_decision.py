"""Deciding about a page or list that was read: its state, its article and what it teaches."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from tidings.crawl.visits.conditional_request import asking_after
from tidings.crawl.visits.unwanted_page import after_wanted_check
from tidings.crawl.visits.visit_outcome import (
    after_archiving,
    after_list,
    after_reading,
    after_topic_check,
    after_unreadable,
    after_worthless_start,
    refusal_to_keep,
)
from tidings.engine.reading.reading_task import Reading
from tidings.engine.reading.visit_outcome import ReadPage
from tidings.engine.settling.article_keeping import decide_keeping
from tidings.engine.settling.changes import (
    Change,
    ForgetCopy,
    KeepListingDepth,
    SetRights,
    copy_of,
)
from tidings.engine.settling.feed_subscriptions import FeedSubscriptions
from tidings.engine.settling.known import Known
from tidings.engine.settling.list_decision import decide_list_failure, decide_recovery
from tidings.engine.settling.revisit_planning import decide_revisit
from tidings.engine.settling.source_learning import (
    name_and_domain,
    what_page_teaches,
    what_topic_teaches,
)
from tidings.engine.settling.trap_control import Twin, shape_charge
from tidings.engine.settling.visit_decision import (
    VisitDecision,
    decide_list_after_reading,
    is_worthless_start,
    visit_changes,
)
from tidings.model.articles.article import Extraction, UnreadablePage
from tidings.model.crawl.source import Source
from tidings.model.crawl.visit import FoundUrl, UrlState, Visit
from tidings.model.web.exchange import Response
from tidings.model.web.page import FrontierState, UrlRole
from tidings.settings.tree import CrawlSettings


@dataclass(frozen=True, slots=True)
class PageIntake:
    """What the intake of a page showed, before anything is decided about the page itself."""

    new: tuple[FoundUrl, ...] = ()  # URLs that were not known, or are due again
    twin: Twin | None = None  # where the same page was seen before
    source: Source | None = None


@dataclass(frozen=True, slots=True)
class PageDecider:
    """Decides about pages."""

    settings: CrawlSettings
    subscriptions: FeedSubscriptions

    def decide(
        self, requested: Visit, visit: Visit, page: ReadPage, intake: PageIntake, known: Known
    ) -> VisitDecision:
        """Decide about a page; `visit` is to its own address, after redirects."""
        response, reading, now = page.response, page.reading, page.response.at
        state, changes = self._state(visit, page, intake.new, known)
        state = after_topic_check(visit, state, reading.judgement, reading.worth, self.settings)
        twin = intake.twin.url if intake.twin else None
        state = after_wanted_check(state, reading.unwanted, twin)
        changes += _wishes(visit, reading, now, known)
        keeping = decide_keeping(reading, state, visit.url, now, intake.twin, known)
        state, kept = keeping.state, keeping.kept
        changes += keeping.changes
        changes += visit_changes(visit, response, state, copy_of(response, reading, visit.url))
        changes += shape_charge(
            visit,
            state,
            now,
            archive_only=self.settings.archive_only,
            is_new=kept is not None,
            twin=intake.twin,
            sketch=reading.annotation.packed.sketch if reading.annotation else b"",
        )
        changes += decide_recovery(visit, state, now)
        changes.append(KeepListingDepth(visit, intake.new))
        changes += what_page_teaches(visit, reading, kept)
        changes += what_topic_teaches(requested, reading, now)
        changes += name_and_domain(visit, response, reading, intake.source)
        woken = frozenset(found.host for found in reading.found if found.prospect is not None)
        return VisitDecision(state, tuple(changes), woken)

    def decide_lost_list(
        self, visit: Visit, page: ReadPage, final: str, known: Known
    ) -> VisitDecision:
        """Decide about a list whose URL now redirects to something else; nothing else changes."""
        response = page.response
        state, changes = self._first_state(visit, response, page.reading, (), known)
        state = replace(state, detail=f"leads to {final}: {state.detail}".rstrip(": "))
        state, listed = decide_list_failure(visit, state, response.at, known, self.settings)
        changes += [*listed, *visit_changes(visit, response, state)]
        return VisitDecision(state, tuple(changes))

    def _state(
        self, visit: Visit, page: ReadPage, new: Sequence[FoundUrl], known: Known
    ) -> tuple[UrlState, list[Change]]:
        """Return the state of a page or list by its content, its rhythm and its hub."""
        response, reading, now = page.response, page.reading, page.response.at
        state, changes = self._first_state(visit, response, reading, new, known)
        asking = asking_after(visit, response, is_same=False)
        state = replace(state, body_hash=page.body_hash, asking=asking)
        polled = self.subscriptions.after_poll(visit, state, bool(new), now, known)
        state, subscription = polled[:2]
        state, listed = decide_list_after_reading(
            visit, reading, state, new, now, known, self.settings
        )
        changes += [*polled[2], *listed]
        if state.state is not FrontierState.RESTING:
            changes += self.subscriptions.request(visit, reading.hub, now, known, subscription)
        return state, changes

    def _first_state(
        self,
        visit: Visit,
        response: Response,
        reading: Reading,
        new: Sequence[FoundUrl],
        known: Known,
    ) -> tuple[UrlState, list[Change]]:
        if isinstance(reading.page, UnreadablePage):
            return after_unreadable(visit, response, reading.page), []
        kind = reading.page.kind if reading.page else None
        has_changed = visit.role is not reading.role or visit.kind is not kind
        read = replace(visit, role=reading.role, kind=kind) if has_changed else visit
        wait, changes = decide_revisit(read, response, known, self.settings, reading, new)
        if reading.page is None and reading.role is UrlRole.PAGE:
            return after_archiving(response, not reading.noarchive, wait), changes
        if reading.page is None:
            return after_list(response, reading.role, wait, reading.drops), changes
        state = after_reading(response, reading.page, wait)
        if is_worthless_start(visit, reading):
            state = after_worthless_start(visit, state, response.at, self.settings)
        return state, changes


def _wishes(visit: Visit, reading: Reading, now: datetime, known: Known) -> list[Change]:
    """Return what the page asks for now, about its copy and the article kept from it."""
    changes: list[Change] = []
    if reading.noarchive:
        changes.append(ForgetCopy(visit.host, visit.id))
    page = reading.page
    if not isinstance(page, Extraction) or refusal_to_keep(page, now) is None:
        return changes
    record = known.url(visit.host, visit.id)
    if record is not None and record.state.article is not None:
        changes.append(SetRights(record.state.article, page.robots, page.rights, now, now))
    return changes
