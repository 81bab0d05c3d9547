"""WebSub: a feed's subscription at a hub, and what the hub delivers."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class SubscriptionState(StrEnum):
    """The state of a subscription. Whether it is valid right now depends on its lease."""

    WANTED = "wanted"  # to be requested, or requested again
    ASKED = "asked"  # requested; the hub has not called back yet
    ACTIVE = "active"  # verified; valid until its lease ends
    DENIED = "denied"  # the hub refused; rarely requested again
    ENDING = "ending"  # its site is no longer followed: to be cancelled
    ENDED = "ended"  # cancelled or expired


@dataclass(frozen=True, slots=True)
class HubLink:
    """The hub and topic URL that a feed names for subscriptions."""

    url: str
    topic: str


@dataclass(frozen=True, slots=True)
class Subscription:
    """Everything known about one feed's subscription."""

    id: str  # the unguessable last part of the callback URL
    url: str  # the feed as the frontier knows it
    host: str
    url_id: int
    site: int
    hub: str
    topic: str
    secret: str
    callback: str  # as last sent to the hub
    state: SubscriptionState
    detail: str = ""  # why it is not active
    attempts: int = 0  # requests since the last success
    due: datetime | None = None  # next action; None: wait for an event
    asked_at: datetime | None = None
    verified_at: datetime | None = None
    lease_ends: datetime | None = None
    delivered_at: datetime | None = None
    deliveries: int = 0  # signed and new ones
    ignored: int = 0  # unsigned, wrongly signed or repeated ones
    missed: int = 0  # polls that found entries no delivery had brought
    streak: int = 0  # deliveries since the last miss
    doubted_at: datetime | None = None  # a poll found new entries; their delivery may still come
    digests: bytes = b""  # of recent deliveries, to detect repeats


@dataclass(frozen=True, slots=True)
class Delivery:
    """A verified delivery: the feed's new content as the hub sent it."""

    subscription: Subscription
    content_type: str
    body: bytes
    at: datetime
    poll_at: datetime  # next poll if the delivery cannot be read
    regular_poll_at: datetime | None  # next poll had there been no delivery
