"""Handles the calls of WebSub hubs: checks verification requests and deliveries."""

import asyncio
import hashlib
import hmac
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from enum import Enum
from hashlib import blake2b

from tidings.crawl.feeds.subscription import (
    after_delivery,
    after_denial,
    after_unsubscribing,
    after_verification,
    is_repeated,
)
from tidings.engine.process.home import existing_home
from tidings.engine.process.home_database import opened_database
from tidings.model.crawl.subscription import Delivery, Subscription, SubscriptionState
from tidings.settings.tree import CrawlSettings, Settings
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.sources.subscriptions import (
    keep_subscription,
    poll_soon,
    subscription_by_id,
)

_METHODS = frozenset({"sha1", "sha256", "sha384", "sha512"})  # WebSub, 7.1
_MAX_CHALLENGE = 4_096  # characters; longer challenges are not echoed
_MAX_LEASE_DIGITS = 10
_MAX_DETAIL = 200
_CLOSED = frozenset({SubscriptionState.ENDING, SubscriptionState.ENDED, SubscriptionState.DENIED})
# A delivery must survive a crash while it is read: its feed is polled after this time, unless the
# delivery was settled before.
_POLL_AFTER = timedelta(minutes=1)


class CallbackState(Enum):
    """Whether a callback URL accepts deliveries; values are HTTP statuses."""

    OPEN = 200
    UNKNOWN = 404
    CLOSED = 410  # the hub may drop the subscription


class HubCallbacks:
    """Answers hubs. `hand_over` takes a delivery and reads it at once; without it, or if it returns
    False, the feed becomes due, and the process that crawls this home polls it."""

    def __init__(
        self,
        database: Database,
        settings: CrawlSettings,
        clock: Callable[[], float] = time.time,
        hand_over: Callable[[Delivery], bool] | None = None,
    ) -> None:
        self._database = database
        self._settings = settings
        self._clock = clock
        self._hand_over = hand_over

    async def confirm(self, subscription_id: str, params: Mapping[str, str]) -> str | None:
        """Return the reply to a hub's verification or denial; None if we did not request it."""
        write = self._database.write(lambda db: self._confirm(db, subscription_id, dict(params)))
        return await asyncio.wrap_future(write)

    def _confirm(
        self, connection: Writer, subscription_id: str, params: dict[str, str]
    ) -> str | None:
        subscription = subscription_by_id(connection, subscription_id)
        if subscription is None or params.get("hub.topic") != subscription.topic:
            return None
        changed = self._after_call(subscription, params)
        challenge = params.get("hub.challenge", "")
        is_denial = params.get("hub.mode") == "denied"
        if changed is None or not (is_denial or 0 < len(challenge) <= _MAX_CHALLENGE):
            return None
        keep_subscription(connection, changed)
        return "" if is_denial else challenge

    def _after_call(
        self, subscription: Subscription, params: Mapping[str, str]
    ) -> Subscription | None:
        """Return the subscription after a hub's call, or None if we did not request that."""
        now = self._now()
        is_ending = subscription.state in (SubscriptionState.ENDING, SubscriptionState.ENDED)
        match params.get("hub.mode"):
            case "subscribe" if not is_ending:
                lease = _lease(params.get("hub.lease_seconds", ""))
                return after_verification(subscription, lease, now, self._settings)
            case "unsubscribe" if is_ending:
                return after_unsubscribing(subscription)
            case "denied" if not is_ending:
                reason = " ".join(params.get("hub.reason", "").split())[:_MAX_DETAIL]
                return after_denial(subscription, reason or "the hub gave no reason", now)
            case _:
                return None

    def state(self, subscription_id: str) -> CallbackState:
        """Return whether a delivery would be accepted, before its body is read."""
        subscription = subscription_by_id(self._database.read(), subscription_id)
        if subscription is None:
            return CallbackState.UNKNOWN
        return CallbackState.CLOSED if subscription.state in _CLOSED else CallbackState.OPEN

    async def deliver(
        self, subscription_id: str, signature: str, content_type: str, body: bytes
    ) -> bool:
        """Take a delivery; False if it is ignored, which the hub does not learn (WebSub, 8)."""
        subscription = subscription_by_id(self._database.read(), subscription_id)
        if subscription is None:
            return False
        is_genuine = await asyncio.to_thread(is_signed, body, signature, subscription.secret)
        delivery = await asyncio.wrap_future(
            self._database.write(
                lambda db: self._note_delivery(db, subscription_id, is_genuine, content_type, body)
            )
        )
        if delivery is not None and delivery.poll_at > delivery.at and not self._is_taken(delivery):
            await asyncio.wrap_future(
                self._database.write(lambda db: poll_soon(db, delivery.subscription, delivery.at))
            )
        return delivery is not None

    def _is_taken(self, delivery: Delivery) -> bool:
        return self._hand_over is not None and self._hand_over(delivery)

    def _note_delivery(
        self,
        connection: Writer,
        subscription_id: str,
        is_genuine: bool,
        content_type: str,
        body: bytes,
    ) -> Delivery | None:
        subscription = subscription_by_id(connection, subscription_id)
        if subscription is None or subscription.state in _CLOSED:
            return None
        digest = blake2b(body, digest_size=16).digest()
        # An empty body only says that something is new, so it is never a repetition.
        if not is_genuine or (body and is_repeated(subscription, digest)):
            keep_subscription(connection, replace(subscription, ignored=subscription.ignored + 1))
            return None
        now = self._now()
        counted = after_delivery(subscription, digest, now)
        keep_subscription(connection, counted)
        # Due in the transaction of the delivery: a crawl in another process looks once.
        poll_at = now + _POLL_AFTER if body and self._hand_over is not None else now
        before = poll_soon(connection, counted, poll_at)
        return Delivery(counted, content_type, body, now, poll_at, before)

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC)


def is_signed(body: bytes, signature: str, secret: str) -> bool:
    """Return whether X-Hub-Signature proves that the sender knows the secret."""
    method, _, given = signature.strip().partition("=")
    method = method.strip().lower()
    if method not in _METHODS:
        return False
    expected = hmac.new(secret.encode(), body, getattr(hashlib, method)).hexdigest()
    return hmac.compare_digest(expected.encode(), given.strip().lower().encode())


def _lease(text: str) -> timedelta | None:
    if not (text.isascii() and text.isdigit() and len(text) <= _MAX_LEASE_DIGITS):
        return None
    return timedelta(seconds=int(text)) or None


@contextmanager
def opened_hub_callbacks(settings: Settings) -> Iterator[HubCallbacks]:
    """Open the hub callbacks of a home in a process that does not crawl."""
    database = opened_database(existing_home(settings))
    try:
        yield HubCallbacks(database, settings.crawl)
    finally:
        database.close()
