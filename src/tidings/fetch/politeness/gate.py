"""Gates: the pacing state of a host, a domain or an address, which requests pass one by one."""

import asyncio
from dataclasses import dataclass, field

from tidings.model.web.reason import Reason

NEVER = float("-inf")


@dataclass(slots=True)
class Gate:
    """The gate of a domain: callers pass one by one, each `delay` seconds after the last."""

    delay: float
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    started: float = NEVER
    waiting: int = 0

    def due(self, now: float) -> float:
        """Return when the next caller may pass."""
        # After the clock was set back, `started` must not lie in the future.
        self.started = min(self.started, now)
        return self.started + self.delay

    def is_busy(self, now: float) -> bool:
        """Return whether the gate must be kept."""
        return bool(self.waiting) or self.due(now) > now


@dataclass(slots=True)
class HostGate(Gate):
    """A host's gate, with its running requests and until when nothing is sent to it."""

    usual: float = 0.0  # the delay that settings and robots.txt require
    learned: float = 0.0  # the delay that its rate limit requires
    slots: asyncio.Semaphore = field(default_factory=asyncio.Semaphore)
    running: int = 0
    closed_until: float = NEVER
    closed_for: Reason = Reason.TOO_MANY_REQUESTS

    def set_delay(self, usual: float, learned: float) -> None:
        """Keep the longer of the two delays from now on."""
        self.usual, self.learned = usual, learned
        self.delay = max(usual, learned)

    def is_busy(self, now: float) -> bool:
        """Return whether the gate must be kept."""
        in_use = self.waiting or self.running or self.learned
        return bool(in_use) or max(self.due(now), self.closed_until) > now


@dataclass(slots=True)
class AddressGate(Gate):
    """The gate of an IP address, which many hosts may share."""

    capacity: int = 1  # parallel requests
    running: int = 0
    holders: int = 0  # callers that use this gate: it must not be dropped
    freed: asyncio.Event = field(default_factory=asyncio.Event)

    def is_open(self, now: float) -> bool:
        """Return whether a request may pass right now."""
        return self.running < self.capacity and self.due(now) <= now

    def is_busy(self, now: float) -> bool:
        """Return whether the gate must be kept."""
        return bool(self.holders) or self.due(now) > now


@dataclass(frozen=True, slots=True)
class Turn:
    """Permission to start now, with the delays kept since the last start at each gate."""

    at: float
    host_delay: float = 0.0
    domain_delay: float = 0.0
    address_delay: float = 0.0


@dataclass(frozen=True, slots=True)
class ClosedHost:
    """No turn: the host is closed for longer than callers should wait."""

    seconds: float
    reason: Reason
