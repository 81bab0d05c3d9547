"""Subscriptions as feeds are settled: which are wished for, and what a poll says about a hub."""

import secrets
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from tidings.crawl.feeds.subscription import after_poll, next_poll, updated_subscription
from tidings.model.crawl.subscription import HubLink, Subscription, SubscriptionState
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.page import UrlRole
from tidings.settings.tree import CrawlSettings
from tidings.store.tables.sources.subscriptions import keep_subscription, subscription_of


def callback_of(public_url: str, subscription_id: str) -> str:
    """Return the address that a hub is told to call."""
    return f"{public_url.rstrip('/')}/websub/{subscription_id}"


class FeedSubscriptions:
    """Writes down which hubs to ask. Lives in the writer's thread; idle without a public URL."""

    def __init__(
        self,
        settings: CrawlSettings,
        public_url: str,
        token: Callable[[], str] = secrets.token_urlsafe,
    ) -> None:
        self._settings = settings
        self._public_url = public_url
        self._token = token

    def wish(
        self, connection: sqlite3.Connection, visit: Visit, hub: HubLink | None, now: datetime
    ) -> None:
        """Have a feed subscribed to that names a hub, unless it is already."""
        if hub is None or not self._public_url:
            return
        known = subscription_of(connection, visit.host, visit.id)
        if known is None:
            keep_subscription(connection, self._new(visit, hub, now))
            return
        wished = updated_subscription(known, hub, callback_of(self._public_url, known.id), now)
        if wished is not known:
            keep_subscription(connection, replace(wished, site=visit.site))

    def _new(self, visit: Visit, hub: HubLink, now: datetime) -> Subscription:
        identity = self._token()
        return Subscription(
            id=identity,
            url=visit.url,
            host=visit.host,
            url_id=visit.id,
            site=visit.site,
            hub=hub.url,
            topic=hub.topic,
            secret=self._token(),
            callback=callback_of(self._public_url, identity),
            state=SubscriptionState.WANTED,
            due=now,
        )

    def polled(
        self,
        connection: sqlite3.Connection,
        visit: Visit,
        standing: UrlState,
        found_new: bool,
        now: datetime,
    ) -> UrlState:
        """Judge a feed's hub by what a poll found, and poll less often while it delivers."""
        if not self._public_url or standing.role is not UrlRole.FEED or standing.due is None:
            return standing
        known = subscription_of(connection, visit.host, visit.id)
        if known is None:
            return standing
        judged = after_poll(known, found_new, visit.visited_at, now)
        if judged is not known:
            keep_subscription(connection, judged)
        return replace(standing, due=next_poll(judged, now, standing.due, self._settings))
