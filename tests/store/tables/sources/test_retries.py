from dataclasses import replace
from datetime import timedelta

import pytest
from tests.factories import NOW, make_found

from tidings.model.crawl.list_history import ListHistory
from tidings.model.crawl.visit import FoundUrl, UrlState
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.store.database.database import Database
from tidings.store.database.schema import MIGRATIONS
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.due import due_visits
from tidings.store.tables.frontier.urls import add_urls, save_url_state, url_record
from tidings.store.tables.sources.list_histories import keep_list_history, list_history_of
from tidings.store.tables.sources.retries import (
    make_curable_due,
    make_starts_due,
    make_troubled_due,
)
from tidings.store.tables.sources.sources import insert_source, source_by_url

MIGRATION = next(script for script in MIGRATIONS if "closed_hosts" in script)
START, HOST = "https://paper.example/", "paper.example"
LATER = NOW + timedelta(days=20)
FAILED = UrlState(
    FrontierState.QUEUED,
    Reason.CLIENT_ERROR,
    UrlRole.PAGE,
    due=LATER,
    attempts=9,
    etag="x",
    body_hash=b"y",
)


@pytest.fixture
def site(database: Database) -> int:
    database.write(lambda db: insert_source(db, START, HOST, NOW)).result()
    source = source_by_url(database.read(), START)
    assert source is not None
    return source.id


def stored(
    database: Database, site: int, path: str, state: UrlState, *, depth: int = 1, days: float = 0
) -> FoundUrl:
    """Store a URL that was visited some days ago."""
    found = make_found(START + path, site=site, role=state.role, depth=depth)
    at = NOW - timedelta(days=days)
    database.write(lambda db: add_urls(db, [found], at)).result()
    database.write(lambda db: save_url_state(db, HOST, found.id, state, at, None)).result()
    return found


def due(database: Database) -> set[str]:
    return {visit.url for visit in due_visits(database.read(), HOST, NOW, 100)}


def test_a_retry_makes_due_what_fails_and_forgets_its_failures(
    database: Database, site: int
) -> None:
    feed = replace(FAILED, role=UrlRole.FEED)
    start = stored(database, site, "", FAILED, depth=0)
    dead = replace(feed, state=FrontierState.RESTING, reason=Reason.DEAD)
    missing = replace(FAILED, state=FrontierState.FAILED, reason=Reason.NOT_FOUND, due=None)
    troubled = [
        start,
        stored(database, site, "dead.rss", dead),
        stored(database, site, "feed", replace(missing, role=UrlRole.FEED)),
        stored(database, site, "late.rss", feed),
        stored(database, site, "denied", replace(missing, reason=Reason.CLIENT_ERROR)),
        stored(database, site, "crashed", replace(missing, state=FrontierState.QUARANTINED)),
    ]
    stored(database, site, "missing", missing)
    read = UrlState(FrontierState.DONE, Reason.FEED_READ, UrlRole.FEED, due=LATER)
    stored(database, site, "fine.rss", read)
    history = ListHistory(HOST, start.id, site, UrlRole.PAGE, strikes=9, failing_since=NOW)
    database.write(lambda db: keep_list_history(db, history)).result()
    count = database.write(lambda db: make_troubled_due(db, site, NOW)).result()
    assert (count, due(database)) == (6, {found.url for found in troubled})
    record = url_record(database.read(), HOST, start.id)
    assert record is not None
    assert (record.state.attempts, record.state.etag, record.state.body_hash) == (0, None, None)
    forgotten = list_history_of(database.read(), start.id)
    assert forgotten is not None
    assert (forgotten.strikes, forgotten.failing_since) == (0, None)


def test_a_retry_visits_the_start_page_of_a_healthy_source(database: Database, site: int) -> None:
    index = UrlState(FrontierState.DONE, Reason.INDEX_PAGE, UrlRole.PAGE, kind=PageKind.INDEX)
    start = stored(database, site, "", replace(index, due=LATER), depth=0)
    stored(database, site, "news/", replace(index, due=LATER))
    assert database.write(lambda db: make_troubled_due(db, site, NOW)).result() == 1
    assert due(database) == {start.url}


def test_a_source_without_urls_has_nothing_to_retry(database: Database) -> None:
    assert database.write(lambda db: make_troubled_due(db, 7, NOW)).result() == 0


