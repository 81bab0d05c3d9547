"""The hosts that a place holds: it takes leases, renews them, and asks nothing without one.

Its own time counts from before it asks for a lease, so it stops before the row expires, however
long the answer takes and whatever the clocks say.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

from tidings.fetch.politeness.host_permission import HostNotHeld
from tidings.store.database.database import Database
from tidings.store.database.errors import StoreError
from tidings.store.database.session import Writer
from tidings.store.tables.jobs.host_leases import (
    Lease,
    RunEnded,
    TakenHost,
    Tenant,
    lease_clock,
    release_leases,
    renew_leases,
    take_leases,
)

T = TypeVar("T")

_MARGIN = 0.1  # of a lease: requests end so much earlier, and connections are closed
_RENEWALS = 4  # in the time of a lease: three may fail
_PATIENCE = 3  # leases of others that are waited for; then the URLs are left for later


class HostPace(Protocol):
    """The delays of hosts."""

    def pause_after(self, host: str) -> float:
        """Return for how many seconds a host is left alone after a request that ends now."""

    def ready_at(self, host: str) -> float:
        """Return the earliest second at which a request may start; 0.0 is now."""


@dataclass(slots=True)
class _Held:
    lease: Lease
    until: float  # in the loop's time
    ready: float  # when it may be asked first: the holder before may have asked just now
    limits: set[asyncio.Timeout] = field(default_factory=set)  # of the blocks that ask it


class HeldHosts:
    """The leases of one place; one loop uses it."""

    def __init__(
        self, database: Database, tenant: Tenant, seconds: float, patience: float = 120.0
    ) -> None:
        """`patience` is the longest pause of a host that is waited for."""
        self._patience = patience
        self._database = database
        self._tenant = tenant
        self._seconds = seconds
        self.pace: HostPace  # of the fetcher that asks for permission here
        self._held: dict[str, _Held] = {}
        self._taking: dict[str, asyncio.Lock] = {}

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Renew what is held while the block runs, and let it go at its end."""
        renewing = asyncio.create_task(self._renew())
        try:
            yield
        finally:
            renewing.cancel()
            await asyncio.gather(renewing, return_exceptions=True)
            await self._release()

    @asynccontextmanager
    async def asking(self, host: str) -> AsyncIterator[None]:
        """Hold a host while the block runs; raises HostNotHeld, also from within the block."""
        held = await self._taken(host)
        if held.ready - asyncio.get_running_loop().time() > self._patience:
            raise HostNotHeld(host)
        limit = asyncio.timeout_at(held.until)
        held.limits.add(limit)
        try:
            async with limit:
                wait = held.ready - asyncio.get_running_loop().time()
                await asyncio.sleep(max(0.0, wait))
                yield
        except TimeoutError:
            if limit.expired():
                raise HostNotHeld(host) from None
            raise
        finally:
            held.limits.discard(limit)

    async def _taken(self, host: str) -> _Held:
        async with self._taking.setdefault(host, asyncio.Lock()):
            now = asyncio.get_running_loop().time()
            known = self._held.get(host)
            if known is not None and known.until > now:
                return known
            self._held.pop(host, None)
            return await self._take(host, now + _PATIENCE * self._seconds)

    async def _take(self, host: str, until: float) -> _Held:
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            given = await self._leased(host, self.pace.pause_after(host))
            if isinstance(given, Lease):
                ends = began + self._seconds * (1 - _MARGIN)
                held = self._held[host] = _Held(given, ends, loop.time() + given.wait)
                return held
            if loop.time() + given.seconds > until:
                raise HostNotHeld(host)
            await asyncio.sleep(given.seconds)

    async def _leased(self, host: str, pause: float) -> Lease | TakenHost:
        (given,) = await self._written(
            lambda db: take_leases(db, {host: pause}, self._tenant, self._seconds, lease_clock(db))
        )
        return given

    async def _renew(self) -> None:
        """Renew all leases, again and again. A database that is away is no reason to give up."""
        while True:
            await asyncio.sleep(self._seconds / _RENEWALS)
            with suppress(StoreError):
                await self._renew_once()

    async def _renew_once(self) -> None:
        loop = asyncio.get_running_loop()
        ends, held = loop.time() + self._seconds * (1 - _MARGIN), dict(self._held)
        leases = [(each.lease, self.pace.pause_after(host)) for host, each in sorted(held.items())]
        try:
            renewed = await self._written(
                lambda db: renew_leases(db, leases, self._tenant, self._seconds, lease_clock(db))
            )
        except HostNotHeld:
            renewed = set()
        for host, each in held.items():
            is_held = host in renewed and each.until > loop.time()
            each.until = ends if is_held else loop.time()
            for limit in each.limits:
                limit.reschedule(each.until)

    async def _release(self) -> None:
        held, self._held = self._held, {}
        self._taking.clear()
        now = asyncio.get_running_loop().time()
        leases = [
            (each.lease, self._wait_of(host, each.ready - now)) for host, each in held.items()
        ]
        with suppress(StoreError, HostNotHeld):  # they expire by themselves
            await self._written(
                lambda db: release_leases(db, leases, self._tenant, lease_clock(db))
            )

    def _wait_of(self, host: str, unused: float) -> float:
        """Return in how many seconds a host may be asked; `unused`: if it was not asked at all."""
        return max(self.pace.ready_at(host) - time.time(), unused, 0.0)

    async def _written(self, work: Callable[[Writer], T]) -> T:
        # Not an exception in the writer's transaction: others may share it.
        def checked(connection: Writer) -> tuple[T] | None:
            try:
                return (work(connection),)
            except RunEnded:
                return None

        written = await self._database.write_async(checked)
        if written is None:
            raise HostNotHeld("the home has another owner")
        return written[0]
