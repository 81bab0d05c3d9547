from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tidings.crawl.feeds.subscription import after_delivery, after_verification
from tidings.model.crawl.subscription import Delivery, Subscription, SubscriptionState
from tidings.model.crawl.visit import FoundUrl, UrlState
from tidings.model.web.page import FrontierState, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import host_of, url_id
from tidings.settings.tree import CrawlSettings
from tidings.store.database.database import Database
from tidings.store.tables.frontier.urls import add_urls, save_url_state, url_record
from tidings.store.tables.sources.subscriptions import (
    delivered_since,
    due_subscriptions,
    end_resting_subscriptions,
    end_subscriptions,
    keep_subscription,
    poll_soon,
    restore_poll_time,
    subscription_by_id,
    subscription_counts,
    subscription_of,
    subscriptions_of_sites,
)

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
FEED = "http://a.example/feed"
WANTED = Subscription(
    "id", FEED, host_of(FEED), url_id(FEED), 1, "http://hub.example/", FEED, "secret",
    "http://us.example/websub/id", SubscriptionState.WANTED, due=NOW,
)  # fmt: skip
ASKED = replace(WANTED, state=SubscriptionState.ASKED, asked_at=NOW)


def keep(database: Database, subscription: Subscription) -> None:
    database.write(lambda db: keep_subscription(db, subscription)).result()


def test_a_subscription_is_read_back_unchanged(database: Database) -> None:
    full = after_delivery(
        after_verification(ASKED, timedelta(days=1), NOW, CrawlSettings()), b"d" * 16, NOW
    )
    keep(database, full)
    assert subscription_by_id(database.read(), "id") == full
    assert subscription_of(database.read(), full.host, full.url_id) == full
    assert subscription_by_id(database.read(), "other") is None
    assert subscriptions_of_sites(database.read()) == {1: [full]}
    assert subscription_counts(database.read()) == {"active": 1}


def test_due_subscriptions_are_returned_in_order(database: Database) -> None:
    for number, minutes in enumerate((5, -5, -9)):
        due = NOW + timedelta(minutes=minutes)
        keep(database, replace(WANTED, id=str(number), url_id=number, due=due))
    keep(database, replace(WANTED, id="never", url_id=9, due=None))
    assert [each.id for each in due_subscriptions(database.read(), NOW, 10)] == ["2", "1"]


def test_a_removed_site_has_its_subscriptions_cancelled(database: Database) -> None:
    keep(database, replace(WANTED, id="unknown", url_id=7))
    keep(database, ASKED)
    keep(database, replace(ASKED, id="else", url_id=8, site=2))
    database.write(lambda db: end_subscriptions(db, 1, NOW)).result()
    states = {key: subscription_by_id(database.read(), key) for key in ("unknown", "id", "else")}
    assert {key: each and each.state for key, each in states.items()} == {
        "unknown": SubscriptionState.ENDED,
        "id": SubscriptionState.ENDING,
        "else": SubscriptionState.ASKED,
    }


def test_a_delivery_makes_its_feed_due_until_it_is_read(database: Database) -> None:
    found = FoundUrl(FEED, host_of(FEED), url_id(FEED), 1, UrlRole.FEED, 1, 1, None)
    usual, soon = NOW + timedelta(hours=3), NOW + timedelta(minutes=1)
    database.write(lambda db: add_urls(db, [found], usual)).result()
    before = database.write(lambda db: poll_soon(db, WANTED, soon)).result()
    assert before == usual
    assert due_of(database) == soon
    delivery = Delivery(WANTED, "", b"", NOW, soon, before)
    database.write(lambda db: restore_poll_time(db, delivery)).result()
    assert due_of(database) == usual


def due_of(database: Database) -> datetime | None:
    known = url_record(database.read(), host_of(FEED), url_id(FEED))
    assert known is not None
    return known.state.due


def test_new_deliveries_are_returned_once(database: Database) -> None:
    keep(database, replace(ASKED, delivered_at=NOW))
    hosts, newest = delivered_since(database.read(), NOW.timestamp() - 1)
    assert (hosts, newest) == (["a.example"], NOW.timestamp())
    assert delivered_since(database.read(), newest) == ([], newest)


def test_a_feed_that_rests_has_its_subscription_cancelled(database: Database) -> None:
    awake = "http://a.example/other"
    for url in (FEED, awake):
        found = FoundUrl(url, host_of(url), url_id(url), 1, UrlRole.FEED, 1, 1, None)
        database.write(lambda db, found=found: add_urls(db, [found], NOW)).result()  # type: ignore[misc]
    keep(database, ASKED)
    keep(database, replace(ASKED, id="awake", url=awake, url_id=url_id(awake)))
    resting = UrlState(FrontierState.RESTING, Reason.FEED_READ, UrlRole.FEED)
    database.write(
        lambda db: save_url_state(db, host_of(FEED), url_id(FEED), resting, NOW, None)
    ).result()
    database.write(lambda db: end_resting_subscriptions(db, NOW)).result()
    ended = subscription_by_id(database.read(), ASKED.id)
    kept = subscription_by_id(database.read(), "awake")
    assert ended is not None
    assert kept is not None
    assert (ended.state, kept.state) == (SubscriptionState.ENDING, SubscriptionState.ASKED)
