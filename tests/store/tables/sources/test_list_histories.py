from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial

from tidings.crawl.links.admission import LIVE, LinkContext, found_url
from tidings.model.crawl.list_history import ListHistory, Listing
from tidings.model.web.page import FrontierState, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import host_of, url_id
from tidings.settings.tree import CrawlSettings
from tidings.store.database.database import Database
from tidings.store.tables.frontier.urls import add_urls, url_record
from tidings.store.tables.sources import list_histories

NOW = datetime(2026, 1, 2, tzinfo=UTC)
DAY = timedelta(days=1)


def added(database: Database, url: str, site: int = 1, items: bytes = b"") -> ListHistory:
    """Add a live feed with its history."""
    context = LinkContext(site, "paper.example", 0, "https://paper.example/", CrawlSettings())
    found = found_url(url, context, UrlRole.FEED, LIVE)
    history = ListHistory(host_of(url), url_id(url), site, UrlRole.FEED, listing=Listing(items))
    database.write(lambda db: add_urls(db, [found], NOW)).result()
    database.write(lambda db: list_histories.keep_list_history(db, history)).result()
    return history


def state_of(
    database: Database, history: ListHistory
) -> tuple[FrontierState, Reason, datetime | None]:
    known = url_record(database.read(), history.host, history.id)
    assert known is not None
    return known.state.state, known.state.reason, known.state.due


def test_a_history_is_read_back_unchanged(database: Database) -> None:
    history = ListHistory(
        "paper.example", -5, 3, UrlRole.SITEMAP, 4, NOW, 2, NOW - DAY, 17, NOW - 2 * DAY, 1,
        Listing(b"abcdefgh", 2, 1, NOW - 3 * DAY), b"abcdefghijkl", 9, 1, 8, NOW, NOW - DAY, True,
    )  # fmt: skip
    database.write(lambda db: list_histories.keep_list_history(db, history)).result()
    assert list_histories.list_history_of(database.read(), -5) == history
    assert list_histories.list_history_of(database.read(), 5) is None
    assert list_histories.child_sitemaps_of(database.read(), 8) == {-5: history}


def test_similar_feeds_are_of_the_site_or_have_the_same_first_item(database: Database) -> None:
    one = added(database, "https://paper.example/feed", 1, b"aaaabbbb")
    same_site = added(database, "https://paper.example/rss", 1, b"cccc")
    elsewhere = added(database, "https://feeds.example/paper", 2, b"aaaacccc")
    added(database, "https://other.example/feed", 3, b"dddd")
    found = {history.id for history in list_histories.similar_feeds(database.read(), one)}
    assert found == {same_site.id, elsewhere.id}


def test_a_resting_feed_is_not_similar_and_does_not_count(database: Database) -> None:
    one = added(database, "https://paper.example/feed", 1, b"aaaa")
    twin = added(database, "https://paper.example/rss", 1, b"aaaa")
    assert list_histories.live_list_count(database.read(), 1, UrlRole.FEED) == 2
    database.write(
        lambda db: list_histories.rest_list(
            db, twin, Reason.SAME_FEED, NOW + DAY, "https://paper.example/feed"
        )
    ).result()
    assert list_histories.live_list_count(database.read(), 1, UrlRole.FEED) == 1
    assert list_histories.similar_feeds(database.read(), one) == []
    assert state_of(database, twin) == (FrontierState.RESTING, Reason.SAME_FEED, NOW + DAY)


def test_duplicate_feeds_wake_when_the_live_one_is_gone(database: Database) -> None:
    one = added(database, "https://paper.example/feed", 1, b"aaaa")
    twin = replace(added(database, "https://feeds.example/x", 2, b"aaaa"), twin=one.id)
    database.write(lambda db: list_histories.keep_list_history(db, twin)).result()
    database.write(
        lambda db: list_histories.rest_list(db, twin, Reason.SAME_FEED, NOW + 9 * DAY)
    ).result()
    database.write(lambda db: list_histories.wake_duplicate_feeds_of_site(db, 1, NOW)).result()
    assert state_of(database, twin) == (FrontierState.QUEUED, Reason.WAITING, NOW)


def test_the_idlest_feed_is_one_that_never_had_a_new_url(database: Database) -> None:
    good = replace(added(database, "https://paper.example/feed"), reads=9, brought=3)
    idle = replace(added(database, "https://paper.example/tag"), reads=5)
    young = replace(added(database, "https://paper.example/new"), reads=1)
    for history in (good, idle, young):
        database.write(partial(list_histories.keep_list_history, history=history)).result()
    assert list_histories.idlest_feed(database.read(), 1, 3) == idle
    assert list_histories.idlest_feed(database.read(), 1, 6) is None
