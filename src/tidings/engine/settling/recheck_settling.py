"""Settling the recheck of a kept article: what the response says about it, and what is stored.

The old copy is read again from the archive with today's code and site memory, so that what we
learned in between is not taken for an edit by the publisher.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from http.client import NOT_MODIFIED

from tidings.crawl.links.admission import RECHECK
from tidings.crawl.visits.edit_detection import is_edit, is_same_article
from tidings.crawl.visits.node_share import node_number
from tidings.crawl.visits.recheck import after_recheck
from tidings.engine.reading.reading_task import Reading, ReadingTask
from tidings.engine.reading.tag_study import archived_page
from tidings.engine.settling.article_keeping import save_annotations
from tidings.model.articles.article import Article, Extraction
from tidings.model.crawl.recheck import Recheck, RecheckResult
from tidings.model.crawl.visit import ArchivePlace, PastVisit, UrlState, Visit
from tidings.model.web.exchange import FetchFailure, Response
from tidings.model.web.page import PageKind
from tidings.model.web.reason import Reason
from tidings.read.url import canonical, path_of
from tidings.settings.tree import CrawlSettings
from tidings.store.archive.warc_files import Archive, ArchivedPage, ArchiveReader
from tidings.store.database.database import Database
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.articles.articles import article_by_id, keep_article
from tidings.store.tables.articles.revisions import add_tombstone, lift_tombstone
from tidings.store.tables.frontier.rechecks import note_recheck, plan_rechecks
from tidings.store.tables.frontier.urls import save_url_state, url_record
from tidings.store.tables.frontier.visits import add_visit

_LOSSES = {Reason.NOT_FOUND: RecheckResult.MISSING, Reason.GONE: RecheckResult.GONE}
_VISIT_REASONS = {
    RecheckResult.SAME: Reason.NOT_MODIFIED,
    RecheckResult.EDITED: Reason.REVISED,
    RecheckResult.MISSING: Reason.MISSING,
    RecheckResult.GONE: Reason.WITHDRAWN,
    RecheckResult.UNANSWERED: Reason.UNJUDGED,
}
_TEASER = 0.6  # of the kept text: a shorter text is only its beginning
_LEGAL = 451  # unavailable for legal reasons (RFC 7725): deleted, as readers see it


@dataclass(frozen=True, slots=True)
class SettledRecheck:
    """The result of a recheck."""

    state: UrlState
    article: Article | None = None  # the new revision
    is_deleted: bool = False


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
    )


class RecheckSettler:
    """Stores the results of rechecks. Runs in the writer's thread, as the settler does."""

    def __init__(self, archive: Archive, settings: CrawlSettings) -> None:
        self._archive = archive
        self._settings = settings
        self._node = node_number(settings.node)

    def failure(self, connection: Writer, visit: Visit, failure: FetchFailure) -> SettledRecheck:
        """Store a recheck that got no page."""
        known = _known_state(connection, visit)
        recheck = recheck_of_failure(failure)
        past = PastVisit(
            failure.at, failure.status, failure.reason, failure.detail, 0, failure.seconds
        )
        return self._settle(connection, visit, recheck, known, past)

    def response(
        self,
        connection: Writer,
        visit: Visit,
        response: Response,
        body_hash: bytes | None = None,
        reading: Reading | None = None,
        before: Reading | None = None,
    ) -> SettledRecheck:
        """Store a recheck that got a response; there is no reading if the bytes are the same.

        If reading failed on our side, pass the hash alone: only the cost of the request counts.
        """
        known = _known_state(connection, visit)
        kept = article_by_id(connection, visit.article or "")
        recheck = _recheck_of_response(response, kept, body_hash, reading, before)
        place = article = None
        if recheck.result is RecheckResult.EDITED and kept and reading and reading.article:
            place = self._archived(response, reading)
            lift_tombstone(connection, kept.id, recheck.at)
            article = _revised(connection, kept, reading.article, before, recheck.at)
            save_annotations(connection, article, reading)
        if recheck.result in (RecheckResult.SAME, RecheckResult.EDITED):
            known = _with_validators(known, response, body_hash)
        past = _past_visit(response, recheck)
        return self._settle(connection, visit, recheck, known, past, place, article)

    def _archived(self, response: Response, reading: Reading) -> ArchivePlace | None:
        if reading.record is None:
            return None
        at, status, kind = response.at, response.status, response.content_type
        url = canonical(response.url) or response.url
        return self._archive.append(reading.record, url, at, status, kind, reading.digest)

    def _settle(
        self,
        connection: Writer,
        visit: Visit,
        recheck: Recheck,
        known: UrlState,
        past: PastVisit,
        place: ArchivePlace | None = None,
        article: Article | None = None,
    ) -> SettledRecheck:
        assert visit.article is not None
        after = after_recheck(visit, known, recheck, self._settings)
        if after.is_deleted:
            add_tombstone(connection, visit.article, recheck.at, recheck.status, recheck.detail)
        if after.is_back:
            lift_tombstone(connection, visit.article, recheck.at)
        save_url_state(connection, visit.host, visit.id, after.state, recheck.at, place)
        if after.confirm_at is not None:
            plan_rechecks(connection, [(visit.host, visit.id)], after.confirm_at, RECHECK)
        add_visit(connection, visit.id, past)
        changed = recheck.result is RecheckResult.EDITED or after.is_deleted
        answered = recheck.result is not RecheckResult.UNANSWERED
        found = changed if answered else None
        note_recheck(connection, self._node, visit.site, recheck.requests, found)
        return SettledRecheck(after.state, article, after.is_deleted)


def _known_state(connection: Reader, visit: Visit) -> UrlState:
    known = url_record(connection, visit.host, visit.id)
    assert known is not None
    return known.state


def _with_validators(known: UrlState, response: Response, body_hash: bytes | None) -> UrlState:
    """Store the validators that make the next recheck cheap; a 304 need not repeat them."""
    if body_hash is None:
        return known
    etag, modified = response.header("etag"), response.header("last-modified")
    if response.hops:  # they belong to another address
        etag = modified = None
    return replace(known, etag=etag, last_modified=modified, body_hash=body_hash)


def _past_visit(response: Response, recheck: Recheck) -> PastVisit:
    reason = _VISIT_REASONS[recheck.result]
    size = len(response.body)
    return PastVisit(response.at, response.status, reason, recheck.detail, size, response.seconds)


def _revised(
    connection: Writer,
    kept: Article,
    article: Article,
    before: Reading | None,
    now: datetime,
) -> Article | None:
    """Keep the new text as the article's next revision, whatever its address is now."""
    renamed = replace(article, id=kept.id, url=kept.url, source=kept.source)
    return keep_article(connection, renamed, now, before.article if before else None)


def recheck_of_failure(failure: FetchFailure) -> Recheck:
    """Return what a recheck without a page shows: a loss only if the server says so."""
    finding = _LOSSES.get(failure.reason, RecheckResult.UNANSWERED)
    if failure.status == _LEGAL:
        finding = RecheckResult.MISSING
    detail = failure.detail or str(failure.reason)
    return Recheck(finding, failure.at, failure.status, detail, 1 + len(failure.hops))


def _recheck_of_response(
    response: Response,
    kept: Article | None,
    body_hash: bytes | None,
    reading: Reading | None,
    before: Reading | None,
) -> Recheck:
    if reading is not None and kept is not None:
        finding, detail = recheck_result(kept, response, reading, before)
    elif body_hash is None and not (response.status == NOT_MODIFIED and response.hops):
        finding, detail = RecheckResult.SAME, ""
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