@pytest.mark.parametrize("state", [FrontierState.QUEUED, FrontierState.REFUSED])
def test_a_round_tries_a_failing_start_page(
    database: Database, site: int, state: FrontierState
) -> None:
    start = stored(database, site, "", replace(FAILED, state=state), depth=0)
    assert database.write(lambda db: make_starts_due(db, [START], NOW)).result() == {HOST}
    assert due(database) == {start.url}


def test_a_round_leaves_a_start_page_alone_that_leads_elsewhere(
    database: Database, site: int
) -> None:
    moved = UrlState(
        FrontierState.DONE, Reason.REDIRECTED, UrlRole.PAGE, due=LATER, target=f"{START}news"
    )
    stored(database, site, "", moved, depth=0)
    assert database.write(lambda db: make_starts_due(db, [START], NOW)).result() == set()
    assert due(database) == set()


def test_a_changed_setting_makes_due_what_it_may_cure(database: Database, site: int) -> None:
    given_up = replace(FAILED, state=FrontierState.FAILED, due=None)
    refused = replace(given_up, state=FrontierState.REFUSED, reason=Reason.PRIVATE_ADDRESS)
    dead = replace(FAILED, role=UrlRole.FEED, state=FrontierState.RESTING, reason=Reason.DEAD)
    missing = replace(given_up, reason=Reason.NOT_FOUND)
    curable = [
        stored(database, site, "", replace(FAILED, reason=Reason.NOT_FOUND), depth=0, days=90),
        stored(database, site, "private", refused),
        stored(database, site, "denied", given_up),
        stored(database, site, "dead.rss", dead, days=90),
        stored(database, site, "denied.rss", replace(given_up, role=UrlRole.FEED), days=90),
    ]
    stored(database, site, "missing", missing)
    stored(database, site, "feed", replace(missing, role=UrlRole.FEED))
    stored(database, site, "old", given_up, days=90)
    stored(database, site, "robots", replace(refused, reason=Reason.ROBOTS_DENIED))
    database.write(lambda db: add_urls(db, [make_found(f"{START}new", site=99)], LATER)).result()
    assert database.write(lambda db: make_curable_due(db, NOW)).result() == 5
    assert due(database) == {found.url for found in curable}
    record = url_record(database.read(), HOST, curable[0].id)
    assert record is not None
    assert record.state.attempts == 9


def test_a_home_of_an_older_version_tries_its_silenced_start_pages_again(
    database: Database, site: int
) -> None:
    silenced = replace(FAILED, state=FrontierState.FAILED, attempts=0, body_hash=None, etag=None)
    valueless = replace(
        silenced, state=FrontierState.DONE, due=None, kind=PageKind.VALUELESS, body_hash=b"x"
    )
    denied = replace(silenced, state=FrontierState.REFUSED, reason=Reason.ROBOTS_DENIED, due=None)
    dead = replace(silenced, state=FrontierState.RESTING, reason=Reason.DEAD)
    starts = [
        stored(database, site, path, state, depth=0, days=3)
        for path, state in (
            ("failed", silenced),
            ("not-html", replace(valueless, reason=Reason.NOT_HTML)),
            ("denied", denied),
            ("dead", dead),
            ("crashed", replace(silenced, state=FrontierState.QUARANTINED, due=None)),
        )
    ]
    index = UrlState(FrontierState.DONE, Reason.INDEX_PAGE, UrlRole.PAGE, kind=PageKind.INDEX)
    stored(database, site, "fine", replace(index, due=LATER), depth=0)
    stored(database, site, "deep", silenced)
    moved = replace(valueless, kind=None, reason=Reason.REDIRECTED, target=START)
    stored(database, site, "moved", moved, depth=0)
    history = ListHistory(
        HOST, starts[0].id, site, UrlRole.PAGE, failing_since=NOW - timedelta(days=40)
    )
    database.write(lambda db: keep_list_history(db, history)).result()

    def migrate(connection: Writer) -> None:
        for statement in connection.dialect.statements_of(MIGRATION):
            if "UPDATE" in statement:
                connection.execute(statement)

    database.write(migrate).result()
    assert due(database) == {found.url for found in starts}
    visits = due_visits(database.read(), HOST, NOW, 100)
    assert all(visit.is_first for visit in visits)
    forgotten = list_history_of(database.read(), starts[0].id)
    assert forgotten is not None
    assert forgotten.failing_since is None
