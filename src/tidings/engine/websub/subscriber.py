"""The subscriber: asks hubs to deliver, to go on delivering, or to stop. Their calls: letterbox."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime

from tidings.crawl.feeds.subscription import after_request
from tidings.fetch.client import Fetcher
from tidings.model.crawl.subscription import Subscription, SubscriptionState
from tidings.model.web.exchange import FetchOutcome
from tidings.settings.tree import CrawlSettings
from tidings.store.database.sqlite import Database
from tidings.store.tables.sources.subscriptions import (
    due_subscriptions,
    end_resting_subscriptions,
    keep_subscription,
    subscription_by_id,
)

_AT_ONCE = 50  # requests under way; most feeds share a handful of hubs, which are paced anyway
_SWEEP_SECONDS = 30.0  # feeds come to rest seldom, and a delivery too many does no harm
_LOOK_SECONDS = 1.0  # a new feed's subscription waits no longer than this


class Subscriber:
    """Works through the subscriptions that are due; what is under way is only in memory."""

    def __init__(
        self,
        database: Database,
        fetcher: Fetcher,
        settings: CrawlSettings,
        clock: Callable[[], float],
    ) -> None:
        self._database = database
        self._fetcher = fetcher
        self._settings = settings
        self._clock = clock
        self._under_way: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Ask whoever is due, until cancelled."""
        swept = float("-inf")
        try:
            while True:
                if self._clock() - swept > _SWEEP_SECONDS:
                    swept = self._clock()
                    await self._sweep()
                self._start_due()
                await asyncio.sleep(_LOOK_SECONDS)
                self._raise_errors()
        finally:
            await self._cancel()

    async def tend(self) -> None:
        """Ask everyone who is due now, once."""
        await self._sweep()
        self._start_due()
        while self._under_way:
            await asyncio.wait(self._under_way.values())
            self._raise_errors()

    async def _sweep(self) -> None:
        now = datetime.fromtimestamp(self._clock(), UTC)
        await asyncio.wrap_future(
            self._database.write(lambda db: end_resting_subscriptions(db, now))
        )

    def _start_due(self) -> None:
        now = datetime.fromtimestamp(self._clock(), UTC)
        room = _AT_ONCE - len(self._under_way)
        for subscription in due_subscriptions(self._database.read(), now, _AT_ONCE):
            if room > 0 and subscription.id not in self._under_way:
                room -= 1
                self._under_way[subscription.id] = asyncio.create_task(self._ask(subscription))

    def _raise_errors(self) -> None:
        for key, task in list(self._under_way.items()):
            if task.done():
                del self._under_way[key]
                task.result()

    async def _cancel(self) -> None:
        for task in self._under_way.values():
            task.cancel()
        for task in self._under_way.values():
            with suppress(asyncio.CancelledError, sqlite3.Error):
                await task
        self._under_way.clear()

    async def _ask(self, subscription: Subscription) -> None:
        outcome = await self._fetcher.post(subscription.hub, request_form(
            subscription, self._settings
        ))  # fmt: skip
        written = self._database.write(lambda db: _note(db, subscription, outcome))
        await asyncio.wrap_future(written)


def request_form(subscription: Subscription, settings: CrawlSettings) -> dict[str, str]:
    """Return what a hub is asked (WebSub, 5.1)."""
    form = {
        "hub.callback": subscription.callback,
        "hub.mode": "subscribe",
        "hub.topic": subscription.topic,
    }
    if subscription.state is SubscriptionState.ENDING:
        return form | {"hub.mode": "unsubscribe"}
    # The secret goes to plain http hubs too: who can read it there could read and forge
    # everything without it as well, and all others cannot forge.
    lease = f"{settings.lease_seconds:.0f}"
    return form | {"hub.secret": subscription.secret, "hub.lease_seconds": lease}


def _note(connection: sqlite3.Connection, asked: Subscription, outcome: FetchOutcome) -> None:
    """Write down what came of a request; the hub may have called back before it answered."""
    current = subscription_by_id(connection, asked.id)
    if current is None:
        return
    if (current.state, current.lease_ends) == (asked.state, asked.lease_ends):
        current = after_request(current, outcome)
    else:
        current = replace(current, asked_at=outcome.at)
    keep_subscription(connection, current)
