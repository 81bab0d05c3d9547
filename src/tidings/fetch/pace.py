"""Whose turn it is: one queue per host and per registered domain, and a limit over all.

Turns are counted from start to start. It knows nothing of robots.txt or HTTP; it is told the
delay of each host and how long a host wants to be left alone.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from tidings.model.reason import Reason
from tidings.read.url import domain_of
from tidings.settings.tree import FetchSettings

_NEVER = float("-inf")
_SWEEP_AT = 1024  # states kept before the first look for idle ones


@dataclass(slots=True)
class _Queue:
    """The gate of a host or a domain: callers pass one by one, each `delay` after the last."""

    delay: float
    gate: asyncio.Lock = field(default_factory=asyncio.Lock)
    started: float = _NEVER
    waiting: int = 0

    def due(self, now: float) -> float:
        # A clock that was set back must not make us wait for the future to pass twice.
        self.started = min(self.started, now)
        return self.started + self.delay


@dataclass(slots=True)
class _Host(_Queue):
    """A host's gate, with the requests under way behind it and the leave it asked for."""

    slots: asyncio.Semaphore = field(default_factory=asyncio.Semaphore)
    under_way: int = 0
    closed_until: float = _NEVER
    closed_for: Reason = Reason.TOO_MANY_REQUESTS


@dataclass(frozen=True, slots=True)
class Closed:
    """No turn: the host asked to be left alone for longer than anyone should queue."""

    seconds: float
    reason: Reason


class Pace:
    """Gives out turns. Every request takes one before it dials and leaves it afterwards."""

    def __init__(
        self,
        settings: FetchSettings,
        clock: Callable[[], float],
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._settings = settings
        self._clock = clock
        self._sleep = sleep
        self._hosts: dict[str, _Host] = {}
        self._domains: dict[str, _Queue] = {}
        self._sweep_at = _SWEEP_AT
        self.permits = asyncio.Semaphore(settings.concurrency)

    async def turn(self, host: str, delay: float | None = None) -> Closed | None:
        """Wait for this host's next turn; after None, `leave` must follow, after Closed not."""
        state, domain = self._host(host), self._domain(host)
        if delay is not None:
            state.delay = delay
        state.waiting += 1
        try:
            await state.slots.acquire()
            try:
                closed = await self._pass(state, domain)
            except BaseException:
                state.slots.release()
                raise
        finally:
            state.waiting -= 1
        if closed is not None:
            state.slots.release()
            return closed
        state.under_way += 1
        return None

    def leave(self, host: str) -> None:
        """End a turn, so that another request to the host may be under way."""
        state = self._hosts[host]
        state.under_way -= 1
        state.slots.release()
        self.permits.release()

    def close(self, host: str, seconds: float, reason: Reason) -> None:
        """Let nobody through to the host for so long, because it said so."""
        state = self._host(host)
        until = self._clock() + seconds
        if until > state.closed_until:
            state.closed_until, state.closed_for = until, reason

    def ready_at(self, host: str) -> float:
        """Return when the next caller would get its turn as far as is known; 0.0 means now."""
        now = self._clock()
        state = self._hosts.get(host)
        domain = self._domains.get(_domain_of_host(host))
        at = _NEVER
        if state is not None:
            at = max(state.due(now), state.closed_until)
            if state.waiting:
                at = max(at, now) + state.waiting * state.delay
        if domain is not None:
            at = max(at, domain.due(now) + domain.waiting * domain.delay)
        return at if at > now else 0.0

    async def _pass(self, state: _Host, domain: _Queue) -> Closed | None:
        async with state.gate:
            while True:
                closed = await self._until_open(state)
                if closed is not None or await self._start(state, domain):
                    return closed

    async def _start(self, state: _Host, domain: _Queue) -> bool:
        """Pass the domain's gate and take a permit; False if the host closed meanwhile."""
        domain.waiting += 1
        try:
            async with domain.gate:
                await self._until_due(domain)
                await self.permits.acquire()
                if state.closed_until > self._clock():
                    self.permits.release()
                    return False
                # The start is what counts: nothing is awaited from here to the dial.
                state.started = domain.started = self._clock()
                return True
        finally:
            domain.waiting -= 1

    async def _until_open(self, state: _Host) -> Closed | None:
        # Asked again after each sleep: a request that was under way may have closed the host.
        while True:
            now = self._clock()
            leave = state.closed_until - now
            if leave > self._settings.crawl_delay_cap:
                return Closed(leave, state.closed_for)
            wait = max(state.due(now) - now, leave)
            if wait <= 0:
                return None
            await self._sleep(wait)

    async def _until_due(self, queue: _Queue) -> None:
        while (wait := queue.due(now := self._clock()) - now) > 0:
            await self._sleep(wait)

    def _host(self, host: str) -> _Host:
        state = self._hosts.get(host)
        if state is None:
            self._sweep()
            slots = asyncio.Semaphore(self._settings.per_host)
            state = self._hosts[host] = _Host(self._settings.delay, slots=slots)
        return state

    def _domain(self, host: str) -> _Queue:
        name = _domain_of_host(host)
        queue = self._domains.get(name)
        if queue is None:
            delay = min(self._settings.domain_delay, self._settings.delay)
            queue = self._domains[name] = _Queue(delay)
        return queue

    def _sweep(self) -> None:
        if len(self._hosts) < self._sweep_at:
            return
        now = self._clock()
        self._hosts = {name: host for name, host in self._hosts.items() if _is_busy(host, now)}
        held = {_domain_of_host(name) for name in self._hosts}
        self._domains = {
            name: queue
            for name, queue in self._domains.items()
            if name in held or queue.waiting or queue.due(now) > now
        }
        # Twice what is busy, so that sweeping costs nothing per new host on average.
        self._sweep_at = max(_SWEEP_AT, 2 * len(self._hosts))


def _is_busy(host: _Host, now: float) -> bool:
    return bool(host.waiting or host.under_way or max(host.due(now), host.closed_until) > now)


def _domain_of_host(host: str) -> str:
    return domain_of(f"http://{host}")
