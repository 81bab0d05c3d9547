from dataclasses import replace
from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st
from tests.factories import make_response

from tidings.crawl.feeds.subscription import (
    after_delivery,
    after_denial,
    after_poll,
    after_request,
    after_unsubscribing,
    after_verification,
    has_lease,
    is_repeated,
    is_trusted,
    next_poll,
    retry_wait,
    updated_subscription,
)
from tidings.model.crawl.subscription import HubLink, Subscription, SubscriptionState
from tidings.model.web.exchange import FetchFailure, Response
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings

NOW = datetime(2026, 3, 2, 9, 0, tzinfo=UTC)
DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
SETTINGS = CrawlSettings()
WANTED = Subscription(
    "id", "http://a.example/f", "a.example", 1, 1, "http://hub.example/", "http://a.example/f",
    "secret", "http://us.example/websub/id", SubscriptionState.WANTED, due=NOW,
)  # fmt: skip
ACTIVE = after_verification(WANTED, 10 * DAY, NOW, SETTINGS)
EARLIER_POLL = NOW + MINUTE  # an earlier poll, under the subscription


def accepted(at: datetime = NOW) -> Response:
    return make_response("u", status=202, at=at)


def failed(at: datetime = NOW, wait: timedelta | None = None) -> FetchFailure:
    return FetchFailure("u", "u", Reason.CONNECT, "refused", (), at, 0.1, retry_after=wait)


def delivered(times: int = 2) -> Subscription:
    subscription = ACTIVE
    for number in range(times):
        subscription = after_delivery(subscription, bytes([number] * 16), NOW + number * HOUR)
    return subscription


def test_a_subscription_waits_for_the_hubs_callback() -> None:
    requested = after_request(WANTED, accepted())
    assert (requested.state, requested.asked_at) == (SubscriptionState.ASKED, NOW)
    assert requested.due is not None
    assert requested.due > NOW


def test_a_hub_that_never_calls_back_is_retried_ever_more_rarely() -> None:
    subscription, waits = WANTED, []
    for _ in range(12):
        assert subscription.due is not None
        at = subscription.due
        subscription = after_request(subscription, accepted(at))
        assert subscription.due is not None
        waits.append(subscription.due - at)
    assert waits == sorted(waits)
    assert waits[-1] == DAY


def test_a_hub_that_is_down_is_retried_with_a_growing_wait() -> None:
    first = after_request(WANTED, failed())
    assert (first.state, first.due) == (SubscriptionState.WANTED, NOW + MINUTE)
    assert "refused" in first.detail
    second = after_request(first, failed())
    assert second.due == NOW + 2 * MINUTE
    assert after_request(WANTED, failed(wait=HOUR)).due == NOW + HOUR


@given(st.integers(0, 10_000))
def test_no_wait_shrinks_or_exceeds_a_day(attempts: int) -> None:
    assert MINUTE <= retry_wait(attempts) <= retry_wait(attempts + 1) <= DAY


def test_a_verified_subscription_lasts_for_its_lease_and_is_renewed_before() -> None:
    assert has_lease(ACTIVE, NOW)
    assert has_lease(ACTIVE, NOW + 10 * DAY - MINUTE)
    assert not has_lease(ACTIVE, NOW + 10 * DAY)
    assert ACTIVE.due == NOW + 8 * DAY


def test_a_renewal_under_way_keeps_the_subscription() -> None:
    assert ACTIVE.due is not None
    renewing = after_request(ACTIVE, accepted(ACTIVE.due))
    assert renewing.state is SubscriptionState.ACTIVE
    assert has_lease(renewing, ACTIVE.due)
    failing = after_request(ACTIVE, failed(ACTIVE.due))
    assert has_lease(failing, ACTIVE.due)
    renewed = after_verification(renewing, 10 * DAY, ACTIVE.due + MINUTE, SETTINGS)
    assert renewed.lease_ends == ACTIVE.due + MINUTE + 10 * DAY
    assert renewed.verified_at == NOW  # without interruption


def test_an_expired_lease_starts_again() -> None:
    late = NOW + 11 * DAY
    assert after_request(ACTIVE, accepted(late)).state is SubscriptionState.ASKED
    assert after_request(ACTIVE, failed(late)).state is SubscriptionState.WANTED
    assert after_verification(ACTIVE, None, late, SETTINGS).verified_at == late


def test_an_absurd_lease_is_clamped() -> None:
    short = after_verification(WANTED, timedelta(seconds=1), NOW, SETTINGS)
    assert short.due is not None
    assert short.due - NOW >= timedelta(seconds=48)
    long = after_verification(WANTED, timedelta(days=90_000), NOW, SETTINGS)
    assert long.lease_ends == NOW + timedelta(days=365)
    assert after_verification(WANTED, None, NOW, SETTINGS).lease_ends == NOW + 10 * DAY


