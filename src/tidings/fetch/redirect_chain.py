"""The redirects of one fetch so far, and the outcome at their end."""

from collections.abc import Callable
from datetime import UTC, datetime

from tidings.fetch.credentials.secret_headers import NO_SECRETS
from tidings.fetch.site_policy import USUAL_POLICY, SitePolicy
from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.raw_response import RawResponse
from tidings.model.web.exchange import FetchFailure, Hop, Response
from tidings.model.web.rights import NOTHING_RESERVED
from tidings.settings.proxy_address import ProxyAddress


class RedirectChain:
    """Remembers the URLs of a fetch and when its latest request was sent."""

    def __init__(
        self, requested: str, clock: Callable[[], float], policy: SitePolicy = USUAL_POLICY
    ) -> None:
        self._requested = requested
        self.policy = policy  # of the source that the fetch is for
        self._clock = clock
        self._hops: list[Hop] = []
        self._visited: set[str] = set()
        self._sent = clock()
        self._seconds = 0.0
        self.url = requested  # current URL
        self.rights = NOTHING_RESERVED  # from the robots.txt of the current URL
        self.proxy: ProxyAddress | None = None  # between us and the host of the current URL
        self.secrets = NO_SECRETS  # for the current URL
        self.with_login = False  # whether any hop got some

    @property
    def length(self) -> int:
        """The number of redirects followed."""
        return len(self._hops)

    def arrive(self, url: str) -> bool:
        """Make the URL current; return whether it is new in this chain."""
        self.url = url
        self._sent, self._seconds = self._clock(), 0.0
        if url in self._visited:
            return False
        self._visited.add(url)
        return True

    def add_hop(self, status: int) -> None:
        """Record that the current URL redirects."""
        self._hops.append(Hop(self.url, status))

    def start_request(self, at: float) -> None:
        """Record that the request is sent now, at `at`."""
        self._sent = at

    def end_request(self) -> float:
        """Record that the exchange is over; return the seconds it took."""
        self._seconds = max(0.0, self._clock() - self._sent)
        return self._seconds

    def response(self, raw: RawResponse) -> Response:
        """Return the outcome of a successful fetch."""
        return Response(
            requested=self._requested,
            url=self.url,
            status=raw.status,
            headers=raw.headers,
            body=raw.body,
            truncated=raw.truncated,
            hops=tuple(self._hops),
            address=raw.address,
            at=self._at(),
            seconds=self._seconds,
            rights=self.rights,
            with_login=self.with_login,
        )

    def failure(self, failure: ExchangeFailure) -> FetchFailure:
        """Return the outcome of a failed fetch."""
        return FetchFailure(
            requested=self._requested,
            url=self.url,
            reason=failure.reason,
            detail=failure.detail,
            hops=tuple(self._hops),
            at=self._at(),
            seconds=self._seconds,
            status=failure.status,
            retry_after=failure.retry_after,
            waits_for_robots=failure.waits_for_robots,
        )

    def _at(self) -> datetime:
        return datetime.fromtimestamp(self._sent, UTC)
