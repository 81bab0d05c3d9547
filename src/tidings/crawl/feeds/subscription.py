"""WebSub subscriptions: when to request, renew and trust them. Pure functions.

A hub is trusted only while it delivers. Polling continues, more slowly; a poll that finds an item
no delivery brought ends the trust until several deliveries in a row have arrived.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from tidings.model.crawl.subscription import HubLink, Subscription, SubscriptionState
from tidings.model.web.exchange import FetchFailure, FetchOutcome
from tidings.settings.tree import CrawlSettings

_VERIFY_WAIT = timedelta(minutes=10)  # hubs call back within seconds, busy ones within minutes
_RETRY = timedelta(minutes=1)  # before the second request; doubles after each
_RETRY_CAP = timedelta(days=1)
_CHANGE_WAIT = timedelta(hours=1)  # between requests to the different hubs that one feed names
_DENIED_WAIT = timedelta(days=7)  # a hub that refused is requested again, but rarely
_RENEW_AT = 0.8  # of the lease: leaves time for several attempts
_MIN_LEASE = timedelta(minutes=1)  # shorter leases do not cause more requests
_MAX_LEASE = timedelta(days=365)
_MAX_UNSUBSCRIBE_REQUESTS = 4  # then the lease runs out by itself
_GRACE = timedelta(minutes=5)  # between an article's appearance in the feed and its delivery
_MIN_STREAK = 2  # deliveries in a row before polling slows down
_DIGEST_BYTES = 16  # bytes
_MAX_DIGESTS = 8  # deliveries remembered


def has_lease(subscription: Subscription, now: datetime) -> bool:
    """Return whether the hub has promised deliveries for this moment."""
    ends = subscription.lease_ends
    return subscription.state is SubscriptionState.ACTIVE and ends is not None and now < ends


def is_trusted(subscription: Subscription, now: datetime) -> bool:
    """Return whether the hub has shown that it delivers, so that polling may slow down."""
    return (
        has_lease(subscription, now)
        and subscription.streak >= _MIN_STREAK
        and not _missed_delivery(subscription, now)
    )


def next_poll(
    subscription: Subscription, now: datetime, due: datetime, settings: CrawlSettings
) -> datetime:
    """Return when to poll a feed: at `due`, or later while its hub is trusted.

    At once if the hub delivered after the poll of `now`, while that was read.
    """
    if subscription.delivered_at is not None and subscription.delivered_at > now:
        return now
    if not is_trusted(subscription, now):
        return due
    wait = (due - now) * settings.push_patience
    return max(due, now + min(wait, timedelta(seconds=settings.max_interval)))


def _missed_delivery(subscription: Subscription, now: datetime) -> bool:
    doubted_at = subscription.doubted_at
    return doubted_at is not None and now - doubted_at > _GRACE


def updated_subscription(
    known: Subscription, hub: HubLink, callback: str, now: datetime
) -> Subscription:
    """Return the subscription that the feed names now; the same object if nothing changed."""
    is_ended = known.state in (SubscriptionState.ENDING, SubscriptionState.ENDED)
    if (known.hub, known.topic, known.callback) == (hub.url, hub.topic, callback) and not is_ended:
        return known
    # A feed that names another hub each time must not make us send requests to many servers.
    earliest = known.asked_at + _CHANGE_WAIT if known.asked_at else now
    return replace(
        known,
        hub=hub.url,
        topic=hub.topic,
        callback=callback,
        state=SubscriptionState.WANTED,
        detail="",
        attempts=0,
        due=max(now, earliest),
        lease_ends=None,
        streak=0,
        doubted_at=None,
    )


def after_request(subscription: Subscription, outcome: FetchOutcome) -> Subscription:
    """Wait for the hub's callback, or retry later."""
    now = outcome.at
    attempts = subscription.attempts + 1
    requested = replace(subscription, asked_at=now, attempts=attempts)
    if subscription.state is SubscriptionState.ENDING:
        return _after_unsubscribe_request(requested, outcome)
    lapsed = subscription.state is SubscriptionState.ACTIVE and not has_lease(subscription, now)
    if isinstance(outcome, FetchFailure):
        wait = max(retry_wait(attempts), outcome.retry_after or timedelta())
        state = (
            SubscriptionState.WANTED
            if lapsed or subscription.state is SubscriptionState.ASKED
            else requested.state
        )
        detail = f"{outcome.reason} ({outcome.detail})" if outcome.detail else str(outcome.reason)
        return replace(requested, state=state, detail=detail, due=now + wait)
    renewal = has_lease(subscription, now)
    state = SubscriptionState.ACTIVE if renewal else SubscriptionState.ASKED
    wait = max(_VERIFY_WAIT, retry_wait(attempts))
    return replace(requested, state=state, detail="", due=now + wait)


