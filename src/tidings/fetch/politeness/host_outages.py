"""Outages: a host that stopped answering is left alone for a while.

Every request to it would cost its whole time limit, and its pages would be given up one by one. How
often robots.txt is requested of a host that is down is decided in robots.py.
"""

from collections.abc import Callable
from typing import TypeGuard

from tidings.fetch.politeness.pace import Pace
from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.raw_response import RawResponse
from tidings.model.web.reason import Reason

OUTAGES = frozenset({Reason.CONNECT, Reason.TIMEOUT_CONNECT, Reason.TIMEOUT_TOTAL})
_IN_A_ROW = 5  # requests without any answer; fewer may be about these pages, not about the host
_FIRST_PAUSE = 60.0  # seconds; restarts are shorter
_LONGEST_PAUSE = 3_600.0  # seconds; as often as robots.txt is requested of a host that is down


class HostOutages:
    """Counts requests without an answer. Every exchange for a page is noted here."""

    def __init__(self, pace: Pace, clock: Callable[[], float]) -> None:
        self._pace = pace
        self._clock = clock
        self._counts: dict[str, int] = {}
        self._closed_at: dict[str, float] = {}

    def note(self, host: str, sent: float, response: RawResponse | ExchangeFailure) -> None:
        """Note what came of a request that started at `sent`, and close a host that is down."""
        if not _is_silent(response):
            if host in self._counts:
                self.forget(host)
        elif host not in self._closed_at or sent > self._closed_at[host]:
            self._count(host, response.reason)  # else it was under way when the host was closed

    def forget(self, host: str) -> None:
        """Open a host that answers again, or that somebody wants tried."""
        self._counts.pop(host, None)
        if self._closed_at.pop(host, None) is not None:
            self._pace.reopen(host, OUTAGES)

    def _count(self, host: str, reason: Reason) -> None:
        count = self._counts[host] = self._counts.get(host, 0) + 1
        if count >= _IN_A_ROW:
            pause = min(_FIRST_PAUSE * 2.0 ** min(count - _IN_A_ROW, 10), _LONGEST_PAUSE)
            self._pace.close(host, pause, reason)
            self._closed_at[host] = self._clock()


def _is_silent(response: RawResponse | ExchangeFailure) -> TypeGuard[ExchangeFailure]:
    """Return whether nothing came from the host; a connection that it broke off is an answer."""
    if not isinstance(response, ExchangeFailure) or response.status is not None:
        return False
    waited = response.reason is Reason.TIMEOUT_TOTAL
    return response.reason in OUTAGES and (waited or not response.address)
