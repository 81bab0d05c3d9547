"""WebSub subscriptions as feeds are settled: requests one per feed, and rates hubs by polls."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from tidings.crawl.feeds.subscription import after_poll, next_poll, updated_subscription
from tidings.model.crawl.subscription import HubLink, Subscription, SubscriptionState
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.page import UrlRole
from tidings.settings.tree import CrawlSettings
from tidings.store.database.session import Writer
from tidings.store.tables.sources.subscriptions import keep_subscription, subscription_of


def callback_of(public_url: str, subscription_id: str) -> str:
    """Return the address that a hub calls for a subscription."""
    return f"{public_url.rstrip('/')}/websub/{subscription_id}"


class FeedSubscriptions:
    """Stores which hubs to call. Runs in the writer's thread; does nothing without a public URL."""

    def __init__(
        self,
        settings: CrawlSettings,
        public_url: str,
        token: Callable[[], str] = secrets.token_urlsafe,
    ) -> None:
        self._settings = settings
        self._public_url = public_url
        self._token = token

    def request(self, connection: Writer, visit: Visit, hub: HubLink | None, now: datetime) -> None:
        """Request a subscription to a feed that names a hub, unless there is one already."""
        if hub is None or not self._public_url:
            return
        known = subscription_of(connection, visit.host, visit.id)
        if known is None:
            keep_subscription(connection, self._new(visit, hub, now))
            return
        updated = updated_subscription(known, hub, callback_of(self._public_url, known.id), now)
        if updated is not known:
            keep_subscription(connection, replace(updated, site=visit.site))

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

    def state_after_poll(
        self,
        connection: Writer,
        visit: Visit,
        state: UrlState,
        found_new: bool,
        now: datetime,
    ) -> UrlState:
        """Rate a feed's hub by what a poll found, and poll less often while the hub delivers."""
        if not self._public_url or state.role is not UrlRole.FEED or state.due is None:
            return state
        known = subscription_of(connection, visit.host, visit.id)
        if known is None:
            return state
        judged = after_poll(known, found_new, visit.visited_at, now)
        if judged is not known:
            keep_subscription(connection, judged)
        return replace(state, due=next_poll(judged, now, state.due, self._settings))
