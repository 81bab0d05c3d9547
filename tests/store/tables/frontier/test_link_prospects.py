from datetime import UTC, datetime

import pytest
from tests.factories import make_found

from tidings.model.crawl.link_prospect import LinkProspect
from tidings.model.crawl.source import EVERYTHING, SourceFocus
from tidings.model.crawl.visit import FoundUrl, UrlRecord, UrlState
from tidings.model.web.page import FrontierState, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import host_of, url_id
from tidings.store.database.database import Database
from tidings.store.tables.frontier.link_prospects import (
    forget_prospect,
    keep_prospects,
    open_prospects,
    prospect_of,
    update_odds,
)
from tidings.store.tables.frontier.urls import add_urls, save_url_state, url_record
from tidings.store.tables.sources.sources import (
    followed_sources,
    insert_source,
    set_source_focus,
    source_focus_of,
    sources_version,
)

NOW = datetime(2026, 1, 2, tzinfo=UTC)
URL = "https://a.example/news/1"
SITE = 1


def found(odds: float, dropped: Reason | None = None, priority: int = 5) -> FoundUrl:
    prospect = LinkProspect("A headline", UrlRole.PAGE, odds=odds)
    fields = {"site": SITE, "priority": priority, "parent": "https://a.example/"}
    return make_found(URL, dropped=dropped, prospect=prospect, **fields)


def take(database: Database, *links: FoundUrl) -> list[FoundUrl]:
    def work(connection):  # type: ignore[no-untyped-def]
        add_urls(connection, links, NOW)
        return keep_prospects(connection, links, NOW)

    taken: list[FoundUrl] = database.write(work).result()
    return taken


def known(database: Database) -> UrlRecord:
    record = url_record(database.read(), host_of(URL), url_id(URL))
    assert record is not None
    return record


def test_a_refused_link_is_stored_and_followed_when_its_odds_rise(
    database: Database,
) -> None:
    assert take(database, found(0.02, Reason.UNPROMISING)) == []
    assert known(database).state.reason is Reason.UNPROMISING
    assert known(database).state.due is None
    row = prospect_of(database.read(), host_of(URL), url_id(URL))
    assert row is not None
    assert (row.prospect.words, row.prospect.odds) == ("A headline", 0.02)
    assert len(take(database, found(0.6, priority=4))) == 1
    assert known(database).state.state is FrontierState.QUEUED
    assert (known(database).priority, known(database).state.due) == (4, NOW)


def test_the_better_of_two_prospects_is_kept(database: Database) -> None:
    take(database, found(0.6, priority=4))
    assert take(database, found(0.3, priority=7)) == []
    row = prospect_of(database.read(), host_of(URL), url_id(URL))
    assert row is not None
    assert row.prospect.odds == 0.6
    assert known(database).priority == 4


def test_new_odds_reorder_or_refuse_a_waiting_link(database: Database) -> None:
    take(database, found(0.6, priority=4))
    (row,) = open_prospects(database.read(), SITE, 10)
    database.write(lambda db: update_odds(db, row, 7, 12, NOW)).result()
    assert known(database).priority == 7
    database.write(lambda db: update_odds(db, row, None, 13, NOW)).result()
    assert known(database).state.reason is Reason.UNPROMISING
    database.write(lambda db: update_odds(db, row, 3, 14, NOW)).result()
    assert (known(database).state.state, known(database).priority) == (FrontierState.QUEUED, 3)


def test_a_visited_page_is_no_longer_a_prospect(database: Database) -> None:
    take(database, found(0.6))
    done = UrlState(FrontierState.DONE, Reason.ARTICLE, UrlRole.PAGE)
    host, number = host_of(URL), url_id(URL)
    database.write(lambda db: save_url_state(db, host, number, done, NOW, None)).result()
    assert open_prospects(database.read(), SITE, 10) == []
    row = prospect_of(database.read(), host, number)
    assert row is not None
    database.write(lambda db: forget_prospect(db, row)).result()
    assert take(database, found(0.9)) == []
    assert prospect_of(database.read(), host, number) is None


@pytest.mark.parametrize("reason", [Reason.OFF_TOPIC, Reason.UNPROMISING])
def test_another_topic_requeues_what_was_refused(database: Database, reason: Reason) -> None:
    focus = SourceFocus("flood", "water")
    database.write(lambda db: insert_source(db, "https://a.example/", "a.example", NOW)).result()
    (site,) = followed_sources(database.read())
    before = sources_version(database.read())
    assert database.write(lambda db: set_source_focus(db, site.id, focus, NOW)).result()
    assert not database.write(lambda db: set_source_focus(db, site.id, focus, NOW)).result()
    assert sources_version(database.read()) != before
    assert source_focus_of(database.read(), site.id) == focus
    take(database, found(0.6))
    refused = UrlState(FrontierState.REFUSED, reason, UrlRole.PAGE)
    host, number = host_of(URL), url_id(URL)
    database.write(lambda db: save_url_state(db, host, number, refused, NOW, None)).result()
    database.write(lambda db: set_source_focus(db, site.id, EVERYTHING, NOW)).result()
    assert known(database).state.state is FrontierState.QUEUED
    assert known(database).visited_at is None
    assert source_focus_of(database.read(), site.id) == EVERYTHING
