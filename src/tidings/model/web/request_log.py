"""The request log: one entry for every request that was sent or held back."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from tidings.model.web.reason import Reason

MAX_PATH = 300  # characters of a path that are stored; enough to find it in a server's log


class RequestPurpose(StrEnum):
    """What a request was made for."""

    PAGE = "page"
    FEED = "feed"
    SITEMAP = "sitemap"
    ROBOTS = "robots"  # robots.txt
    RESERVATION = "reservation"  # tdmrep.json
    HUB = "hub"  # a WebSub hub
    IMAGE = "image"  # a picture of an article
    WEBHOOK = "webhook"  # a message to an address that a person gave


@dataclass(frozen=True, slots=True)
class LoggedRequest:
    """A request as it was made. Times are seconds since 1970, as in `fetch.politeness.pace`."""

    at: float  # when it started
    host: str  # with its port, unless that is the default
    path: str
    address: str  # the IP address we connected to; empty if none, or if only the proxy knows it
    purpose: RequestPurpose
    site: int  # id of the site it was made for; 0: none
    status: int | None
    reason: Reason | None  # why it brought nothing new; None if it succeeded
    bytes: int  # of the body as transferred
    seconds: float
    host_delay: float = 0.0  # required since the last request to the host …
    domain_delay: float = 0.0  # … its domain …
    address_delay: float = 0.0  # … and the address
    sent: bool = True  # False: held back because of robots.txt, the guard, DNS or our proxy
    proxy: str = ""  # through which it went, without user name and password; empty: none


@dataclass(frozen=True, slots=True)
class RequestFilter:
    """Which requests are listed."""

    since: datetime | None = None
    until: datetime | None = None
    site: int | None = None
    host: str | None = None
    status: int | None = None
    # `ok`, `held_back` (not sent), or why it brought nothing new, as in `LoggedRequest.reason`.
    outcome: str | None = None


@dataclass(frozen=True, slots=True)
class RequestPage:
    """Some requests with their numbers, the newest first, and where the list continues."""

    requests: tuple[tuple[int, LoggedRequest], ...]
    next: tuple[float, int] | None  # the time and number after which it does; None: it ends
