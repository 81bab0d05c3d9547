"""Settling a second look at a kept article: what the answer says of it, and what is written down.

The old copy is taken from the archive and read again with today's code and memory, so that what
we have learned in between is not taken for an edit by the publisher.
"""

import sqlite3
from dataclasses import dataclass, replace
from datetime import datetime
from http.client import NOT_MODIFIED

from tidings.crawl.links.admission import RECHECK
from tidings.crawl.visits.edit_detection import is_edit, is_same_article
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
from tidings.store.database.sqlite import Database
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
_TEASER = 0.6  # of the text: what is shorter is only its beginning
_LEGAL = 451  # unavailable for legal reasons (RFC 7725): deleted as far as readers can tell


@dataclass(frozen=True, slots=True)
class SettledRecheck:
    """What a look brought."""

    state: UrlState
    article: Article | None = None  # the new revision
    is_deleted: bool = False


def former_reading_task(
    database: Database, archive: ArchiveReader, job: ReadingTask
) -> ReadingTask | None:
    """Return the job of reading the archived copy as today; None if there is none.

    It reads a file: best in a thread.
    """
    visit = job.visit
    known = url_record(database.read(), visit.host, visit.id)
    page = archived_page(archive, known) if known else None
    return replace(job, response=_as_response(page)) if page else None


def _as_response(page: ArchivedPage) -> Response:
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
    """Writes looks down. Lives in the writer's thread, as the settler does."""

    def __init__(self, archive: Archive, settings: CrawlSettings) -> None:
        self._archive = archive
        self._settings = settings

    def failure(
        self, connection: sqlite3.Connection, visit: Visit, failure: FetchFailure
    ) -> SettledRecheck:
        """Write down a look that brought no page."""
        known = _known_state(connection, visit)
        look = recheck_of_failure(failure)
        past = PastVisit(
            failure.at, failure.status, failure.reason, failure.detail, 0, failure.seconds
        )
        return self._settle(connection, visit, look, known, past)

    def response(
        self,
        connection: sqlite3.Connection,
        visit: Visit,
        response: Response,
        body_hash: bytes | None = None,
        reading: Reading | None = None,
        before: Reading | None = None,
    ) -> SettledRecheck:
        """Write down a look at a page; without its reading, because its bytes are the same.

        A reading that failed on our side says nothing, but for what it cost: give its hash alone.
        """
        known = _known_state(connection, visit)
        kept = article_by_id(connection, visit.article or "")
        look = _recheck_of_response(response, kept, body_hash, reading, before)
        place = article = None
        if look.finding is RecheckResult.EDITED and kept and reading and reading.article:
            place = self._archived(response, reading)
            lift_tombstone(connection, kept.id, look.at)
            article = _revised(connection, kept, reading.article, before, look.at)
            save_annotations(connection, article, reading)
        if look.finding in (RecheckResult.SAME, RecheckResult.EDITED):
            known = _with_validators(known, response, body_hash)
        past = _past_visit(response, look)
        return self._settle(connection, visit, look, known, past, place, article)

    def _archived(self, response: Response, reading: Reading) -> ArchivePlace | None:
        if reading.record is None:
            return None
        at, status, kind = response.at, response.status, response.content_type
        url = canonical(response.url) or response.url
        return self._archive.append(reading.record, url, at, status, kind, reading.digest)

    def _settle(
        self,
        connection: sqlite3.Connection,
        visit: Visit,
        look: Recheck,
        known: UrlState,
        past: PastVisit,
        place: ArchivePlace | None = None,
        article: Article | None = None,
    ) -> SettledRecheck:
        assert visit.article is not None
        after = after_recheck(visit, known, look, self._settings)
        if after.is_deleted:
            add_tombstone(connection, visit.article, look.at, look.status, look.detail)
        if after.is_back:
            lift_tombstone(connection, visit.article, look.at)
        save_url_state(connection, visit.host, visit.id, after.state, look.at, place)
        if after.confirm_at is not None:
            plan_rechecks(connection, [(visit.host, visit.id)], after.confirm_at, RECHECK)
        add_visit(connection, visit.id, past)
        changed = look.finding is RecheckResult.EDITED or after.is_deleted
        answered = look.finding is not RecheckResult.UNANSWERED
        note_recheck(connection, visit.site, look.requests, changed if answered else None)
        return SettledRecheck(after.state, article, after.is_deleted)