def test_a_denied_subscription_is_retried_rarely() -> None:
    denied = after_denial(ACTIVE, "closed", NOW)
    assert (denied.state, denied.detail, denied.due) == (
        SubscriptionState.DENIED,
        "closed",
        NOW + 7 * DAY,
    )
    assert not has_lease(denied, NOW)


def test_unsubscribing_is_tried_a_few_times_and_then_given_up() -> None:
    ending = replace(ACTIVE, state=SubscriptionState.ENDING, attempts=0, due=NOW)
    for _ in range(3):
        ending = after_request(ending, failed())
        assert ending.state is SubscriptionState.ENDING
    assert after_request(ending, failed()).state is SubscriptionState.ENDED
    assert after_unsubscribing(ending).due is None


def test_a_hub_is_trusted_after_two_deliveries() -> None:
    assert not is_trusted(delivered(1), NOW)
    assert is_trusted(delivered(2), NOW)
    assert not is_trusted(delivered(2), NOW + 10 * DAY)


def test_a_feed_with_a_trusted_hub_is_polled_four_times_less_often_within_bounds() -> None:
    assert next_poll(ACTIVE, NOW, NOW + HOUR, SETTINGS) == NOW + HOUR
    later = NOW + HOUR
    assert next_poll(delivered(), later, later + HOUR, SETTINGS) == later + 4 * HOUR
    assert next_poll(delivered(), later, later + 6 * HOUR, SETTINGS) == later + 12 * HOUR
    assert next_poll(delivered(), later, later + 2 * DAY, SETTINGS) == later + 2 * DAY


def test_a_feed_that_was_delivered_while_its_poll_was_read_is_polled_again_at_once() -> None:
    late = replace(delivered(), delivered_at=NOW + MINUTE)
    assert next_poll(late, NOW, NOW + HOUR, SETTINGS) == NOW


def test_a_poll_that_finds_an_undelivered_item_ends_the_trust() -> None:
    later = NOW + 3 * HOUR
    doubted = after_poll(delivered(), True, EARLIER_POLL, later)
    assert is_trusted(doubted, later)  # the delivery may be under way
    assert not is_trusted(doubted, later + 6 * MINUTE)
    missed = after_poll(doubted, False, later, later + HOUR)
    assert (missed.missed, missed.streak) == (1, 0)


def test_a_delivery_just_after_the_poll_is_not_a_miss() -> None:
    later = NOW + 3 * HOUR
    doubted = after_poll(delivered(), True, EARLIER_POLL, later)
    cleared = after_delivery(doubted, b"x" * 16, later + MINUTE)
    assert is_trusted(cleared, later + DAY)
    assert cleared.missed == 0


def test_a_delivery_hours_after_the_poll_is_a_miss() -> None:
    later = NOW + 3 * HOUR
    doubted = after_poll(delivered(), True, EARLIER_POLL, later)
    late = after_delivery(doubted, b"x" * 16, later + HOUR)
    assert (late.missed, late.streak) == (1, 1)
    assert not is_trusted(late, later + HOUR)


def test_a_poll_caused_by_a_delivery_does_not_count_against_the_hub() -> None:
    subscription = delivered()
    assert subscription.delivered_at is not None
    soon = subscription.delivered_at + MINUTE
    assert after_poll(subscription, True, EARLIER_POLL, soon) == subscription


def test_items_from_before_the_subscription_do_not_count_against_the_hub() -> None:
    for before in (None, NOW - MINUTE):
        assert after_poll(ACTIVE, True, before, NOW + HOUR) == ACTIVE
    assert after_poll(WANTED, True, EARLIER_POLL, NOW + HOUR) == WANTED
    assert after_poll(ACTIVE, False, EARLIER_POLL, NOW + HOUR) == ACTIVE


def test_the_last_deliveries_are_remembered() -> None:
    subscription = delivered(10)
    assert is_repeated(subscription, bytes([9] * 16))
    assert is_repeated(subscription, bytes([2] * 16))
    assert not is_repeated(subscription, bytes([1] * 16))
    assert not is_repeated(subscription, bytes([9] * 8 + [8] * 8))


def test_a_feed_that_names_the_same_hub_changes_nothing() -> None:
    hub = HubLink(WANTED.hub, WANTED.topic)
    assert updated_subscription(ACTIVE, hub, WANTED.callback, NOW) is ACTIVE


def test_another_hub_is_requested_but_only_after_a_wait() -> None:
    requested = after_request(WANTED, accepted())
    other = updated_subscription(
        requested, HubLink("http://h2.example/", "t"), WANTED.callback, NOW + MINUTE
    )
    assert (other.hub, other.topic, other.state) == (
        "http://h2.example/",
        "t",
        SubscriptionState.WANTED,
    )
    assert other.due == NOW + HOUR


def test_a_feed_is_subscribed_again_when_its_site_is_followed_again() -> None:
    ended = replace(ACTIVE, state=SubscriptionState.ENDED, due=None)
    again = updated_subscription(ended, HubLink(WANTED.hub, WANTED.topic), WANTED.callback, NOW)
    assert (again.state, again.due) == (SubscriptionState.WANTED, NOW)
