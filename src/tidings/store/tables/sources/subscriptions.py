"""The table of WebSub subscriptions."""

from collections.abc import Sequence
from datetime import datetime

from tidings.model.crawl.subscription import Delivery, Subscription, SubscriptionState
from tidings.model.web.page import FrontierState
from tidings.store.database.session import Reader, Row, Rows, Writer
from tidings.store.database.statements import upsert
from tidings.store.database.timestamps import from_seconds, to_seconds

_COLUMNS = (
    "url, host, url_id, site, hub, topic, secret, callback, state, detail, attempts, due, "
    "asked_at, verified_at, lease_ends, delivered_at, deliveries, ignored, missed, streak, "
    "doubted_at, digests"
)
_KEEP = upsert("subscriptions", "id", _COLUMNS)


def keep_subscription(connection: Writer, subscription: Subscription) -> None:
    """Store a new or changed subscription."""
    connection.execute(_KEEP, _values(subscription))


def subscription_by_id(connection: Reader, subscription_id: str) -> Subscription | None:
    """Return the subscription of a callback, or None."""
    return _one(connection.execute("SELECT * FROM subscriptions WHERE id = ?", (subscription_id,)))


def subscription_of(connection: Reader, host: str, url_id: int) -> Subscription | None:
    """Return the subscription of a feed, or None."""
    return _one(
        connection.execute(
            "SELECT * FROM subscriptions WHERE host = ? AND url_id = ?", (host, url_id)
        )
    )


def due_subscriptions(connection: Reader, now: datetime, limit: int) -> list[Subscription]:
    """Return the subscriptions that need action, longest waiting first."""
    rows = connection.execute(
        "SELECT * FROM subscriptions WHERE due <= ? ORDER BY due, id LIMIT ?",
        (to_seconds(now), limit),
    )
    return [_subscription(row) for row in rows]


def subscriptions_of_sites(connection: Reader) -> dict[int, list[Subscription]]:
    """Return all subscriptions that have not ended, by site."""
    rows: Sequence[Row] = connection.execute(
        "SELECT * FROM subscriptions WHERE state <> ? ORDER BY site, url, id",
        (SubscriptionState.ENDED,),
    ).fetchall()
    by_site: dict[int, list[Subscription]] = {}
    for row in rows:
        by_site.setdefault(row["site"], []).append(_subscription(row))
    return by_site


def subscription_counts(connection: Reader) -> dict[str, int]:
    """Return the number of subscriptions by state."""
    rows = connection.execute(
        "SELECT state, count(*) FROM subscriptions GROUP BY state ORDER BY state"
    )
    return {row[0]: row[1] for row in rows}


def end_subscriptions(connection: Writer, site: int, now: datetime) -> None:
    """Cancel every subscription of a site; those no hub knows of end at once."""
    connection.execute(
        "UPDATE subscriptions SET attempts = 0, "
        "state = CASE WHEN asked_at IS NULL THEN :ended ELSE :ending END, "
        "due = CASE WHEN asked_at IS NULL THEN NULL ELSE :now END "
        "WHERE site = :site AND state <> :ended",
        {
            "ended": SubscriptionState.ENDED,
            "ending": SubscriptionState.ENDING,
            "now": to_seconds(now),
            "site": site,
        },
    )


def end_resting_subscriptions(connection: Writer, now: datetime) -> None:
    """Cancel the subscriptions of resting feeds (dead or duplicate)."""
    connection.execute(
        "UPDATE subscriptions SET state = :ending, attempts = 0, due = :now "
        "WHERE state IN ('wanted', 'asked', 'active') AND EXISTS (SELECT 1 FROM urls "
        "WHERE urls.host_id = (SELECT id FROM hosts WHERE name = subscriptions.host) "
        "AND urls.id = subscriptions.url_id AND urls.state = :resting)",
        {
            "ending": SubscriptionState.ENDING,
            "now": to_seconds(now),
            "resting": FrontierState.RESTING,
        },
    )


def poll_soon(connection: Writer, subscription: Subscription, when: datetime) -> datetime | None:
    """Make the feed of a subscription due at `when` or earlier; return when it was due before."""
    row = connection.execute(
        "SELECT due FROM urls WHERE host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ?",
        (subscription.host, subscription.url_id),
    ).fetchone()
    connection.execute(
        "UPDATE urls SET due = CASE WHEN due < :when THEN due ELSE :when END "
        "WHERE host_id = (SELECT id FROM hosts WHERE name = :host) AND id = :id",
        {"when": to_seconds(when), "host": subscription.host, "id": subscription.url_id},
    )
    before: float | None = row["due"] if row else None
    return from_seconds(before)


def restore_poll_time(connection: Writer, delivery: Delivery) -> None:
    """Undo `poll_soon` for a delivery that was read, unless the feed was polled since."""
    feed = delivery.subscription
    connection.execute(
        "UPDATE urls SET due = ? "
        "WHERE host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ? AND due = ?",
        (
            to_seconds(delivery.regular_poll_at),
            feed.host,
            feed.url_id,
            to_seconds(delivery.poll_at),
        ),
    )


def delivered_since(connection: Reader, seconds: float) -> tuple[list[str], float]:
    """Return the hosts of feeds delivered after a time, and the newest delivery time."""
    rows = connection.execute(
        "SELECT host, delivered_at FROM subscriptions WHERE delivered_at > ?", (seconds,)
    ).fetchall()
    return [row[0] for row in rows], max((row[1] for row in rows), default=seconds)


def _one(rows: Rows) -> Subscription | None:
    row = rows.fetchone()
    return _subscription(row) if row else None


def _values(subscription: Subscription) -> tuple[object, ...]:
    return (
        subscription.id,
        subscription.url,
        subscription.host,
        subscription.url_id,
        subscription.site,
        subscription.hub,
        subscription.topic,
        subscription.secret,
        subscription.callback,
        subscription.state,
        subscription.detail,
        subscription.attempts,
        to_seconds(subscription.due),
        to_seconds(subscription.asked_at),
        to_seconds(subscription.verified_at),
        to_seconds(subscription.lease_ends),
        to_seconds(subscription.delivered_at),
        subscription.deliveries,
        subscription.ignored,
        subscription.missed,
        subscription.streak,
        to_seconds(subscription.doubted_at),
        subscription.digests,
    )


def _subscription(row: Row) -> Subscription:
    return Subscription(
        id=row["id"],
        url=row["url"],
        host=row["host"],
        url_id=row["url_id"],
        site=row["site"],
        hub=row["hub"],
        topic=row["topic"],
        secret=row["secret"],
        callback=row["callback"],
        state=SubscriptionState(row["state"]),
        detail=row["detail"],
        attempts=row["attempts"],
        due=from_seconds(row["due"]),
        asked_at=from_seconds(row["asked_at"]),
        verified_at=from_seconds(row["verified_at"]),
        lease_ends=from_seconds(row["lease_ends"]),
        delivered_at=from_seconds(row["delivered_at"]),
        deliveries=row["deliveries"],
        ignored=row["ignored"],
        missed=row["missed"],
        streak=row["streak"],
        doubted_at=from_seconds(row["doubted_at"]),
        digests=row["digests"],
    )
