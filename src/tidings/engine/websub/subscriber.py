"""Sends WebSub requests to hubs: subscribe, renew, unsubscribe. Not for their calls back."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import urlencode

from tidings.crawl.feeds.subscription import after_request
from tidings.fetch.fetcher import Fetcher
from tidings.model.crawl.subscription import Subscription, SubscriptionState
from tidings.model.web.exchange import FetchOutcome
from tidings.model.web.request_log import RequestPurpose
from tidings.settings.tree import CrawlSettings
from tidings.store.database.database import Database
from tidings.store.database.errors import StoreError
from tidings.store.database.session import Writer
from tidings.store.tables.sources.subscriptions import (
    due_subscriptions,
    end_resting_subscriptions,
    keep_subscription,
    subscription_by_id,
)

_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_MAX_REQUESTS = 50  # at a time; most feeds share a few hubs, which are rate-limited anyway
_SWEEP_SECONDS = 30.0  # feeds rarely go dormant, and a superfluous delivery does no harm
_CHECK_SECONDS = 1.0  # a new feed's subscription waits no longer than this


class Subscriber:
    """Sends the requests that are due; open requests exist only in memory."""

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
        self._requests: dict[str, asyncio.Task[None]] = {}

    async def run(self) -> None:
        """Send requests as they become due, until cancelled."""
        swept = float("-inf")
        try:
            while True:
                if self._clock() - swept > _SWEEP_SECONDS:
                    swept = self._clock()
                    await self._sweep()
                self._start_due()
                await asyncio.sleep(_CHECK_SECONDS)
                self._raise_errors()
        finally:
            await self._cancel()

    async def request_due(self) -> None:
        """Send the requests that are due now, once."""
        await self._sweep()
        self._start_due()
        while self._requests:
            await asyncio.wait(self._requests.values())
            self._raise_errors()

    async def _sweep(self) -> None:
        now = datetime.fromtimestamp(self._clock(), UTC)
        await asyncio.wrap_future(
            self._database.write(lambda db: end_resting_subscriptions(db, now))
        )

    def _start_due(self) -> None:
        now = datetime.fromtimestamp(self._clock(), UTC)
        room = _MAX_REQUESTS - len(self._requests)
        for subscription in due_subscriptions(self._database.read(), now, _MAX_REQUESTS):
            if room > 0 and subscription.id not in self._requests:
                room -= 1
                self._requests[subscription.id] = asyncio.create_task(self._request(subscription))

    def _raise_errors(self) -> None:
        for key, task in list(self._requests.items()):
            if task.done():
                del self._requests[key]
                task.result()

    async def _cancel(self) -> None:
        for task in self._requests.values():
            task.cancel()
        for task in self._requests.values():
            with suppress(asyncio.CancelledError, StoreError):
                await task
        self._requests.clear()

    async def _request(self, subscription: Subscription) -> None:
        form = urlencode(request_form(subscription, self._settings)).encode()
        outcome = await self._fetcher.post(subscription.hub, form, _FORM, RequestPurpose.HUB)
        written = self._database.write(lambda db: _note_outcome(db, subscription, outcome))
        await asyncio.wrap_future(written)


def request_form(subscription: Subscription, settings: CrawlSettings) -> dict[str, str]:
    """Return the form of a request to a hub (WebSub, 5.1)."""
    form = {
        "hub.callback": subscription.callback,
        "hub.mode": "subscribe",
        "hub.topic": subscription.topic,
    }
    if subscription.state is SubscriptionState.ENDING:
        return form | {"hub.mode": "unsubscribe"}
    # The secret goes to plain http hubs too: an eavesdropper could forge deliveries without it
    # as well, and nobody else can forge them.
    lease = f"{settings.lease_seconds:.0f}"
    return form | {"hub.secret": subscription.secret, "hub.lease_seconds": lease}


def _note_outcome(connection: Writer, requested: Subscription, outcome: FetchOutcome) -> None:
    """Record the outcome of a request; the hub may have called back before it answered."""
    current = subscription_by_id(connection, requested.id)
    if current is None:
        return
    if (current.state, current.lease_ends) == (requested.state, requested.lease_ends):
        current = after_request(current, outcome)
    else:
        current = replace(current, asked_at=outcome.at)
    keep_subscription(connection, current)
