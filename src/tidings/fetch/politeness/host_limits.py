"""Rate limits: recognises the answers by which a host limits its visitors, and slows it down.

429 is the status for it (RFC 6585); 420, 430 and 509 are what some send in its place. nginx's
limit_req and limit_conn answer 503 unless told otherwise, which may also mean that one page or the
whole host is broken: that shows when the page is requested again, slower. 403 is left out, since
it nearly always means what it says.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeGuard

from tidings.fetch.politeness.back_off import BackOff
from tidings.fetch.politeness.pace import Pace
from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.raw_response import RawResponse
from tidings.model.web.reason import Reason

LIMITED = frozenset({420, 429, 430, 509})
_OVERLOADED = frozenset({503, 508})  # 508: out of resources, at shared hosters
_TRIES = 8  # requests for one page of a host that limits us; then another visit must do
_DOUBTFUL_TRIES = 4  # as long as it may be the page itself
_RETRY_AFTER_TRIES = 2  # if the host says itself when to come back
_FALSE_ALARMS = 3  # broken pages after which a single 503 no longer counts as a limit …
_OUTAGE = 3  # … but so many in a row do
_MAX_HOSTS = 10_000  # in memory; a forgotten one is learned again


@dataclass(slots=True)
class LimitedHost:
    """What is known about a host that may limit us."""

    back_off: BackOff
    false_alarms: int = 0  # pages that stayed broken at a slower pace
    in_a_row: int = 0  # 503 since the last good answer
    is_proven: bool = False  # a page came after all, slower

    @property
    def doubts(self) -> bool:
        """Whether a 503 of this host is taken for what it says."""
        return self.false_alarms >= _FALSE_ALARMS and self.in_a_row < _OUTAGE


class Repetition:
    """Decides whether a limited request is sent again; one for each."""

    def __init__(self, limited_host: LimitedHost, on_taken_back: Callable[[], None]) -> None:
        self._host = limited_host
        self._on_taken_back = on_taken_back
        self._delay_before = limited_host.back_off.before
        self._answers = limited_host.back_off.answers
        self._tries = 1

    def continues(self, response: RawResponse | ExchangeFailure) -> TypeGuard[ExchangeFailure]:
        """Return whether to send the request once more after this answer to it."""
        host = self._host
        if not is_limited(response):
            host.is_proven = host.is_proven or isinstance(response, RawResponse)
            return False
        if self._tries < self._limit(response):
            self._tries += 1
            return True
        others_came = host.back_off.answers > self._answers
        if response.status in _OVERLOADED and not host.is_proven and others_came:
            host.false_alarms += 1
            host.back_off.take_back(self._delay_before)
            self._on_taken_back()
        return False

    def _limit(self, failure: ExchangeFailure) -> int:
        """Return how many requests for the page are worth while."""
        is_limit = failure.status in LIMITED
        if failure.retry_after is not None:
            return _RETRY_AFTER_TRIES
        if not is_limit and self._host.doubts:
            return 1
        return _TRIES if is_limit or self._host.is_proven else _DOUBTFUL_TRIES


class HostLimits:
    """The hosts that limit us. Every answer is noted here."""

    def __init__(self, pace: Pace, longest_delay: float, clock: Callable[[], float]) -> None:
        self._pace = pace
        self._longest_delay = longest_delay
        self._clock = clock
        self._hosts: dict[str, LimitedHost] = {}

    def note(self, host: str, sent: float, response: RawResponse | ExchangeFailure) -> None:
        """Note the answer to a request that started at `sent`."""
        if not self._hosts and isinstance(response, RawResponse):
            return  # nearly always
        if is_limited(response):
            self._note_limited(host, sent, response)
        elif response.status is not None and response.status < 500:
            self._note_good(host, sent)

    def repetition(self, host: str) -> Repetition:
        """Return who decides whether a limited request to a host is sent again."""
        return Repetition(self._of(host), partial(self._apply, host))

    def restore(self, host: str, delay: float) -> None:
        """Begin with a pace that an earlier process had learned."""
        back_off = self._of(host).back_off
        back_off.delay = min(delay, self._longest_delay)
        self._apply(host)

    def _apply(self, host: str) -> None:
        self._pace.set_learned_delay(host, self._of(host).back_off.delay)

    def _note_limited(self, host: str, sent: float, failure: ExchangeFailure) -> None:
        limited_host = self._of(host)
        if failure.status in _OVERLOADED:
            limited_host.in_a_row += 1
            if limited_host.doubts or failure.retry_after:
                return  # a 503 that says when the host will be back is no matter of pace
        usual = self._pace.usual_delay(host)
        pause = limited_host.back_off.note_limited(usual, sent, self._clock())
        self._apply(host)
        if pause and not failure.retry_after:  # which has closed the host already
            self._pace.close(host, pause, failure.reason)

    def _note_good(self, host: str, sent: float) -> None:
        limited_host = self._hosts.get(host)
        if limited_host is not None:
            limited_host.in_a_row = 0
            limited_host.back_off.note_good(self._pace.usual_delay(host), sent)
            self._apply(host)

    def _of(self, host: str) -> LimitedHost:
        limited_host = self._hosts.get(host)
        if limited_host is None:
            if len(self._hosts) >= _MAX_HOSTS:
                self._forget_idle()
            limited_host = self._hosts[host] = LimitedHost(BackOff(self._longest_delay))
        return limited_host

    def _forget_idle(self) -> None:
        """Forget the hosts at their usual pace, or all if there are too many others."""
        kept = {name: known for name, known in self._hosts.items() if not known.back_off.is_idle}
        self._hosts = kept if len(kept) < _MAX_HOSTS // 2 else {}


def is_limited(response: RawResponse | ExchangeFailure) -> TypeGuard[ExchangeFailure]:
    """Return whether a host may have answered so to limit us."""
    if not isinstance(response, ExchangeFailure):
        return False
    meant = response.reason in (Reason.TOO_MANY_REQUESTS, Reason.SERVER_ERROR)
    return meant and (response.status in LIMITED or response.status in _OVERLOADED)
