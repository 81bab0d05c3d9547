"""WebSub's nouns: a feed's subscription at a hub, and what the hub sends."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class SubscriptionState(StrEnum):
    """How far a subscription has come; whether it holds right now, its lease tells."""

    WANTED = "wanted"  # to be asked for, or asked for again
    ASKED = "asked"  # the hub has our request and has not called back yet
    ACTIVE = "active"  # verified; holds until its lease ends
    DENIED = "denied"  # the hub said no; asked again rarely
    ENDING = "ending"  # its site is no longer followed: to be cancelled
    ENDED = "ended"  # cancelled, or left to run out


@dataclass(frozen=True, slots=True)
class HubLink:
    """Where a feed says that it can be subscribed to, and under which name."""

    url: str
    topic: str


@dataclass(frozen=True, slots=True)
class Subscription:
    """Everything known about one feed's subscription."""

    id: str  # the unguessable end of the callback's address
    url: str  # the feed as the frontier knows it
    host: str
    url_id: int
    site: int
    hub: str
    topic: str
    secret: str
    callback: str  # as the hub was last told
    state: SubscriptionState
    detail: str = ""  # why it is not what we wish
    attempts: int = 0  # requests since the last success
    due: datetime | None = None  # when to act next; None: only when something happens
    asked_at: datetime | None = None
    verified_at: datetime | None = None
    lease_ends: datetime | None = None
    delivered_at: datetime | None = None
    deliveries: int = 0  # that were signed and new
    ignored: int = 0  # unsigned, wrongly signed or sent before
    missed: int = 0  # times that a poll found what no delivery had brought
    streak: int = 0  # deliveries since the last of those
    doubted_at: datetime | None = None  # a poll found news; the delivery may be under way
    digests: bytes = b""  # of the newest deliveries, so that none counts twice


@dataclass(frozen=True, slots=True)
class Delivery:
    """A delivery that is genuine: the feed's new content as the hub sent it."""

    subscription: Subscription
    content_type: str
    body: bytes
    at: datetime
    poll_at: datetime  # when the feed is polled if the delivery is not read
    polled_else: datetime | None  # when it would have been polled without the delivery
