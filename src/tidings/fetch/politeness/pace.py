"""Whose turn it is: by host, by registered domain, by the address dialled, and a limit over all.

Turns are counted from start to start. It knows nothing of robots.txt or HTTP; it is told the
delay of each host and how long a host wants to be left alone.
"""

import asyncio
from collections.abc import Awaitable, Callable
from functools import lru_cache
from typing import TypeVar

from tidings.fetch.caching.weighted_cache import WeightedCache
from tidings.fetch.politeness.gate import AddressGate, ClosedHost, Gate, HostGate, Turn
from tidings.model.web.reason import Reason
from tidings.read.url import domain_of
from tidings.settings.tree import FetchSettings

_SWEEP_AT = 1024  # gates kept before the first look for idle ones
_KNOWN_HOSTS = 100_000  # hosts whose address is remembered, so that nobody queues for a busy one
_FULL_SECONDS = 1.0  # when to look again at an address with no room

G = TypeVar("G", bound=Gate)


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
        self._hosts: dict[str, HostGate] = {}
        self._domains: dict[str, Gate] = {}
        self._addresses: dict[str, AddressGate] = {}
        self._address_of: WeightedCache[str, str] = WeightedCache(_KNOWN_HOSTS)
        self._sweep_at = _SWEEP_AT
        self.waiting = 0  # callers without a turn
        self.permits = asyncio.Semaphore(settings.concurrency)

    async def turn(
        self, host: str, delay: float | None = None, address: str | None = None
    ) -> Turn | ClosedHost:
        """Wait for this host's next turn; after a Turn, `leave` must follow, after Closed not."""
        state, domain = self._host(host), self._domain(host)
        server = self._address(host, address) if address else None
        if delay is not None:
            state.delay = delay
        turn: Turn | ClosedHost | None = None
        state.waiting += 1
        self.waiting += 1
        _hold(server, 1)
        try:
            turn = await self._queue(state, domain, server)
        finally:
            state.waiting -= 1
            self.waiting -= 1
            if not isinstance(turn, Turn):
                _hold(server, -1)
        return turn

    def leave(self, host: str, address: str | None = None) -> None:
        """End a turn, so that another request to the host may be under way."""
        state = self._hosts[host]
        state.under_way -= 1
        state.slots.release()
        self.permits.release()
        if address:
            server = self._addresses[address]
            server.under_way -= 1
            server.held -= 1
            server.left.set()

    def close(self, host: str, seconds: float, reason: Reason) -> None:
        """Let nobody through to the host for so long, because it said so."""
        state = self._host(host)
        until = self._clock() + seconds
        if until > state.closed_until:
            state.closed_until, state.closed_for = until, reason

    def recall(self, host: str, address: str, at: float, delay: float) -> None:
        """Remember a start that another process made, so that the next one keeps its distance."""
        state = self._host(host)
        state.delay = max(state.delay, delay)
        gates: list[Gate] = [state, self._domain(host)]
        if address:
            gates.append(self._address(host, address))
        for gate in gates:
            gate.started = max(gate.started, at)

    def met(self, host: str, address: str, at: float) -> None:
        """Note that a request came out at another address than it had its turn for."""
        server = self._address(host, address)
        server.started = max(server.started, at)

    def heard(self, host: str, address: str | None) -> None:
        """Count the delays from when a server began to answer.

        Dialling takes its time: counted from our start alone, a second request over an open
        connection would reach the server sooner after the first than it was promised.
        """
        now = self._clock()
        gates = (
            self._hosts.get(host),
            self._domains.get(_domain_of_host(host)),
            self._addresses.get(address or ""),
        )
        for gate in gates:
            if gate is not None:
                gate.started = max(gate.started, now)

    def ready_at(self, host: str) -> float:
        """Return when the next caller would get its turn as far as is known; 0.0 means now."""
        now = self._clock()
        at = 0.0
        if (state := self._hosts.get(host)) is not None:
            at = max(_next(state, now), state.closed_until)
        if (domain := self._domains.get(_domain_of_host(host))) is not None:
            at = max(at, _next(domain, now))
        server = self._addresses.get(self._address_of.get(host) or "")
        if server is not None:
            at = max(at, _next(server, now))
            if server.under_way >= server.room:
                at = max(at, now + _FULL_SECONDS)
        return at if at > now else 0.0

    async def _queue(
        self, state: HostGate, domain: Gate, server: AddressGate | None
    ) -> Turn | ClosedHost:
        turn: Turn | ClosedHost | None = None
        await state.slots.acquire()
        try:
            turn = await self._pass(state, domain, server)
        finally:
            if isinstance(turn, Turn):
                state.under_way += 1
            else:
                state.slots.release()
        return turn

    async def _pass(
        self, state: HostGate, domain: Gate, server: AddressGate | None
    ) -> Turn | ClosedHost:
        async with state.lock:
            while True:
                closed = await self._until_open(state)
                if closed is not None:
                    return closed
                turn = await self._start(state, domain, server)
                if turn is not None:
                    return turn
                if server is not None:
                    await self._until_room(server)

    async def _start(
        self, state: HostGate, domain: Gate, server: AddressGate | None
    ) -> Turn | None:
        """Pass the domain's gate and take a permit; None if host or address closed meanwhile."""
        domain.waiting += 1
        try:
            async with domain.lock:
                await self._until_due(domain)
                await self.permits.acquire()
                now = self._clock()
                # Waiting for an address here would hold up the domain's hosts at other addresses.
                if state.closed_until > now or (server is not None and not server.is_open(now)):
                    self.permits.release()
                    return None
                # The start is what counts: nothing is awaited from here to the dial.
                state.started = domain.started = now
                if server is not None:
                    server.started = now
                    server.under_way += 1
                address_delay = server.delay if server is not None else 0.0
                return Turn(now, state.delay, domain.delay, address_delay)
        finally:
            domain.waiting -= 1

    async def _until_open(self, state: HostGate) -> ClosedHost | None:
        # Asked again after each sleep: a request that was under way may have closed the host.
        while True:
            now = self._clock()
            leave = state.closed_until - now
            if leave > self._settings.crawl_delay_cap:
                return ClosedHost(leave, state.closed_for)
            wait = max(state.due(now) - now, leave)
            if wait <= 0:
                return None
            await self._sleep(wait)

    async def _until_room(self, server: AddressGate) -> None:
        """Wait in line until the address may be dialled; somebody else may still be faster."""
        server.waiting += 1
        try:
            async with server.lock:
                while not server.is_open(now := self._clock()):
                    if server.under_way >= server.room:
                        server.left.clear()
                        await server.left.wait()
                    else:
                        await self._sleep(server.due(now) - now)
        finally:
            server.waiting -= 1

    async def _until_due(self, gate: Gate) -> None:
        while (wait := gate.due(now := self._clock()) - now) > 0:
            await self._sleep(wait)

    def _host(self, host: str) -> HostGate:
        state = self._hosts.get(host)
        if state is None:
            self._sweep()
            slots = asyncio.Semaphore(self._settings.per_host)
            state = self._hosts[host] = HostGate(self._settings.delay, slots=slots)
        return state

    def _domain(self, host: str) -> Gate:
        name = _domain_of_host(host)
        gate = self._domains.get(name)
        if gate is None:
            delay = min(self._settings.domain_delay, self._settings.delay)
            gate = self._domains[name] = Gate(delay)
        return gate

    def _address(self, host: str, address: str) -> AddressGate:
        self._address_of.put(host, address, 1)
        gate = self._addresses.get(address)
        if gate is None:
            settings = self._settings
            delay = min(settings.address_delay, settings.delay)
            gate = AddressGate(delay, room=max(1, settings.per_address))
            self._addresses[address] = gate
        return gate

    def _sweep(self) -> None:
        if len(self._hosts) < self._sweep_at:
            return
        now = self._clock()
        self._hosts = _busy(self._hosts, now)
        held = {_domain_of_host(name) for name in self._hosts}
        self._domains = {
            name: gate for name, gate in self._domains.items() if name in held or gate.is_busy(now)
        }
        held = {self._address_of.get(name) or "" for name in self._hosts}
        self._addresses = {
            name: gate
            for name, gate in self._addresses.items()
            if name in held or gate.is_busy(now)
        }
        # Twice what is busy, so that sweeping costs nothing per new host on average.
        self._sweep_at = max(_SWEEP_AT, 2 * len(self._hosts))


def _hold(server: AddressGate | None, count: int) -> None:
    if server is not None:
        server.held += count


def _busy(gates: dict[str, G], now: float) -> dict[str, G]:
    return {name: gate for name, gate in gates.items() if gate.is_busy(now)}


def _next(gate: Gate, now: float) -> float:
    """When a caller would pass who came now, after all who wait."""
    due = gate.due(now)
    return max(due, now) + gate.waiting * gate.delay if gate.waiting else due


@lru_cache(maxsize=65_536)
def _domain_of_host(host: str) -> str:
    return domain_of(f"http://{host}")
