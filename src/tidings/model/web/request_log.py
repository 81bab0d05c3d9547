"""The ledger's nouns: one line for every request that left the machine, or was kept back."""

from dataclasses import dataclass
from enum import StrEnum

from tidings.model.web.reason import Reason


class RequestPurpose(StrEnum):
    """What a request was made for."""

    PAGE = "page"
    FEED = "feed"
    SITEMAP = "sitemap"
    ROBOTS = "robots"  # robots.txt
    RESERVATION = "reservation"  # tdmrep.json
    HUB = "hub"  # a WebSub hub


@dataclass(frozen=True, slots=True)
class LoggedRequest:
    """A request as it was made. Moments are seconds since 1970, as the pace counts them."""

    at: float  # when it started
    host: str  # with its port, if that is not the usual one
    path: str
    address: str  # the IP address that was dialled; empty if none was
    purpose: RequestPurpose
    site: int  # on whose behalf; 0 is nobody's
    status: int | None
    reason: Reason | None  # why it brought nothing; None if it brought something
    bytes: int  # of the body, as they came over the wire
    seconds: float
    host_delay: float = 0.0  # due since the last start at the host …
    domain_delay: float = 0.0  # … its domain …
    address_delay: float = 0.0  # … and the address
    sent: bool = True  # False: robots.txt, the guard or DNS kept it back
