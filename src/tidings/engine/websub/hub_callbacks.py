"""The letterbox: what hubs ask and deliver, checked before anybody reads it."""

import asyncio
import hashlib
import hmac
import sqlite3
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
from tidings.model.crawl.subscription import Delivery, Subscription, SubscriptionState
from tidings.settings.tree import CrawlSettings, Settings
from tidings.store.database.sqlite import Database
from tidings.store.tables.sources.subscriptions import (
    keep_subscription,
    poll_soon,
    subscription_by_id,
)

_METHODS = frozenset({"sha1", "sha256", "sha384", "sha512"})  # WebSub, 7.1
_MAX_CHALLENGE = 4_096  # characters that we are willing to echo
_MAX_LEASE_DIGITS = 10
_MAX_DETAIL = 200
_CLOSED = frozenset({SubscriptionState.ENDING, SubscriptionState.ENDED, SubscriptionState.DENIED})
# A delivery that is being read must survive our death: its feed is polled this soon, unless it has
# been settled before.
_READ_WITHIN = timedelta(minutes=1)


class CallbackState(Enum):
    """Whether a delivery is taken at a callback."""

    OPEN = 200
    UNKNOWN = 404
    CLOSED = 410  # the hub may forget us


class HubCallbacks:
    """Answers hubs. `hand_over` takes a delivery to read at once; without it, or when it returns
    False, the feed is made due, and whoever crawls this home polls it."""

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

    async def confirm(self, subscription_id: str, question: Mapping[str, str]) -> str | None:
        """Return what to echo when a hub asks for our intent or denies; None: not ours."""
        write = self._database.write(
            lambda db: self._confirmed(db, subscription_id, dict(question))
        )
        return await asyncio.wrap_future(write)

    def _confirmed(
        self, connection: sqlite3.Connection, subscription_id: str, question: dict[str, str]
    ) -> str | None:
        known = subscription_by_id(connection, subscription_id)
        if known is None or question.get("hub.topic") != known.topic:
            return None
        changed = self._changed(known, question)
        challenge = question.get("hub.challenge", "")
        is_denial = question.get("hub.mode") == "denied"
        if changed is None or not (is_denial or 0 < len(challenge) <= _MAX_CHALLENGE):
            return None
        keep_subscription(connection, changed)
        return "" if is_denial else challenge

    def _changed(self, known: Subscription, question: Mapping[str, str]) -> Subscription | None:
        """Return the subscription after what the hub says, or None if we did not ask for that."""
        now = self._now()
        is_ending = known.state in (SubscriptionState.ENDING, SubscriptionState.ENDED)
        match question.get("hub.mode"):
            case "subscribe" if not is_ending:
                lease = _lease(question.get("hub.lease_seconds", ""))
                return after_verification(known, lease, now, self._settings)
            case "unsubscribe" if is_ending:
                return after_unsubscribing(known)
            case "denied" if not is_ending:
                reason = " ".join(question.get("hub.reason", "").split())[:_MAX_DETAIL]
                return after_denial(known, reason or "the hub gave no reason", now)
            case _:
                return None

    def door(self, subscription_id: str) -> CallbackState:
        """Tell whether a delivery would be taken, before its body is read."""
        known = subscription_by_id(self._database.read(), subscription_id)
        if known is None:
            return CallbackState.UNKNOWN
        return CallbackState.CLOSED if known.state in _CLOSED else CallbackState.OPEN

    async def deliver(
        self, subscription_id: str, signature: str, content_type: str, body: bytes
    ) -> bool:
        """Take a delivery; False if it is ignored, which the hub is not told (WebSub, 8)."""
        known = subscription_by_id(self._database.read(), subscription_id)
        if known is None:
            return False
        genuine = await asyncio.to_thread(is_signed, body, signature, known.secret)
        push = await asyncio.wrap_future(
            self._database.write(
                lambda db: self._noted(db, subscription_id, genuine, content_type, body)
            )
        )
        if push is not None and not self._handed_over(push):
            await asyncio.wrap_future(
                self._database.write(lambda db: poll_soon(db, push.subscription, push.at))
            )
        return push is not None

    def _handed_over(self, push: Delivery) -> bool:
        return bool(push.body and self._hand_over is not None and self._hand_over(push))

    def _noted(
        self,
        connection: sqlite3.Connection,
        subscription_id: str,
        genuine: bool,
        content_type: str,
        body: bytes,
    ) -> Delivery | None:
        known = subscription_by_id(connection, subscription_id)
        if known is None or known.state in _CLOSED:
            return None
        digest = blake2b(body, digest_size=16).digest()
        # An empty body says only that something is new, every time.
        if not genuine or (body and is_repeated(known, digest)):
            keep_subscription(connection, replace(known, ignored=known.ignored + 1))
            return None
        now = self._now()
        counted = after_delivery(known, digest, now)
        keep_subscription(connection, counted)
        before = poll_soon(connection, counted, now + _READ_WITHIN)
        return Delivery(counted, content_type, body, now, now + _READ_WITHIN, before)

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC)


def is_signed(body: bytes, signature: str, secret: str) -> bool:
    """Tell whether X-Hub-Signature proves that the body comes from who knows the secret."""
    method, _, given = signature.strip().partition("=")
    method = method.strip().lower()
    if method not in _METHODS:
        return False
    wanted = hmac.new(secret.encode(), body, getattr(hashlib, method)).hexdigest()
    return hmac.compare_digest(wanted.encode(), given.strip().lower().encode())


def _lease(text: str) -> timedelta | None:
    if not (text.isascii() and text.isdigit() and len(text) <= _MAX_LEASE_DIGITS):
        return None
    return timedelta(seconds=int(text)) or None


@contextmanager
def opened_hub_callbacks(settings: Settings) -> Iterator[HubCallbacks]:
    """Open a home's letterbox in a process that does not crawl."""
    database = Database(existing_home(settings.home).database, settings.store)
    try:
        yield HubCallbacks(database, settings.crawl)
    finally:
        database.close()
