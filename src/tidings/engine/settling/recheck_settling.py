"""Deciding about the recheck of a kept article: what the response says, and what changes.

The old copy is read again from the archive with today's code and site memory, so that what we
learned in between is not taken for an edit by the publisher.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from http.client import NOT_MODIFIED

from tidings.crawl.visits.edit_detection import is_edit, is_same_article
from tidings.crawl.visits.recheck import after_recheck
from tidings.crawl.visits.visit_outcome import what_was_sent_again, with_validators
from tidings.engine.reading.archived_pages import archived_page
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.engine.rights.withdrawal import hidden_from
from tidings.engine.settling.article_keeping import annotations_for
from tidings.engine.settling.changes import (
    AddTombstone,
    Change,
    CopyToArchive,
    ForgetCopy,
    KeepArticle,
    LiftTombstone,
    NoteRecheck,
    NoteRequests,
    NoteVisit,
    PlanRecheck,
    SaveUrlState,
    SetRights,
    copy_of,
)
from tidings.engine.settling.known import Known
from tidings.model.articles.article import Article, Extraction
from tidings.model.crawl.recheck import Recheck, RecheckResult
from tidings.model.crawl.visit import PastVisit, UrlState, Visit
from tidings.model.web.exchange import FetchFailure, Response
from tidings.model.web.page import PageKind
from tidings.model.web.reason import REFUSALS, Reason
from tidings.read.url import canonical, path_of
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_files import ArchivedPage, ArchiveReader
from tidings.store.database.database import Database
from tidings.store.tables.frontier.urls import url_record

_LOSSES = {Reason.NOT_FOUND: RecheckResult.MISSING, Reason.GONE: RecheckResult.GONE}
_VISIT_REASONS = {
    RecheckResult.SAME: Reason.NOT_MODIFIED,
    RecheckResult.EDITED: Reason.REVISED,
    RecheckResult.MISSING: Reason.MISSING,
    RecheckResult.GONE: Reason.WITHDRAWN,
    RecheckResult.UNANSWERED: Reason.UNJUDGED,
}
_WAS_EDITED = {RecheckResult.EDITED: True, RecheckResult.SAME: False}
_TEASER = 0.6  # of the kept text: a shorter text is only its beginning
_LEGAL = 451  # unavailable for legal reasons (RFC 7725): deleted, as readers see it


@dataclass(frozen=True, slots=True)
class RecheckDecision:
    """What a recheck means for an article and its URL."""

    state: UrlState
    changes: tuple[Change, ...]
    is_deleted: bool = False
    has_same_bytes: bool = False


def former_reading_task(
    database: Database, archive: ArchiveReader, task: ReadingTask
) -> ReadingTask | None:
    """Return the task of reading the archived copy with today's code; None without a copy.

    It reads a file: call it in a thread.
    """
    visit = task.visit
    known = url_record(database.read(), visit.host, visit.id)
    page = archived_page(archive, known) if known else None
    return replace(task, response=archived_response(page)) if page else None


def archived_response(page: ArchivedPage) -> Response:
    """Return an archived page as the response that it was."""
    return Response(
        requested=page.url,
        url=page.url,
        status=page.status,
        headers=page.headers,
        body=page.body,
        truncated=page.truncated,
        hops=(),
        address="",
        at=page.at,
        seconds=0.0,
        with_login=page.with_login,
    )


def decide_recheck_failure(
    visit: Visit, failure: FetchFailure, known: Known, settings: CrawlSettings
) -> RecheckDecision:
    """Decide about a recheck that got no page."""
    past = PastVisit(failure.at, failure.status, failure.reason, failure.detail, 0, failure.seconds)
    state = _known_state(visit, known)
    decision = _decision(visit, recheck_of_failure(failure), state, past, settings)
    if failure.waits_for_robots or failure.reason in REFUSALS:  # no request was made
        return decision
    return replace(decision, changes=(*decision.changes, NoteRequests(earn_credit=True)))


def decide_recheck(
    visit: Visit,
    response: Response,
    known: Known,
    settings: CrawlSettings,
    body_hash: bytes | None = None,
    reading: Reading | None = None,
    before: Reading | None = None,
) -> RecheckDecision:
    """Decide about a recheck that got a response; there is no reading if the bytes are the same.

    If reading failed on our side, pass the hash alone: only the cost of the request counts.
    """
    state = _known_state(visit, known)
    kept = known.article(visit.article or "")
    recheck = _recheck_of_response(visit, response, kept, body_hash, reading, before)
    copy: CopyToArchive | None = None
    changes: list[Change] = []
    if recheck.result is RecheckResult.EDITED and kept and reading and reading.article:
        copy = copy_of(response, reading, canonical(response.url) or response.url)
        changes.append(LiftTombstone(kept.id, recheck.at))
        changes.append(_revision(kept, reading, reading.article, before, recheck.at))
    if recheck.result in (RecheckResult.SAME, RecheckResult.EDITED):
        is_same = body_hash is None
        state = with_validators(visit, response, state, is_same=is_same)
        state = state if is_same else replace(state, body_hash=body_hash)
    past = _past_visit(response, recheck)
    decision = _decision(visit, recheck, state, past, settings, copy)
    wishes = _wishes(visit, reading, response.at)
    same_bytes = response.url if body_hash is None and response.status != NOT_MODIFIED else None
    changes += [*decision.changes, *wishes, NoteRequests(earn_credit=True, same_bytes=same_bytes)]
    return replace(decision, changes=tuple(changes), has_same_bytes=same_bytes is not None)


def _wishes(visit: Visit, reading: Reading | None, now: datetime) -> list[Change]:
    """Apply what a kept article's page requests at a recheck."""
    if reading is None or visit.article is None or not isinstance(reading.page, Extraction):
        return []
    page = reading.page
    copies = [ForgetCopy(visit.host, visit.id)] if reading.noarchive else []
    hidden = hidden_from(page, now)
    return [*copies, SetRights(visit.article, page.robots, page.rights, hidden, now)]


