"""What the rest of the program needs of a fetcher; `client.py` has the one that uses sockets."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from tidings.model.web.exchange import FetchOutcome, Request
from tidings.model.web.request_log import RequestPurpose
from tidings.model.web.rights import Rights


def _anywhere(_: str) -> bool:
    return True


@dataclass(frozen=True, slots=True)
class FetchLimits:
    """What one fetch may do at most, beyond what the settings allow."""

    max_bytes: int | None = None  # of the body, which is cut there
    may_move: Callable[[str], bool] = _anywhere  # whether a redirect to a URL is followed


NO_LIMITS = FetchLimits()


class Fetcher(Protocol):
    """Makes requests, each guarded, limited, paced and logged. It never raises for a server."""

    async def fetch(
        self, request: Request, *, politely: bool = True, limits: FetchLimits = NO_LIMITS
    ) -> FetchOutcome:
        """Return the response for the URL, or the failure.

        Without `politely`, robots.txt and the pace are ignored, for URLs that a person requested.
        """
        ...

    async def post(
        self,
        url: str,
        body: bytes,
        headers: Mapping[str, str],
        purpose: RequestPurpose,
        site: int = 0,
    ) -> FetchOutcome:
        """Return the response to a body that is posted, or the failure.

        robots.txt does not apply: the URL was given for posting.
        """
        ...

    async def sitemaps(self, url: str, site: int = 0) -> tuple[str, ...]:
        """Return the sitemaps named by the robots.txt of the URL's host."""
        ...

    async def reservation(self, url: str, site: int = 0) -> Rights:
        """Return what the tdmrep.json of the URL's host says about it."""
        ...

    @property
    def waiting(self) -> int:
        """How many requests wait for their turn."""
        ...

    def ready_at(self, host: str) -> float:
        """Return the earliest second at which a request to host[:port] may start; 0.0 is now."""
        ...

    def forget_host(self, host: str) -> None:
        """Look host[:port] up again and request its robots.txt again before its next page."""
        ...