def _known_state(connection: sqlite3.Connection, visit: Visit) -> UrlState:
    known = url_record(connection, visit.host, visit.id)
    assert known is not None
    return known.state


def _with_validators(known: UrlState, response: Response, body_hash: bytes | None) -> UrlState:
    """Remember what makes the next look a cheap one; a 304 need not repeat any of it."""
    if body_hash is None:
        return known
    etag, modified = response.header("etag"), response.header("last-modified")
    if response.hops:  # they are another address's
        etag = modified = None
    return replace(known, etag=etag, last_modified=modified, body_hash=body_hash)


def _past_visit(response: Response, look: Recheck) -> PastVisit:
    reason = _VISIT_REASONS[look.finding]
    size = len(response.body)
    return PastVisit(response.at, response.status, reason, look.detail, size, response.seconds)


def _revised(
    connection: sqlite3.Connection,
    kept: Article,
    article: Article,
    before: Reading | None,
    now: datetime,
) -> Article | None:
    """Keep the new wording as the article's next revision, whatever address it stands at now."""
    renamed = replace(article, id=kept.id, url=kept.url, source=kept.source)
    return keep_article(connection, renamed, now, before.article if before else None)


def recheck_of_failure(failure: FetchFailure) -> Recheck:
    """Return what a look without a page says: a loss only if the server says so."""
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
    else:  # a 304 of another address speaks of another page
        finding, detail = RecheckResult.UNANSWERED, "could not be read"
    return Recheck(finding, response.at, response.status, detail, 1 + len(response.hops))


def recheck_result(
    kept: Article, response: Response, reading: Reading, before: Reading | None
) -> tuple[RecheckResult, str]:
    """Return what other bytes say of an article, knowing how the old ones read today."""
    article = reading.article
    leads = canonical(response.url) != canonical(response.requested)
    aside = f"leads to {response.url}" if leads else ""
    if article is None:
        return _without_article(response, reading, aside)
    if leads and not is_same_article(kept.text, article.text):
        return RecheckResult.MISSING, aside
    if _is_walled(kept, article, reading):
        return RecheckResult.UNANSWERED, "behind a wall"
    old = before.article if before and before.article else kept
    new = (article.title, article.text)
    if is_edit((old.title, old.text), new) and is_edit((kept.title, kept.text), new):
        return RecheckResult.EDITED, aside
    return RecheckResult.SAME, aside or "nothing but noise has changed"


def _is_walled(kept: Article, article: Article, reading: Reading) -> bool:
    """Tell whether only the beginning is shown now, as to a reader who has not paid."""
    page = reading.page
    paid = isinstance(page, Extraction) and page.accessible_for_free is False
    return paid and len(article.text) < _TEASER * len(kept.text)


def _without_article(response: Response, reading: Reading, aside: str) -> tuple[RecheckResult, str]:
    """A page that is no article any more: an error page or the way to a list is a loss.

    Anything else may be a wall that we ran into, or our own change of mind.
    """
    page = reading.page
    if aside:
        is_list = isinstance(page, Extraction) and page.kind is PageKind.INDEX
        is_front = path_of(response.url) == "/"
        return (RecheckResult.MISSING if is_list or is_front else RecheckResult.UNANSWERED), aside
    if isinstance(page, Extraction) and str(Reason.SOFT_404) in page.verdict.reasons:
        return RecheckResult.MISSING, str(Reason.SOFT_404)
    return RecheckResult.UNANSWERED, "no article any more, and no error page"
