"""Paces requests by host, registered domain and IP address, with a limit over all.

Delays count from start to start. It knows nothing of robots.txt or HTTP: callers pass the delay of
each host and how long to stay away from it.
"""

import asyncio
from collections.abc import Awaitable, Callable, Container
from functools import lru_cache
from typing import TypeVar

from tidings.fetch.caching.weighted_cache import WeightedCache
from tidings.fetch.politeness.gate import NEVER, AddressGate, ClosedHost, Gate, HostGate, Turn
from tidings.model.web.reason import Reason
from tidings.read.url import domain_of
from tidings.settings.tree import FetchSettings

_SWEEP_AT = 1024  # gates before idle ones are dropped for the first time
_KNOWN_HOSTS = 100_000  # hosts whose address is cached, so that nobody queues for a busy one
_FULL_SECONDS = 1.0  # when to check a full address again

G = TypeVar("G", bound=Gate)


class Pace:
    """Gives out turns. Every request takes one before it connects and returns it afterwards."""

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
        self._domain_delay = min(settings.domain_delay, settings.delay)
        self.waiting = 0  # callers without a turn
        self.permits = asyncio.Semaphore(settings.concurrency)

    async def turn(
        self, host: str, delay: float | None = None, address: str | None = None
    ) -> Turn | ClosedHost:
        """Wait for this host's next turn. Call `leave` after a Turn, not after ClosedHost."""
        host_gate, domain = self._host(host), self._domain(host)
        server = self._address(host, address) if address else None
        if delay is not None:
            host_gate.set_delay(delay, host_gate.learned)
            domain.delay = min(self._domain_delay, delay)
        turn: Turn | ClosedHost | None = None
        host_gate.waiting += 1
        self.waiting += 1
        _hold(server, 1)
        try:
            turn = await self._queue(host_gate, domain, server)
        finally:
            host_gate.waiting -= 1
            self.waiting -= 1
            if not isinstance(turn, Turn):
                _hold(server, -1)
        return turn

    def leave(self, host: str, address: str | None = None) -> None:
        """End a turn, so that another request to the host may be in progress."""
        host_gate = self._hosts[host]
        host_gate.running -= 1
        host_gate.slots.release()
        self.permits.release()
        if address:
            self.leave_address(address)

    async def enter_address(self, host: str, address: str) -> float:
        """Wait until a host that has a turn may be dialled at another address; return when.

        Call `leave_address` afterwards. The next request to the host or its domain keeps its delay
        from here on.
        """
        server = self._address(host, address)
        server.holders += 1
        entered = False
        try:
            await self._until_free(server)
            entered = True
        finally:
            server.holders -= not entered
        now = self._clock()
        server.running += 1
        for gate in (server, self._host(host), self._domain(host)):
            gate.started = max(gate.started, now)
        return now

    def leave_address(self, address: str) -> None:
        """Give an address back."""
        server = self._addresses[address]
        server.running -= 1
        server.holders -= 1
        server.freed.set()

    def close(self, host: str, seconds: float, reason: Reason) -> None:
        """Block the host for `seconds`."""
        host_gate = self._host(host)
        until = self._clock() + seconds
        if until > host_gate.closed_until:
            host_gate.closed_until, host_gate.closed_for = until, reason

    def reopen(self, host: str, reasons: Container[Reason]) -> None:
        """Let requests through again at a host that was closed for one of these reasons."""
        host_gate = self._host(host)
        if host_gate.closed_for in reasons:
            host_gate.closed_until = NEVER

    def usual_delay(self, host: str) -> float:
        """Return the delay of a host that settings and robots.txt require."""
        return self._host(host).usual

    def set_learned_delay(self, host: str, seconds: float) -> None:
        """Keep at least this delay at a host that limits us; 0.0: only the usual one."""
        host_gate = self._host(host)
        host_gate.set_delay(host_gate.usual, seconds)

    def note_start(self, host: str, address: str, at: float, delay: float) -> None:
        """Count a start made by another process, so that the next one keeps the delay."""
        host_gate = self._host(host)
        host_gate.set_delay(max(host_gate.usual, delay), host_gate.learned)
        gates: list[Gate] = [host_gate, self._domain(host)]
        if address:
            gates.append(self._address(host, address))
        for gate in gates:
            gate.started = max(gate.started, at)

    def note_address(self, host: str, address: str, at: float) -> None:
        """Count a request that went to another address than its turn was for."""
        server = self._address(host, address)
        server.started = max(server.started, at)

    def note_response(self, host: str, address: str | None) -> None:
        """Count the delays from the start of the response.

        Connecting takes time. Counted from our start alone, a second request over an open
        connection would reach the server before the delay is over.
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
        """Return when the next caller would get its turn, as far as known; 0.0 means now."""
        now = self._clock()
        at = 0.0
        if (host_gate := self._hosts.get(host)) is not None:
            at = max(_next(host_gate, now), host_gate.closed_until)
        if (domain := self._domains.get(_domain_of_host(host))) is not None:
            at = max(at, _next(domain, now))
        server = self._addresses.get(self._address_of.get(host) or "")
        if server is not None:
            at = max(at, _next(server, now))
            if server.running >= server.capacity:
                at = max(at, now + _FULL_SECONDS)
        return at if at > now else 0.0

    def pause_after(self, host: str) -> float:
        """Return for how many seconds a host is left alone after a request that ends now."""
        host_gate = self._hosts.get(host)
        if host_gate is None:
            return self._settings.delay
        return max(host_gate.delay, host_gate.closed_until - self._clock())

    async def _queue(
        self, host_gate: HostGate, domain: Gate, server: AddressGate | None
    ) -> Turn | ClosedHost:
        turn: Turn | ClosedHost | None = None
        await host_gate.slots.acquire()
        try:
            turn = await self._pass(host_gate, domain, server)
        finally:
            if isinstance(turn, Turn):
                host_gate.running += 1
            else:
                host_gate.slots.release()
        return turn

    async def _pass(
        self, host_gate: HostGate, domain: Gate, server: AddressGate | None
    ) -> Turn | ClosedHost:
        async with host_gate.lock:
            while True:
                closed = await self._until_open(host_gate)
                if closed is not None:
                    return closed
                turn = await self._start(host_gate, domain, server)
                if turn is not None:
                    return turn
                if server is not None:
                    await self._until_free(server)

    async def _start(
        self, host_gate: HostGate, domain: Gate, server: AddressGate | None
    ) -> Turn | None:
        """Pass the domain's gate and take a permit; None if host or address has closed."""
        domain.waiting += 1
        try:
            async with domain.lock:
                await self._until_due(domain)
                await self.permits.acquire()
                now = self._clock()
                # Waiting for an address here would block the domain's hosts at other addresses.
                if host_gate.closed_until > now or (server is not None and not server.is_open(now)):
                    self.permits.release()
                    return None
                # Delays count from here: nothing is awaited between this and connecting.
                host_gate.started = domain.started = now
                if server is not None:
                    server.started = now
                    server.running += 1
                address_delay = server.delay if server is not None else 0.0
                return Turn(now, host_gate.delay, domain.delay, address_delay)
        finally:
            domain.waiting -= 1

    async def _until_open(self, host_gate: HostGate) -> ClosedHost | None:
        # Checked again after each sleep: a running request may have closed the host.
        while True:
            now = self._clock()
            seconds = host_gate.closed_until - now
            if seconds > self._settings.crawl_delay_cap:
                return ClosedHost(seconds, host_gate.closed_for)
            wait = max(host_gate.due(now) - now, seconds)
            if wait <= 0:
                return None
            await self._sleep(wait)

    async def _until_free(self, server: AddressGate) -> None:
        """Queue until the address has capacity; another caller may still take it first."""
        server.waiting += 1
        try:
            async with server.lock:
                while not server.is_open(now := self._clock()):
                    if server.running >= server.capacity:
                        server.freed.clear()
                        await server.freed.wait()
                    else:
                        await self._sleep(server.due(now) - now)
        finally:
            server.waiting -= 1

    async def _until_due(self, gate: Gate) -> None:
        while (wait := gate.due(now := self._clock()) - now) > 0:
            await self._sleep(wait)

    def _host(self, host: str) -> HostGate:
        host_gate = self._hosts.get(host)
        if host_gate is None:
            self._sweep()
            slots = asyncio.Semaphore(self._settings.per_host)
            delay = self._settings.delay
            host_gate = self._hosts[host] = HostGate(delay, usual=delay, slots=slots)
        return host_gate

    def _domain(self, host: str) -> Gate:
        name = _domain_of_host(host)
        gate = self._domains.get(name)
        if gate is None:
            gate = self._domains[name] = Gate(self._domain_delay)
        return gate

    def _address(self, host: str, address: str) -> AddressGate:
        self._address_of.put(host, address, 1)
        gate = self._addresses.get(address)
        if gate is None:
            settings = self._settings
            delay = min(settings.address_delay, settings.delay)
            gate = AddressGate(delay, capacity=max(1, settings.per_address))
            self._addresses[address] = gate
        return gate

    def _sweep(self) -> None:
        if len(self._hosts) < self._sweep_at:
            return
        now = self._clock()
        self._hosts = _busy(self._hosts, now)
        kept = {_domain_of_host(name) for name in self._hosts}
        self._domains = {
            name: gate for name, gate in self._domains.items() if name in kept or gate.is_busy(now)
        }
        kept = {self._address_of.get(name) or "" for name in self._hosts}
        self._addresses = {
            name: gate
            for name, gate in self._addresses.items()
            if name in kept or gate.is_busy(now)
        }
        # Twice the busy ones, so that sweeping has constant cost per new host on average.
        self._sweep_at = max(_SWEEP_AT, 2 * len(self._hosts))


def _hold(server: AddressGate | None, count: int) -> None:
    if server is not None:
        server.holders += count


def _busy(gates: dict[str, G], now: float) -> dict[str, G]:
    return {name: gate for name, gate in gates.items() if gate.is_busy(now)}


def _next(gate: Gate, now: float) -> float:
    """Return when a caller arriving now would pass, after all who wait."""
    due = gate.due(now)
    return max(due, now) + gate.waiting * gate.delay if gate.waiting else due


@lru_cache(maxsize=65_536)
def _domain_of_host(host: str) -> str:
    return domain_of(f"http://{host}")