def _decision(
    visit: Visit,
    recheck: Recheck,
    known: UrlState,
    past: PastVisit,
    settings: CrawlSettings,
    copy: CopyToArchive | None = None,
) -> RecheckDecision:
    assert visit.article is not None
    after = after_recheck(visit, known, recheck, settings)
    changes: list[Change] = []
    if after.is_deleted:
        changes.append(AddTombstone(visit.article, recheck.at, recheck.status, recheck.detail))
    if after.is_back:
        changes.append(LiftTombstone(visit.article, recheck.at))
    changes.append(SaveUrlState(visit.host, visit.id, after.state, recheck.at, copy))
    if after.confirm_at is not None:
        changes.append(PlanRecheck(visit.host, visit.id, after.confirm_at))
    changes.append(NoteVisit(visit, past, checks_source=False))
    changed = recheck.result is RecheckResult.EDITED or after.is_deleted
    answered = recheck.result is not RecheckResult.UNANSWERED
    was_edited = _WAS_EDITED.get(recheck.result)
    found = changed if answered else None
    changes.append(
        NoteRecheck(visit.site, visit.id, recheck.requests, found, was_edited, recheck.at)
    )
    return RecheckDecision(after.state, tuple(changes), after.is_deleted)


def _known_state(visit: Visit, known: Known) -> UrlState:
    record = known.url(visit.host, visit.id)
    assert record is not None
    return record.state


def _past_visit(response: Response, recheck: Recheck) -> PastVisit:
    reason = _VISIT_REASONS[recheck.result]
    size = len(response.body)
    return PastVisit(response.at, response.status, reason, recheck.detail, size, response.seconds)


def _revision(
    kept: Article, reading: Reading, article: Article, before: Reading | None, now: datetime
) -> KeepArticle:
    """Keep the new text as the article's next revision, whatever its address is now."""
    renamed = replace(article, id=kept.id, url=kept.url, source=kept.source)
    annotations = annotations_for(kept.id, reading)
    return KeepArticle(renamed, now, annotations, before=before.article if before else None)


def recheck_of_failure(failure: FetchFailure) -> Recheck:
    """Return what a recheck without a page shows: a loss only if the server says so."""
    finding = _LOSSES.get(failure.reason, RecheckResult.UNANSWERED)
    if failure.status == _LEGAL:
        finding = RecheckResult.MISSING
    detail = failure.detail or str(failure.reason)
    return Recheck(finding, failure.at, failure.status, detail, 1 + len(failure.hops))


def _recheck_of_response(
    visit: Visit,
    response: Response,
    kept: Article | None,
    body_hash: bytes | None,
    reading: Reading | None,
    before: Reading | None,
) -> Recheck:
    if reading is not None and kept is not None:
        finding, detail = recheck_result(kept, response, reading, before)
    elif body_hash is None and not (response.status == NOT_MODIFIED and response.hops):
        finding, detail = RecheckResult.SAME, what_was_sent_again(visit, response)
    else:  # a 304 from another address is about another page
        finding, detail = RecheckResult.UNANSWERED, "could not be read"
    return Recheck(finding, response.at, response.status, detail, 1 + len(response.hops))


def recheck_result(
    kept: Article, response: Response, reading: Reading, before: Reading | None
) -> tuple[RecheckResult, str]:
    """Return what a changed page says about an article; `before` is the old copy as read today."""
    article = reading.article
    is_redirected = canonical(response.url) != canonical(response.requested)
    detail = f"leads to {response.url}" if is_redirected else ""
    if article is None:
        return _without_article(response, reading, detail)
    if is_redirected and not is_same_article(kept.text, article.text):
        return RecheckResult.MISSING, detail
    if _is_walled(kept, article, reading):
        return RecheckResult.UNANSWERED, "behind a paywall"
    old = before.article if before and before.article else kept
    new = (article.title, article.text)
    if is_edit((old.title, old.text), new) and is_edit((kept.title, kept.text), new):
        return RecheckResult.EDITED, detail
    return RecheckResult.SAME, detail or "no meaningful change"


def _is_walled(kept: Article, article: Article, reading: Reading) -> bool:
    """Return whether only the beginning is shown now, as to a reader who has not paid."""
    page = reading.page
    paid = isinstance(page, Extraction) and page.accessible_for_free is False
    return paid and len(article.text) < _TEASER * len(kept.text)


def _without_article(
    response: Response, reading: Reading, detail: str
) -> tuple[RecheckResult, str]:
    """Judge a page that is no longer an article: an error page or a redirect to a list is a loss.

    Anything else may be a paywall, or a change in how we classify pages.
    """
    page = reading.page
    if detail:
        is_list = isinstance(page, Extraction) and page.kind is PageKind.INDEX
        is_front = path_of(response.url) == "/"
        return (RecheckResult.MISSING if is_list or is_front else RecheckResult.UNANSWERED), detail
    if isinstance(page, Extraction) and str(Reason.SOFT_404) in page.verdict.reasons:
        return RecheckResult.MISSING, str(Reason.SOFT_404)
    return RecheckResult.UNANSWERED, "neither an article nor an error page now"
