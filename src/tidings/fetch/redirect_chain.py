"""The hops of one fetch so far, and the outcome they end in."""

from collections.abc import Callable
from datetime import UTC, datetime

from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.raw_response import RawResponse
from tidings.model.web.exchange import FetchFailure, Hop, Response
from tidings.model.web.rights import NOTHING_RESERVED


class RedirectChain:
    """Remembers where a fetch has been and when its latest request was sent."""

    def __init__(self, requested: str, clock: Callable[[], float]) -> None:
        self._requested = requested
        self._clock = clock
        self._hops: list[Hop] = []
        self._been: set[str] = set()
        self._sent = clock()
        self._seconds = 0.0
        self.url = requested  # where we are
        self.rights = NOTHING_RESERVED  # as the robots.txt of where we are says

    @property
    def length(self) -> int:
        """The number of redirects followed."""
        return len(self._hops)

    def arrive(self, url: str) -> bool:
        """Go to the URL; tell whether it is the first time."""
        self.url = url
        self._sent, self._seconds = self._clock(), 0.0
        if url in self._been:
            return False
        self._been.add(url)
        return True

    def redirected(self, status: int) -> None:
        """Note that the place where we are sends us on."""
        self._hops.append(Hop(self.url, status))

    def sending(self, at: float) -> None:
        """Note that the request is sent now, which is `at`."""
        self._sent = at

    def answered(self) -> float:
        """Note that the exchange is over; return the seconds it took."""
        self._seconds = max(0.0, self._clock() - self._sent)
        return self._seconds

    def response(self, answer: RawResponse) -> Response:
        """Return the good end."""
        return Response(
            requested=self._requested,
            url=self.url,
            status=answer.status,
            headers=answer.headers,
            body=answer.body,
            truncated=answer.truncated,
            hops=tuple(self._hops),
            address=answer.address,
            at=self._at(),
            seconds=self._seconds,
            rights=self.rights,
        )

    def failure(self, trouble: ExchangeFailure) -> FetchFailure:
        """Return the bad end."""
        return FetchFailure(
            requested=self._requested,
            url=self.url,
            reason=trouble.reason,
            detail=trouble.detail,
            hops=tuple(self._hops),
            at=self._at(),
            seconds=self._seconds,
            status=trouble.status,
            retry_after=trouble.retry_after,
        )

    def _at(self) -> datetime:
        return datetime.fromtimestamp(self._sent, UTC)
