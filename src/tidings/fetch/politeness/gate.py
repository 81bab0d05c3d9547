"""Gates: what is known of a host, a domain or an address that requests pass one after another."""

import asyncio
from dataclasses import dataclass, field

from tidings.model.web.reason import Reason

NEVER = float("-inf")


@dataclass(slots=True)
class Gate:
    """The gate of a domain: callers pass one by one, each `delay` after the last."""

    delay: float
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    started: float = NEVER
    waiting: int = 0

    def due(self, now: float) -> float:
        """Return when the next one may pass."""
        # A clock that was set back must not make us wait for the future to pass twice.
        self.started = min(self.started, now)
        return self.started + self.delay

    def is_busy(self, now: float) -> bool:
        """Tell whether the gate must be remembered."""
        return bool(self.waiting) or self.due(now) > now


@dataclass(slots=True)
class HostGate(Gate):
    """A host's gate, with the requests under way behind it and the leave it asked for."""

    slots: asyncio.Semaphore = field(default_factory=asyncio.Semaphore)
    under_way: int = 0
    closed_until: float = NEVER
    closed_for: Reason = Reason.TOO_MANY_REQUESTS

    def is_busy(self, now: float) -> bool:
        """Tell whether the gate must be remembered."""
        at_work = self.waiting or self.under_way
        return bool(at_work) or max(self.due(now), self.closed_until) > now


@dataclass(slots=True)
class AddressGate(Gate):
    """The gate of a server that may stand behind many hosts."""

    room: int = 1  # requests under way at a time
    under_way: int = 0
    held: int = 0  # callers who know this gate: it must not be forgotten
    left: asyncio.Event = field(default_factory=asyncio.Event)

    def is_open(self, now: float) -> bool:
        """Tell whether a request may pass right now."""
        return self.under_way < self.room and self.due(now) <= now

    def is_busy(self, now: float) -> bool:
        """Tell whether the gate must be remembered."""
        return bool(self.held) or self.due(now) > now


@dataclass(frozen=True, slots=True)
class Turn:
    """Leave to start now, with the delays that were kept since the last start at each gate."""

    at: float
    host_delay: float = 0.0
    domain_delay: float = 0.0
    address_delay: float = 0.0


@dataclass(frozen=True, slots=True)
class ClosedHost:
    """No turn: the host asked to be left alone for longer than anyone should queue."""

    seconds: float
    reason: Reason
