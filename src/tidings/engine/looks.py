"""Settling a second look at a kept article: what the answer says of it, and what is written down.

The old copy is taken from the archive and read again with today's code and memory, so that what
we have learned in between is not taken for an edit by the publisher.
"""

import sqlite3
from dataclasses import dataclass, replace
from datetime import datetime

from tidings.crawl.admission import AGAIN
from tidings.crawl.edit import is_edit, is_same_story
from tidings.crawl.recheck import Aftermath, after_look
from tidings.engine.reading import Job, Reading
from tidings.engine.study import page_at
from tidings.model.article import Article, Extraction
from tidings.model.look import Finding, Look
from tidings.model.page import PageKind
from tidings.model.reason import Reason
from tidings.model.visit import Standing, Visit
from tidings.model.web import Failure, Response
from tidings.read.url import canonical, path_of
from tidings.settings.tree import CrawlSettings
from tidings.store.archive import ArchivedPage, ArchiveReader
from tidings.store.articles import article_by_id, keep_article
from tidings.store.database import Database
from tidings.store.rechecks import note_look, plan_looks
from tidings.store.revisions import bury_article, lift_tombstone
from tidings.store.urls import record

_LOSSES = {Reason.NOT_FOUND: Finding.MISSING, Reason.GONE: Finding.GONE}
_LEGAL = 451  # unavailable for legal reasons (RFC 7725): deleted as far as readers can tell


@dataclass(frozen=True, slots=True)
class Looked:
    """What a look brought."""

    standing: Standing
    article: Article | None = None  # the new revision
    is_deleted: bool = False


def former_job(database: Database, archive: ArchiveReader, job: Job) -> Job | None:
    """Return the job of reading the archived copy as today; None if there is none.

    It reads a file: best in a thread.
    """
    visit = job.visit
    known = record(database.read(), visit.host, visit.id)
    page = page_at(archive, known) if known else None
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


def look_at_failure(failure: Failure) -> Look:
    """Return what a look without an answer says: a loss only if the server says so."""
    finding = _LOSSES.get(failure.reason, Finding.UNANSWERED)
    if failure.status == _LEGAL:
        finding = Finding.MISSING
    detail = failure.detail or str(failure.reason)
    requests = 1 + len(failure.hops)
    return Look(finding, failure.at, failure.status, detail, requests)


def look_at_same(response: Response) -> Look:
    """Return what a look at the very same bytes says."""
    return Look(Finding.SAME, response.at, response.status, requests=1 + len(response.hops))


def look_at_reading(
    kept: Article, response: Response, reading: Reading, before: Reading | None
) -> Look:
    """Return what a look at other bytes says, knowing how the old ones read today."""
    finding, detail = _found(kept, response, reading, before)
    return Look(finding, response.at, response.status, detail, 1 + len(response.hops))


def _found(
    kept: Article, response: Response, reading: Reading, before: Reading | None
) -> tuple[Finding, str]:
    article = reading.article
    leads = response.url if canonical(response.url) != canonical(response.requested) else ""
    aside = f"leads to {leads}" if leads else ""
    if article is None:
        return _without_article(response, reading, aside)
    if leads and not is_same_story(kept.text, article.text):
        return Finding.MISSING, aside
    old = before.article if before and before.article else kept
    wordings = ((old.title, old.text), (kept.title, kept.text))
    new = (article.title, article.text)
    if all(is_edit(wording, new) for wording in wordings):
        return Finding.EDITED, aside
    return Finding.SAME, aside or "nothing but noise has changed"


def _without_article(response: Response, reading: Reading, aside: str) -> tuple[Finding, str]:
    """A page that is no article any more: an error page or the way to a list is a loss.

    Anything else may be a wall that we ran into, or our own change of mind.
    """
    page = reading.page
    if aside:
        is_list = isinstance(page, Extraction) and page.kind is PageKind.INDEX
        is_front = path_of(response.url) == "/"
        return (Finding.MISSING if is_list or is_front else Finding.UNANSWERED), aside
    if isinstance(page, Extraction) and str(Reason.SOFT_404) in page.verdict.reasons:
        return Finding.MISSING, str(Reason.SOFT_404)
    return Finding.UNANSWERED, ""


def settle_look(
    connection: sqlite3.Connection, visit: Visit, known: Standing, look: Look,
    settings: CrawlSettings,
) -> Aftermath:  # fmt: skip
    """Write down what a look means for its article, and what it cost; the URL's row is next."""
    assert visit.article is not None
    aftermath = after_look(visit, known, look, settings)
    if aftermath.is_deleted:
        bury_article(connection, visit.article, look.at, look.status, look.detail)
    if aftermath.is_back:
        lift_tombstone(connection, visit.article, look.at)
    answered = look.finding is not Finding.UNANSWERED
    changed = look.finding is Finding.EDITED or aftermath.is_deleted
    note_look(connection, visit.site, look.requests, changed if answered else None)
    return aftermath


def plan_confirmation(
    connection: sqlite3.Connection, visit: Visit, aftermath: Aftermath
) -> None:
    """Plan the look that confirms a loss, after the URL's row was written."""
    if aftermath.again_at is not None:
        plan_looks(connection, [(visit.host, visit.id)], aftermath.again_at, AGAIN)


def revised(
    connection: sqlite3.Connection,
    kept: Article,
    reading: Reading,
    before: Reading | None,
    now: datetime,
) -> Article | None:
    """Keep the new wording as the article's next revision, whatever address it stands at now."""
    assert reading.article is not None
    article = replace(reading.article, id=kept.id, url=kept.url, source=kept.source)
    old = before.article if before and before.article else None
    return keep_article(connection, article, now, old)


def kept_article(connection: sqlite3.Connection, visit: Visit) -> Article | None:
    """Return the article that a URL brought before."""
    return article_by_id(connection, visit.article) if visit.article else None
