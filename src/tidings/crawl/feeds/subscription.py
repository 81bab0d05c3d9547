"""What happens to a subscription, as pure functions: when to ask, to renew, to believe in it.

A hub is trusted only while it proves itself: polling goes on, slower, and a poll that finds what no
delivery brought ends the trust until deliveries have come in a row again.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from tidings.model.crawl.subscription import HubLink, Subscription, SubscriptionState
from tidings.model.web.exchange import FetchFailure, FetchOutcome
from tidings.settings.tree import CrawlSettings

_VERIFY_WAIT = timedelta(minutes=10)  # hubs call back within seconds, loaded ones in minutes
_RETRY = timedelta(minutes=1)  # before the second request; doubles after each
_RETRY_CAP = timedelta(days=1)
_CHANGE_WAIT = timedelta(hours=1)  # between requests to the hubs that one feed names in turn
_DENIED_WAIT = timedelta(days=7)  # a hub that said no may be asked again, but rarely
_RENEW_AT = 0.8  # of the lease: leaves room for several tries
_MIN_LEASE = timedelta(minutes=1)  # a hub with shorter ones is not asked more often for that
_MAX_LEASE = timedelta(days=365)
_MAX_UNSUBSCRIBE_REQUESTS = 4  # requests to cancel; then the lease runs out by itself
_GRACE = timedelta(minutes=5)  # between an article in the feed and its delivery
_PROOF = 2  # deliveries in a row before polling slows down
_DIGEST = 16  # bytes
_DIGESTS = 8  # deliveries remembered


def has_lease(subscription: Subscription, now: datetime) -> bool:
    """Tell whether the hub has promised to deliver now."""
    ends = subscription.lease_ends
    return subscription.state is SubscriptionState.ACTIVE and ends is not None and now < ends


def is_trusted(subscription: Subscription, now: datetime) -> bool:
    """Tell whether the hub has proven that it delivers, so that polling may slow down."""
    return has_lease(subscription, now) and subscription.streak >= _PROOF and not _failed(
        subscription, now
    )  # fmt: skip


def next_poll(
    subscription: Subscription, now: datetime, due: datetime, settings: CrawlSettings
) -> datetime:
    """Return when a feed is polled that would be polled at `due`: later, while its hub delivers."""
    if not is_trusted(subscription, now):
        return due
    wait = (due - now) * settings.push_patience
    return max(due, now + min(wait, timedelta(seconds=settings.max_interval)))


def _failed(subscription: Subscription, now: datetime) -> bool:
    doubted = subscription.doubted_at
    return doubted is not None and now - doubted > _GRACE


def updated_subscription(
    known: Subscription, hub: HubLink, callback: str, now: datetime
) -> Subscription:
    """Return the subscription as the feed's newest copy wants it; the same object if it stands."""
    gone = known.state in (SubscriptionState.ENDING, SubscriptionState.ENDED)
    if (known.hub, known.topic, known.callback) == (hub.url, hub.topic, callback) and not gone:
        return known
    # A feed that names another hub each time must not make us knock at strangers' doors.
    soonest = known.asked_at + _CHANGE_WAIT if known.asked_at else now
    return replace(
        known,
        hub=hub.url,
        topic=hub.topic,
        callback=callback,
        state=SubscriptionState.WANTED,
        detail="",
        attempts=0,
        due=max(now, soonest),
        lease_ends=None,
        streak=0,
        doubted_at=None,
    )


def after_request(subscription: Subscription, outcome: FetchOutcome) -> Subscription:
    """Wait for the hub to call back, or try again later."""
    now = outcome.at
    attempts = subscription.attempts + 1
    asked = replace(subscription, asked_at=now, attempts=attempts)
    if subscription.state is SubscriptionState.ENDING:
        return _after_unsubscribe_request(asked, outcome)
    lapsed = subscription.state is SubscriptionState.ACTIVE and not has_lease(subscription, now)
    if isinstance(outcome, FetchFailure):
        wait = max(retry_wait(attempts), outcome.retry_after or timedelta())
        state = (
            SubscriptionState.WANTED
            if lapsed or subscription.state is SubscriptionState.ASKED
            else asked.state
        )
        detail = f"{outcome.reason} ({outcome.detail})" if outcome.detail else str(outcome.reason)
        return replace(asked, state=state, detail=detail, due=now + wait)
    renewal = has_lease(subscription, now)
    state = SubscriptionState.ACTIVE if renewal else SubscriptionState.ASKED
    wait = max(_VERIFY_WAIT, retry_wait(attempts))
    return replace(asked, state=state, detail="", due=now + wait)


def _after_unsubscribe_request(asked: Subscription, outcome: FetchOutcome) -> Subscription:
    if asked.attempts >= _MAX_UNSUBSCRIBE_REQUESTS:
        return replace(asked, state=SubscriptionState.ENDED, due=None)
    return replace(asked, due=outcome.at + retry_wait(asked.attempts))


def retry_wait(attempts: int) -> timedelta:
    """Return how long to wait after so many requests without success; doubles each time."""
    return min(_RETRY * 2.0 ** min(max(attempts, 1) - 1, 16), _RETRY_CAP)


def after_verification(
    subscription: Subscription, lease: timedelta | None, now: datetime, settings: CrawlSettings
) -> Subscription:
    """Begin the lease that the hub gave, and plan its renewal."""
    given = lease or timedelta(seconds=settings.lease_seconds)
    given = min(max(given, _MIN_LEASE), _MAX_LEASE)
    return replace(
        subscription,
        state=SubscriptionState.ACTIVE,
        detail="",
        attempts=0,
        verified_at=now if not has_lease(subscription, now) else subscription.verified_at,
        lease_ends=now + given,
        due=now + given * _RENEW_AT,
    )


def after_denial(subscription: Subscription, reason: str, now: datetime) -> Subscription:
    """Take the hub's no; polling alone goes on."""
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
    """End what the hub confirms to have cancelled."""
    return replace(
        subscription, state=SubscriptionState.ENDED, detail="", lease_ends=None, due=None
    )


def is_repeated(subscription: Subscription, digest: bytes) -> bool:
    """Tell whether the same bytes were delivered before, lately."""
    digests = subscription.digests
    return digest in (digests[at : at + _DIGEST] for at in range(0, len(digests), _DIGEST))


def after_delivery(subscription: Subscription, digest: bytes, now: datetime) -> Subscription:
    """Count a genuine delivery; it clears a fresh doubt and settles an old one as a miss."""
    failed = _failed(subscription, now)
    return replace(
        subscription,
        delivered_at=now,
        deliveries=subscription.deliveries + 1,
        streak=1 if failed else subscription.streak + 1,
        missed=subscription.missed + failed,
        doubted_at=None,
        digests=(digest + subscription.digests)[: _DIGEST * _DIGESTS],
    )


def after_poll(
    subscription: Subscription, found_new: bool, polled_before: datetime | None, now: datetime
) -> Subscription:
    """Doubt a hub when a poll finds news that it should have delivered.

    Only what appeared since an earlier poll under the same subscription counts; and a delivery
    may be a little late, or may have been what caused the poll.
    """
    if _failed(subscription, now):
        subscription = replace(
            subscription, missed=subscription.missed + 1, streak=0, doubted_at=None
        )
    verified, delivered = subscription.verified_at, subscription.delivered_at
    watched = polled_before is not None and verified is not None and polled_before >= verified
    late = delivered is not None and now - delivered <= _GRACE
    if not (found_new and watched and has_lease(subscription, now)) or late:
        return subscription
    return replace(subscription, doubted_at=subscription.doubted_at or now)
