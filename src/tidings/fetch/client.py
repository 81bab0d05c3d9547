"""The fetcher: one URL in, one outcome out; robots, pace and redirects in their order.

It decides neither what to fetch nor when to try again, and it never raises for anything that a
server or the network does.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from types import TracebackType
from typing import Self
from urllib.parse import urlencode

from tidings.fetch.politeness.gate import ClosedHost, Turn
from tidings.fetch.politeness.pace import Pace
from tidings.fetch.politeness.retry_after import requested_wait
from tidings.fetch.politeness.robots import Robots
from tidings.fetch.politeness.tdm_reservations import TdmReservations
from tidings.fetch.redirect_chain import RedirectChain
from tidings.fetch.request_log import RequestLogger
from tidings.fetch.transport.exchange_failure import ExchangeFailure
from tidings.fetch.transport.http_transport import HttpTransport
from tidings.fetch.transport.raw_response import RawResponse
from tidings.fetch.transport.request_headers import conditional_headers
from tidings.fetch.transport.request_url import host_of, redirect_url, start_url
from tidings.fetch.transport.resolver import Resolver
from tidings.model.web.exchange import FetchOutcome, Request
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest, RequestPurpose
from tidings.model.web.rights import NOTHING_RESERVED, Rights
from tidings.settings.tree import FetchSettings

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_STATUS_REASONS = {
    404: Reason.NOT_FOUND,
    410: Reason.GONE,
    429: Reason.TOO_MANY_REQUESTS,
}
_MIN_ROBOTS_HOPS = 5  # RFC 9309, 2.3.1.2
_MAX_POST_HOPS = 3  # a hub may move; a longer chain is a game
_KEEPS_POST = frozenset({307, 308})  # the redirects that repeat a POST (RFC 9110, 15.4)
_FORM = {"Content-Type": "application/x-www-form-urlencoded"}
_MAX_REPLY_BYTES = 4 * 1024  # of an answer to a POST: only its status matters
_MAX_ADDRESSES = 3  # of one name that are tried in a row, each in its own turn


@dataclass(frozen=True, slots=True)
class _FetchMode:
    """How one kind of fetch behaves."""

    asks_robots: bool
    takes_turns: bool
    max_bytes: int
    max_hops: int
    form: bytes | None = None  # to be posted


class Fetcher:
    """Fetches URLs politely and safely; share one per process and close it in the end."""

    def __init__(
        self,
        settings: FetchSettings,
        *,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        resolver: Resolver | None = None,
        on_line: Callable[[LoggedRequest], None] = lambda _: None,
    ) -> None:
        self._clock = clock
        self._settings = settings
        self._wire = HttpTransport(settings, resolver)
        self._pace = Pace(settings, clock, sleep)
        self._robots = Robots(self._fetch_robots, settings, clock)
        self._reservations = TdmReservations(self._fetch_tdmrep, settings, clock)
        self._scribe = RequestLogger(on_line)
        self._cap = timedelta(hours=settings.retry_after_cap_hours)
        self._politely = _FetchMode(True, True, settings.max_body_bytes, settings.max_hops)
        largest = max(settings.max_sitemap_bytes, settings.max_body_bytes)
        self._for_sitemaps = _FetchMode(True, True, largest, settings.max_hops)
        self._directly = _FetchMode(False, False, settings.max_body_bytes, settings.max_hops)
        hops = max(settings.max_hops, _MIN_ROBOTS_HOPS)
        self._for_robots = _FetchMode(False, True, settings.robots_max_bytes, hops)
        self._for_tdmrep = _FetchMode(True, True, settings.robots_max_bytes, settings.max_hops)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def fetch(self, request: Request, *, politely: bool = True) -> FetchOutcome:
        """Return what the URL holds, or why we have nothing.

        Without `politely` neither robots.txt nor the pace is heeded, for URLs that a person
        asked for; the guard and all limits hold anyway.
        """
        if request.purpose is RequestPurpose.SITEMAP:
            return await self._follow(request, self._for_sitemaps)
        return await self._follow(request, self._politely if politely else self._directly)

    async def post(self, url: str, form: Mapping[str, str], site: int = 0) -> FetchOutcome:
        """Post a form to an address that a feed names, in turn with all other requests.

        The guard and all limits hold. Only redirects that ask for the same POST are followed, each
        hop checked anew, and none from https to http: the form may hold a secret. robots.txt is
        not asked: the address was published for posting to.
        """
        body = urlencode(form).encode()
        return await self._follow(
            Request(url, purpose=RequestPurpose.HUB, site=site),
            _FetchMode(False, True, _MAX_REPLY_BYTES, _MAX_POST_HOPS, body),
        )

    async def sitemaps(self, url: str, site: int = 0) -> tuple[str, ...]:
        """Return the sitemaps named by the robots.txt of the URL's host."""
        address = start_url(url)
        return () if isinstance(address, Reason) else await self._robots.sitemaps(address, site)

    async def reservation(self, url: str, site: int = 0) -> Rights:
        """Return what the tdmrep.json of the URL's host says about it."""
        address = start_url(url)
        if isinstance(address, Reason) or not self._settings.tdmrep:
            return NOTHING_RESERVED
        return await self._reservations.rights(address, site)

    def recall(self, line: LoggedRequest) -> None:
        """Keep our distance from a request that an earlier process made."""
        self._pace.recall(line.host, line.address, line.at, line.host_delay)

    @property
    def waiting(self) -> int:
        """How many requests wait for their turn."""
        return self._pace.waiting

    def ready_at(self, host: str) -> float:
        """Return the earliest second at which a request to host[:port] may start; 0.0 is now."""
        return self._pace.ready_at(host)

    async def close(self) -> None:
        """Give up what is under way for robots.txt and close all connections."""
        await self._robots.close()
        await self._reservations.close()
        await self._wire.close()

    async def _fetch_robots(self, url: str, site: int) -> FetchOutcome:
        return await self._follow(
            Request(url, purpose=RequestPurpose.ROBOTS, site=site), self._for_robots
        )

    async def _fetch_tdmrep(self, url: str, site: int) -> FetchOutcome:
        request = Request(url, purpose=RequestPurpose.RESERVATION, site=site)
        return await self._follow(request, self._for_tdmrep)

    async def _follow(self, request: Request, manner: _FetchMode) -> FetchOutcome:
        trail = RedirectChain(request.url, self._clock)
        address = start_url(request.url)
        while True:
            if isinstance(address, Reason):
                return trail.failure(ExchangeFailure(address))
            if not trail.arrive(address):
                return trail.failure(ExchangeFailure(Reason.REDIRECT_LOOP))
            if trail.length > manner.max_hops:
                return trail.failure(
                    ExchangeFailure(Reason.TOO_MANY_HOPS, f"over {manner.max_hops}")
                )
            answer = await self._visit(address, request, manner, trail)
            if isinstance(answer, ExchangeFailure):
                return trail.failure(answer)
            if answer.status not in _REDIRECTS:
                return self._end(answer, trail)
            address = _redirect_target(address, answer, manner)
            if isinstance(address, Reason):
                return trail.failure(_bad_redirect(address, answer))
            trail.redirected(answer.status)

    async def _visit(
        self, url: str, request: Request, manner: _FetchMode, trail: RedirectChain
    ) -> RawResponse | ExchangeFailure:
        delay = None
        if manner.asks_robots:
            verdict = await self._robots.verdict(url, request.site)
            trail.rights = verdict.rights
            if verdict.trouble is not None:
                self._scribe.kept_back(url, request, self._clock(), verdict.trouble.reason)
                return verdict.trouble
            delay = self._delay(verdict.crawl_delay)
        if not manner.takes_turns:
            async with self._pace.permits:
                return await self._exchange(url, request, manner, trail, Turn(self._clock()))
        route = await self._wire.route(host_of(url))
        if isinstance(route, ExchangeFailure):
            self._scribe.kept_back(url, request, self._clock(), route.reason)
            return route
        answer: RawResponse | ExchangeFailure | None = None
        for address in route[:_MAX_ADDRESSES] or (None,):
            answer = await self._in_turn(url, request, manner, trail, delay, address)
            if not (isinstance(answer, ExchangeFailure) and answer.unreached):
                break
        assert answer is not None
        return answer

    async def _in_turn(
        self,
        url: str,
        request: Request,
        manner: _FetchMode,
        trail: RedirectChain,
        delay: float | None,
        address: str | None,
    ) -> RawResponse | ExchangeFailure:
        """Ask when host, domain and address have their turn."""
        host = host_of(url)
        turn = await self._pace.turn(host, delay, address)
        if isinstance(turn, ClosedHost):
            wait = timedelta(seconds=turn.seconds)
            self._scribe.kept_back(url, request, self._clock(), turn.reason)
            return ExchangeFailure(turn.reason, f"{host} asked us to wait", retry_after=wait)
        try:
            answer = await self._exchange(url, request, manner, trail, turn, address)
        finally:
            self._pace.leave(host, address)
        if isinstance(answer, RawResponse) and address and answer.address not in ("", address):
            self._pace.met(host, answer.address, turn.at)  # a connection that was still open
        return answer

    async def _exchange(
        self,
        url: str,
        request: Request,
        manner: _FetchMode,
        trail: RedirectChain,
        turn: Turn,
        address: str | None = None,
    ) -> RawResponse | ExchangeFailure:
        trail.sending(turn.at)
        headers = conditional_headers(request) if manner.form is None else _FORM
        on_head = partial(self._pace.heard, host_of(url), address)
        answer = await self._wire.ask(url, headers, manner.max_bytes, manner.form, address, on_head)
        if isinstance(answer, RawResponse) and answer.status >= 400:
            answer = self._refused(url, answer)
        self._scribe.asked(url, request, turn, address, answer, trail.answered())
        return answer

    def _refused(self, url: str, answer: RawResponse) -> ExchangeFailure:
        status = answer.status
        fallback = Reason.SERVER_ERROR if status >= 500 else Reason.CLIENT_ERROR
        reason = _STATUS_REASONS.get(status, fallback)
        now = datetime.fromtimestamp(self._clock(), UTC)
        wait = requested_wait(answer.header("retry-after"), now, self._cap)
        if wait is not None and status in (429, 503):
            self._pace.close(host_of(url), wait.total_seconds(), reason)
        return ExchangeFailure(reason, f"status {status}", status, wait, answer.received)

    def _end(self, answer: RawResponse, trail: RedirectChain) -> FetchOutcome:
        if answer.status < 300 or answer.status == 304:
            return trail.response(answer)
        detail = f"status {answer.status}"  # 300, 305 and 306 lead nowhere by themselves
        return trail.failure(ExchangeFailure(Reason.BAD_REDIRECT, detail, answer.status))

    def _delay(self, crawl_delay: float | None) -> float:
        asked = min(crawl_delay or 0.0, self._settings.crawl_delay_cap)
        return max(self._settings.delay, asked)


def _redirect_target(address: str, answer: RawResponse, manner: _FetchMode) -> str | Reason:
    """Return where a redirect leads, or why it is not followed."""
    onwards = redirect_url(address, answer.location)
    if manner.form is None or isinstance(onwards, Reason):
        return onwards
    is_weaker = address.startswith("https:") and not onwards.startswith("https:")
    kept = answer.status in _KEEPS_POST and not is_weaker
    return onwards if kept else Reason.BAD_REDIRECT


def _bad_redirect(reason: Reason, answer: RawResponse) -> ExchangeFailure:
    place = "without Location" if not answer.location else repr(answer.location[:200])[1:]
    return ExchangeFailure(reason, place, answer.status)