def _after_unsubscribe_request(requested: Subscription, outcome: FetchOutcome) -> Subscription:
    if requested.attempts >= _MAX_UNSUBSCRIBE_REQUESTS:
        return replace(requested, state=SubscriptionState.ENDED, due=None)
    return replace(requested, due=outcome.at + retry_wait(requested.attempts))


def retry_wait(attempts: int) -> timedelta:
    """Return how long to wait after a number of failed requests; doubles each time."""
    return min(_RETRY * 2.0 ** min(max(attempts, 1) - 1, 16), _RETRY_CAP)


def after_verification(
    subscription: Subscription, lease: timedelta | None, now: datetime, settings: CrawlSettings
) -> Subscription:
    """Start the lease that the hub granted, and plan its renewal."""
    granted = lease or timedelta(seconds=settings.lease_seconds)
    granted = min(max(granted, _MIN_LEASE), _MAX_LEASE)
    return replace(
        subscription,
        state=SubscriptionState.ACTIVE,
        detail="",
        attempts=0,
        verified_at=now if not has_lease(subscription, now) else subscription.verified_at,
        lease_ends=now + granted,
        due=now + granted * _RENEW_AT,
    )


def after_denial(subscription: Subscription, reason: str, now: datetime) -> Subscription:
    """Accept the hub's refusal; only polling continues."""
    return replace(
        subscription,
        state=SubscriptionState.DENIED,
        detail=reason,
        lease_ends=None,
        streak=0,
        doubted_at=None,
        due=now + _DENIED_WAIT,
    )


def after_unsubscribing(subscription: Subscription) -> Subscription:
    """End a subscription whose cancellation the hub has confirmed."""
    return replace(
        subscription, state=SubscriptionState.ENDED, detail="", lease_ends=None, due=None
    )


def is_repeated(subscription: Subscription, digest: bytes) -> bool:
    """Return whether the same bytes were delivered recently."""
    digests = subscription.digests
    return digest in (
        digests[at : at + _DIGEST_BYTES] for at in range(0, len(digests), _DIGEST_BYTES)
    )


def after_delivery(subscription: Subscription, digest: bytes, now: datetime) -> Subscription:
    """Count a genuine delivery; it clears a recent doubt and turns an old one into a miss."""
    missed = _missed_delivery(subscription, now)
    return replace(
        subscription,
        delivered_at=now,
        deliveries=subscription.deliveries + 1,
        streak=1 if missed else subscription.streak + 1,
        missed=subscription.missed + missed,
        doubted_at=None,
        digests=(digest + subscription.digests)[: _DIGEST_BYTES * _MAX_DIGESTS],
    )


def after_poll(
    subscription: Subscription, found_new: bool, polled_before: datetime | None, now: datetime
) -> Subscription:
    """Doubt a hub when a poll finds items that it should have delivered.

    Only items since an earlier poll under the same subscription count. A delivery may be a little
    late, or may have caused the poll.
    """
    if _missed_delivery(subscription, now):
        subscription = replace(
            subscription, missed=subscription.missed + 1, streak=0, doubted_at=None
        )
    verified, delivered = subscription.verified_at, subscription.delivered_at
    was_polled = polled_before is not None and verified is not None and polled_before >= verified
    just_delivered = delivered is not None and now - delivered <= _GRACE
    if not (found_new and was_polled and has_lease(subscription, now)) or just_delivered:
        return subscription
    return replace(subscription, doubted_at=subscription.doubted_at or now)
