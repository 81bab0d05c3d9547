"""WebSub subscriptions as feeds are settled: requests one per feed, and rates hubs by polls."""

import secrets
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

from tidings.crawl.feeds.subscription import after_poll, next_poll, updated_subscription
from tidings.engine.settling.changes import Change, KeepSubscription
from tidings.engine.settling.known import Known
from tidings.model.crawl.subscription import HubLink, Subscription, SubscriptionState
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.page import UrlRole
from tidings.settings.tree import CrawlSettings


def callback_of(public_url: str, subscription_id: str) -> str:
    """Return the address that a hub calls for a subscription."""
    return f"{public_url.rstrip('/')}/websub/{subscription_id}"


class FeedSubscriptions:
    """Decides which hubs to call; none without a public URL."""

    def __init__(
        self,
        settings: CrawlSettings,
        public_url: str,
        token: Callable[[], str] = secrets.token_urlsafe,
    ) -> None:
        self._settings = settings
        self._public_url = public_url
        self._token = token

    def request(
        self,
        visit: Visit,
        hub: HubLink | None,
        now: datetime,
        known: Known,
        judged: Subscription | None = None,
    ) -> list[Change]:
        """Request a subscription to a feed that names a hub, unless there is one already."""
        if hub is None or not self._public_url:
            return []
        subscription = judged or known.subscription(visit.host, visit.id)
        if subscription is None:
            return [KeepSubscription(self._new(visit, hub, now))]
        callback = callback_of(self._public_url, subscription.id)
        updated = updated_subscription(subscription, hub, callback, now)
        if updated is subscription:
            return []
        return [KeepSubscription(replace(updated, site=visit.site))]

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

    def after_poll(
        self, visit: Visit, state: UrlState, found_new: bool, now: datetime, known: Known
    ) -> tuple[UrlState, Subscription | None, list[Change]]:
        """Rate a feed's hub by what a poll found, and poll less often while the hub delivers.

        Returns the state, and the subscription if there is one.
        """
        if not self._public_url or state.role is not UrlRole.FEED or state.due is None:
            return state, None, []
        subscription = known.subscription(visit.host, visit.id)
        if subscription is None:
            return state, None, []
        judged = after_poll(subscription, found_new, visit.visited_at, now)
        changes: list[Change] = [] if judged is subscription else [KeepSubscription(judged)]
        state = replace(state, due=next_poll(judged, now, state.due, self._settings))
        return state, judged, changes
