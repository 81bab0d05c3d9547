"""The fetcher that uses sockets: obeys robots.txt and the pace, and follows redirects.

It decides neither what to fetch nor when to retry. It never raises for anything that a server or
the network does; HostNotHeld says that another process asks the host.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import partial
from types import TracebackType
from typing import Self

from tidings.fetch.credentials.credential_sender import CredentialSender
from tidings.fetch.credentials.credentials_file import CredentialsFile
from tidings.fetch.credentials.secret_headers import NO_SECRETS, SecretHeaders
from tidings.fetch.fetcher import NO_LIMITS, FetchLimits
from tidings.fetch.politeness.address_turns import AddressTurns
from tidings.fetch.politeness.gate import ClosedHost, Turn
from tidings.fetch.politeness.host_limits import LIMITED, HostLimits, is_limited
from tidings.fetch.politeness.host_outages import OUTAGES, HostOutages
from tidings.fetch.politeness.host_permission import EVERYONE, HostPermission
from tidings.fetch.politeness.pace import Pace
from tidings.fetch.politeness.retry_after import requested_wait
from tidings.fetch.politeness.robots import Robots
from tidings.fetch.politeness.tdm_reservations import TdmReservations
from tidings.fetch.post_message import MAX_POST_HOPS, MAX_POST_RESPONSE_BYTES, PostMessage
from tidings.fetch.redirect_chain import RedirectChain
from tidings.fetch.request_log import RequestLogger
from tidings.fetch.site_policy import USUAL_POLICY, PolicyOf, SitePolicy, usual_policy
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
from tidings.read.pages.barriers import bot_check_of_head
from tidings.settings.proxy_address import ProxyInvalid
from tidings.settings.tree import FetchSettings

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_STATUS_REASONS = {
    404: Reason.NOT_FOUND,
    410: Reason.GONE,
    **dict.fromkeys(LIMITED, Reason.TOO_MANY_REQUESTS),
}
_MIN_ROBOTS_HOPS = 5  # RFC 9309, 2.3.1.2
_MAX_ADDRESSES = 3  # of one name to try


@dataclass(frozen=True, slots=True)
class _FetchMode:
    """How one kind of fetch behaves."""

    obeys_robots: bool
    takes_turns: bool
    max_bytes: int
    max_hops: int
    message: PostMessage | None = None  # None: a GET
    may_move: Callable[[str], bool] | None = None  # whether a redirect is followed; None: any

    def within(self, limits: FetchLimits) -> Self:
        """Return the mode of a fetch that has limits of its own."""
        most = self.max_bytes if limits.max_bytes is None else limits.max_bytes
        return replace(self, max_bytes=min(self.max_bytes, most), may_move=limits.may_move)


class WebFetcher:
    """Fetches URLs politely and safely; share one per process and close it at the end."""

    def __init__(
        self,
        settings: FetchSettings,
        *,
        clock: Callable[[], float] = time.time,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        resolver: Resolver | None = None,
        on_request: Callable[[LoggedRequest], None] = lambda _: None,
        policies: PolicyOf = usual_policy,
        credentials: CredentialsFile | None = None,
        permission: HostPermission = EVERYONE,
    ) -> None:
        self._permission = permission
        self._credentials = CredentialSender(credentials, clock)
        self._clock = clock
        self._policies = policies
        self._settings = settings
        self._transport = HttpTransport(settings, resolver)
        self._pace = Pace(settings, clock, sleep)
        self._limits = HostLimits(self._pace, settings.crawl_delay_cap, clock)
        self._outages = HostOutages(self._pace, clock)
        self._robots = Robots(self._fetch_robots, settings, clock)
        self._reservations = TdmReservations(self._fetch_tdmrep, settings, clock)
        self._request_logger = RequestLogger(on_request)
        self._cap = timedelta(hours=settings.retry_after_cap_hours)
        self._polite = _FetchMode(True, True, settings.max_body_bytes, settings.max_hops)
        largest = max(settings.max_sitemap_bytes, settings.max_body_bytes)
        self._for_sitemaps = _FetchMode(True, True, largest, settings.max_hops)
        self._unrestricted = _FetchMode(False, False, settings.max_body_bytes, settings.max_hops)
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

    async def fetch(
        self, request: Request, *, politely: bool = True, limits: FetchLimits = NO_LIMITS
    ) -> FetchOutcome:
        """Return the response for the URL, or the failure.

        Without `politely`, robots.txt and the pace are ignored, for URLs that a person requested.
        The guard and all limits still apply.
        """
        mode = self._polite if politely else self._unrestricted
        if request.purpose is RequestPurpose.SITEMAP:
            mode = self._for_sitemaps
        return await self._follow(request, mode if limits is NO_LIMITS else mode.within(limits))

    async def post(
        self,
        url: str,
        body: bytes,
        headers: Mapping[str, str],
        purpose: RequestPurpose,
        site: int = 0,
    ) -> FetchOutcome:
        """Post a body at the pace of all other requests, and return the start of the response.

        The guard and all limits apply, at every hop. `PostMessage.may_move` says which redirects
        are followed. robots.txt is ignored: the URL was published or given for posting.
        """
        message = PostMessage(body, headers)
        return await self._follow(
            Request(url, purpose=purpose, site=site),
            _FetchMode(False, True, MAX_POST_RESPONSE_BYTES, MAX_POST_HOPS, message),
        )

    async def sitemaps(self, url: str, site: int = 0) -> tuple[str, ...]:
        """Return the sitemaps named by the robots.txt of the URL's host."""
        target = start_url(url)
        return () if isinstance(target, Reason) else await self._robots.sitemaps(target, site)

    async def reservation(self, url: str, site: int = 0) -> Rights:
        """Return what the tdmrep.json of the URL's host says about it."""
        target = start_url(url)
        if isinstance(target, Reason) or not self._settings.tdmrep:
            return NOTHING_RESERVED
        return await self._reservations.rights(target, site)

    def note_earlier_request(self, logged: LoggedRequest) -> None:
        """Count a request of an earlier process, so that the next one keeps the delay."""
        self._pace.note_start(logged.host, logged.address, logged.at, logged.host_delay)
        if logged.host_delay > self._settings.delay:
            self._limits.restore(logged.host, logged.host_delay)

    def note_closed_host(self, host: str, until: float, reason: Reason) -> None:
        """Keep away from host[:port] as it asked an earlier process."""
        self._pace.close(host, until - self._clock(), reason)

    @property
    def waiting(self) -> int:
        """How many requests wait for their turn."""
        return self._pace.waiting

    def ready_at(self, host: str) -> float:
        """Return the earliest second at which a request to host[:port] may start; 0.0 is now."""
        return self._pace.ready_at(host)

    def pause_after(self, host: str) -> float:
        """Return for how many seconds host[:port] is left alone after a request that ends now."""
        return self._pace.pause_after(host)

    def forget_host(self, host: str) -> None:
        """Try host[:port] again at once: its address, its robots.txt, then its next page."""
        self._outages.forget(host)
        self._robots.forget(host)
        self._transport.forget_addresses(host)

    async def close(self) -> None:
        """Cancel pending fetches of robots.txt and tdmrep.json and close all connections."""
        await self._robots.close()
        await self._reservations.close()
        await self._transport.close()

    async def _fetch_robots(self, url: str, site: int) -> FetchOutcome:
        return await self._follow(
            Request(url, purpose=RequestPurpose.ROBOTS, site=site), self._for_robots
        )

    async def _fetch_tdmrep(self, url: str, site: int) -> FetchOutcome:
        request = Request(url, purpose=RequestPurpose.RESERVATION, site=site)
        return await self._follow(request, self._for_tdmrep)

    async def _follow(self, request: Request, mode: _FetchMode) -> FetchOutcome:
        chain = RedirectChain(request.url, self._clock, self._policies(request.site))
        url = start_url(request.url)
        while True:
            if isinstance(url, Reason):
                return chain.failure(ExchangeFailure(url))
            if not chain.arrive(url):
                return chain.failure(ExchangeFailure(Reason.REDIRECT_LOOP))
            if chain.length > mode.max_hops:
                return chain.failure(ExchangeFailure(Reason.TOO_MANY_HOPS, f"over {mode.max_hops}"))
            response = await self._visit(url, request, mode, chain)
            if isinstance(response, ExchangeFailure):
                return chain.failure(response)
            if response.status not in _REDIRECTS:
                return self._end(response, chain)
            url = _redirect_target(url, response, mode)
            if isinstance(url, Reason):
                return chain.failure(_bad_redirect(url, response))
            if mode.may_move is not None and not mode.may_move(url):
                return chain.failure(
                    ExchangeFailure(Reason.REDIRECTED, f"to {url}", response.status)
                )
            chain.add_hop(response.status)

    async def _visit(
        self, url: str, request: Request, mode: _FetchMode, chain: RedirectChain
    ) -> RawResponse | ExchangeFailure:
        delay = None
        chain.secrets = NO_SECRETS
        if chain.policy.credentials and mode.message is None:
            secrets = self._secrets(url, request, chain.policy)
            if isinstance(secrets, ExchangeFailure):
                self._request_logger.log_held_back(url, request, self._clock(), secrets.reason)
                return secrets
            chain.secrets = secrets
        if mode.obeys_robots:
            verdict = await self._robots.verdict(url, request.site)
            chain.rights = verdict.rights
            if verdict.failure is not None:
                self._request_logger.log_held_back(
                    url, request, self._clock(), verdict.failure.reason
                )
                return verdict.failure
            delay = self._delay(url, verdict.crawl_delay, chain.policy)
        try:
            chain.proxy = self._transport.proxy_for(url, chain.policy.proxy)
        except ProxyInvalid as error:  # a source may use the environment's
            return ExchangeFailure(Reason.PROXY, str(error))
        if not mode.takes_turns:
            async with self._pace.permits:
                return await self._exchange(url, request, mode, chain, Turn(self._clock()))
        addresses = await self._transport.allowed_addresses(host_of(url), chain.proxy)
        if isinstance(addresses, ExchangeFailure):
            self._request_logger.log_held_back(url, request, self._clock(), addresses.reason)
            return addresses
        in_turn = partial(
            self._in_turn, url, request, mode, chain, delay, addresses[:_MAX_ADDRESSES]
        )
        async with self._permission.asking(host_of(url)):
            response = await in_turn()
            if mode.message is not None or not is_limited(response):
                return response
            return await self._slower(host_of(url), response, in_turn)

    async def _slower(
        self,
        host: str,
        limited: ExchangeFailure,
        in_turn: Callable[[], Awaitable[RawResponse | ExchangeFailure]],
    ) -> RawResponse | ExchangeFailure:
        """Send the request again to a host that limits us: its pages are not lost."""
        repetition = self._limits.repetition(host)
        response: RawResponse | ExchangeFailure = limited
        while repetition.continues(response):
            limited = response
            response = await in_turn()
            if isinstance(response, ExchangeFailure) and response.is_held_back:
                return replace(limited, retry_after=response.retry_after)
        return response

    async def _in_turn(
        self,
        url: str,
        request: Request,
        mode: _FetchMode,
        chain: RedirectChain,
        delay: float | None,
        addresses: Sequence[str],
    ) -> RawResponse | ExchangeFailure:
        """Send the request once host, domain and address allow it."""
        host = host_of(url)
        turn = await self._pace.turn(host, delay, addresses[0] if addresses else None)
        if isinstance(turn, ClosedHost):
            wait = timedelta(seconds=turn.seconds)
            self._request_logger.log_held_back(url, request, self._clock(), turn.reason)
            return ExchangeFailure(turn.reason, _why_closed(host, turn), retry_after=wait)
        turns = AddressTurns(self._pace, host, addresses, turn)
        try:
            response = await self._exchange(url, request, mode, chain, turn, turns)
        finally:
            turns.close()
        self._limits.note(host, turn.at, response)
        if mode.obeys_robots:
            self._outages.note(host, turn.at, response)
        return response

    async def _exchange(
        self,
        url: str,
        request: Request,
        mode: _FetchMode,
        chain: RedirectChain,
        turn: Turn,
        turns: AddressTurns | None = None,
    ) -> RawResponse | ExchangeFailure:
        chain.start_request(turn.at)
        message = mode.message
        # Validators belong to the address that gave them: a redirect's target would answer about
        # another page.
        validators = {} if chain.length else conditional_headers(request)
        headers = message.headers if message else validators
        if chain.policy is not USUAL_POLICY and message is None:
            headers = {**chain.policy.headers_for(url), **headers, **chain.secrets.headers}
            chain.with_login = chain.with_login or bool(chain.secrets.headers)
        on_head = partial(self._pace.note_response, host_of(url))
        response = await self._transport.send(
            url,
            headers,
            mode.max_bytes,
            message.body if message else None,
            turns,
            on_head,
            chain.proxy,
        )
        if isinstance(response, RawResponse) and response.status >= 400:
            response = self._error(url, response, chain.secrets)
        response = chain.secrets.cleaned(response)
        seconds = chain.end_request()
        address = response.address or (turns.first if turns else "")
        turn = turns.turn_at(address) if turns else turn
        self._request_logger.log_sent(url, request, turn, address, response, seconds, chain.proxy)
        return response

    def _secrets(
        self, url: str, request: Request, policy: SitePolicy
    ) -> SecretHeaders | ExchangeFailure:
        """Return the secret headers of a request; robots.txt is also requested without them."""
        secrets = self._credentials.headers_for(policy.credentials or "", policy.host, url)
        is_about_rules = request.purpose in (RequestPurpose.ROBOTS, RequestPurpose.RESERVATION)
        return NO_SECRETS if is_about_rules and isinstance(secrets, ExchangeFailure) else secrets

    def _error(self, url: str, response: RawResponse, secrets: SecretHeaders) -> ExchangeFailure:
        status = response.status
        fallback = Reason.SERVER_ERROR if status >= 500 else Reason.CLIENT_ERROR
        reason = _STATUS_REASONS.get(status, fallback)
        now = datetime.fromtimestamp(self._clock(), UTC)
        wait = requested_wait(response.header("retry-after"), now, self._cap)
        if wait is not None and status in (429, 503):
            self._pace.close(host_of(url), wait.total_seconds(), reason)
        detail = f"status {status}{secrets.explanation(status)}"
        if maker := bot_check_of_head(status, response.headers):
            reason, detail = Reason.BOT_CHECK, f"{maker}, {detail}"
        return ExchangeFailure(
            reason, detail, status, wait, response.received, address=response.address
        )

    def _end(self, response: RawResponse, chain: RedirectChain) -> FetchOutcome:
        if response.status < 300 or response.status == 304:
            return chain.response(response)
        detail = f"status {response.status}"  # 300, 305 and 306 have no single target
        return chain.failure(ExchangeFailure(Reason.BAD_REDIRECT, detail, response.status))

    def _delay(self, url: str, crawl_delay: float | None, policy: SitePolicy) -> float:
        requested = min(crawl_delay or 0.0, self._settings.crawl_delay_cap)
        return max(policy.delay_for(url, self._settings.delay), requested)


def _why_closed(host: str, closed: ClosedHost) -> str:
    if closed.reason in OUTAGES:
        return f"{host} answers nothing, so it is left alone for a while"
    return f"{host} asked us to wait"


def _redirect_target(url: str, response: RawResponse, mode: _FetchMode) -> str | Reason:
    """Return the target of a redirect, or why it is not followed."""
    target = redirect_url(url, response.location)
    if mode.message is None or isinstance(target, Reason):
        return target
    return target if mode.message.may_move(response.status, url, target) else Reason.BAD_REDIRECT


def _bad_redirect(reason: Reason, response: RawResponse) -> ExchangeFailure:
    detail = "without Location" if not response.location else repr(response.location[:200])[1:]
    return ExchangeFailure(reason, detail, response.status)
