"""What becomes of an article when its archived copy is read again with today's code.

It is our correction, never a publisher's revision: its id, URL, revision and history stay.
"""

from dataclasses import replace
from datetime import datetime
from enum import StrEnum

from tidings.crawl.visits.visit_outcome import refusal_to_keep
from tidings.engine.knowledge.lesson_log import LessonLog
from tidings.engine.reading.reading_task import Reading
from tidings.engine.rebuilding.page_copies import PageCopy, ReadAgain, is_hidden_by_us
from tidings.engine.settling.article_keeping import annotations_for, decide_keeping
from tidings.engine.settling.change_writer import write_kept_article
from tidings.engine.settling.changes import GiveArticle
from tidings.engine.settling.known import StoredKnown
from tidings.engine.settling.trap_control import Twin
from tidings.model.articles.article import Article, Extraction
from tidings.model.crawl.visit import UrlRecord, UrlState
from tidings.model.web.page import PageKind
from tidings.read.url import article_id, host_of, url_id
from tidings.store.database.session import Writer
from tidings.store.tables.articles.annotations import keep_annotations
from tidings.store.tables.articles.articles import article_by_id, correct_article, set_rights
from tidings.store.tables.frontier.page_aliases import (
    keep_fingerprint,
    move_fingerprint,
    url_of_fingerprint,
)
from tidings.store.tables.frontier.urls import save_url_state, url_record
from tidings.store.tables.takedowns.takedowns import is_taken_down


class Correction(StrEnum):
    """What reading a page again changed."""

    CORRECTED = "corrected"  # the article's fields
    ADDED = "added"  # the page was not taken for an article before
    HIDDEN = "hidden"  # the page is not an article, or its publisher does not want it shown


def corrected(known: Article, article: Article) -> Article:
    """Return a stored article as its copy is read today.

    Rules that came with later visits, or with robots.txt, are not in the copy: the stricter count.
    """
    robots = known.robots | article.robots
    return replace(
        article,
        id=known.id,
        url=known.url,
        source=known.source,
        first_seen=known.first_seen,
        revision=known.revision,
        seq=known.seq,
        robots=robots,
        rights=known.rights | article.rights,
        hidden_from=robots.unavailable_after,
        gone_at=known.gone_at,
        gone_status=known.gone_status,
        with_login=known.with_login or article.with_login,
    )


def settle_again(
    connection: Writer, page: PageCopy, again: ReadAgain, now: datetime, lessons: LessonLog
) -> Correction | None:
    """Store what reading a copy again has changed."""
    record = url_record(connection, page.visit.host, page.visit.id)
    if record is None or record.place != page.place:  # there is a newer copy, or none any more
        return None
    if _is_taken_down(connection, record, again.reading):
        return None
    known = article_by_id(connection, page.known.id) if page.known else None
    reading = again.reading
    if known is not None and reading.article is not None:
        _correct(connection, known, reading.article, reading, now)
        return Correction.CORRECTED
    if known is not None:
        return _hide(connection, known, record, again, now)
    if reading.article is not None:
        return _add(connection, record, again, now, lessons)
    return None


def _is_taken_down(connection: Writer, record: UrlRecord, reading: Reading) -> bool:
    """Return whether the article of a page was deleted here, under any of its names."""
    found = [reading.article.id] if reading.article else []
    return is_taken_down(connection, [article_id(record.url), *found])


def _correct(
    connection: Writer, known: Article, article: Article, reading: Reading, now: datetime
) -> None:
    kept = corrected(known, article)
    correct_article(connection, kept, now)
    annotations = annotations_for(kept.id, reading)
    if annotations is not None:
        keep_annotations(connection, kept.id, kept.revision, annotations)


def _hide(
    connection: Writer, known: Article, record: UrlRecord, again: ReadAgain, now: datetime
) -> Correction:
    """Hide an article whose page is not one; its row stays, because others may refer to it."""
    page = again.reading.page
    assert isinstance(page, Extraction)
    if refusal_to_keep(page, now):
        robots, rights = known.robots | page.robots, known.rights | page.rights
    else:
        robots, rights = known.robots, known.rights
    set_rights(connection, known.id, robots, rights, now, now)
    state = replace(_verdict(record.state, again.state), article=None)
    # A list is visited again, starting now: new articles may stand there.
    state = replace(state, due=now if page.kind is PageKind.INDEX else None)
    _save(connection, record, state)
    return Correction.HIDDEN


def _add(
    connection: Writer, record: UrlRecord, again: ReadAgain, now: datetime, lessons: LessonLog
) -> Correction | None:
    """Keep the article of a page that was not taken for one before, as a crawl does."""
    reading = again.reading
    state = replace(_verdict(record.state, again.state), due=None, article=None, target=None)
    twin = _twin(connection, record, reading)
    if twin is not None and is_taken_down(connection, [article_id(twin.url)]):
        return None
    keeping = decide_keeping(reading, state, record.url, now, twin, StoredKnown(connection))
    state = keeping.state
    kept = write_kept_article(connection, keeping.changes, lessons)
    _save(connection, record, state)
    if kept is not None:
        return Correction.ADDED
    if any(isinstance(change, GiveArticle) for change in keeping.changes):
        return Correction.CORRECTED
    known = article_by_id(connection, state.article or "")
    if known is not None and state.target is None and is_hidden_by_us(known) and reading.article:
        _correct(connection, known, reading.article, reading, now)
        return Correction.ADDED
    return None


def _verdict(state: UrlState, today: UrlState) -> UrlState:
    """Return the state of a URL with today's verdict on its page."""
    return replace(
        state,
        state=today.state,
        reason=today.reason,
        detail=today.detail,
        kind=today.kind,
        confidence=today.confidence,
        notes=today.notes,
    )


def _twin(connection: Writer, record: UrlRecord, reading: Reading) -> Twin | None:
    """Return the other URL at which the same article was found, if any."""
    if not reading.fingerprint:
        return None
    if keep_fingerprint(connection, record.site, reading.fingerprint, record.url, True):
        url = record.state.target  # older code gave the same page another fingerprint
    else:
        url = url_of_fingerprint(connection, record.site, reading.fingerprint)
    if url is None or url == record.url:
        return None
    known = url_record(connection, host_of(url), url_id(url))
    article = known.state.article if known else None
    if article is None:
        move_fingerprint(connection, record.site, reading.fingerprint, record.url)
    return Twin(url, article)


def _save(connection: Writer, record: UrlRecord, state: UrlState) -> None:
    assert record.visited_at is not None
    save_url_state(connection, record.host, record.id, state, record.visited_at, None)
