"""How many requests and failed sign-ins are accepted of one sender."""

import time
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from tidings.model.access.identity import Identity, Proof
from tidings.serve.gate.rate_file import RateFile, next_payment
from tidings.settings.tree import ServeSettings

RATE_FILE: Final = "request-rates"  # in the home; without it all counts begin at zero
_MINUTE: Final = 60.0
_HOUR: Final = 3600.0
_LOCAL_SIGN_INS: Final = 10  # times as many may fail on this computer: its programs are ours
_MOST_SENDERS: Final = 32_768  # in memory, as in the file
_IPV6_NETWORK: Final = 8  # bytes of an address that name a subscriber; the rest is theirs (/64)


class RateTable:
    """Counts in memory: for tests, and where the home's disk is full or read-only."""

    def __init__(self) -> None:
        self._paid: dict[bytes, float] = {}

    def take(self, sender: bytes, interval: float, window: float, now: float) -> float:
        """Count a request and return 0, or return in how many seconds the next is allowed."""
        paid, wait = next_payment(self._paid.get(sender, now), interval, window, now)
        if wait == 0:
            if len(self._paid) >= _MOST_SENDERS:
                self._paid.clear()
            self._paid[sender] = paid
        return wait

    def give_back(self, sender: bytes, interval: float) -> None:
        """Undo one `take`."""
        if sender in self._paid:
            self._paid[sender] -= interval

    def close(self) -> None:
        """Do nothing: there is no file."""


class RateLimits:
    """The limits of `serve`; each returns the seconds to wait, or 0."""

    def __init__(
        self,
        settings: ServeSettings,
        file: Path | None = None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Without a file that can be written, each process counts for itself."""
        self._settings = settings
        self._clock = clock
        self._table: RateFile | RateTable = RateTable()
        if file is not None:
            with suppress(OSError):
                self._table = RateFile(file)

    @property
    def is_shared(self) -> bool:
        """Whether other processes count with us."""
        return isinstance(self._table, RateFile)

    def request(self, identity: Identity, address: str, *, is_local: bool) -> float:
        """Count a request: by token or user, of strangers by address."""
        settings = self._settings
        limit = settings.local_requests_per_minute if is_local else settings.requests_per_minute
        if limit == 0:
            return 0.0
        return self._take(_sender(identity, address), _MINUTE / limit, _MINUTE)

    def sign_in(self, address: str, *, is_local: bool) -> float:
        """Count an attempt to sign in, before it is checked: many may come at the same time."""
        interval = self._sign_in_interval(is_local)
        return self._take(b"f" + _network(address), interval, _HOUR) if interval else 0.0

    def signed_in(self, address: str, *, is_local: bool) -> None:
        """Take back an attempt that succeeded: only failures count."""
        if interval := self._sign_in_interval(is_local):
            try:
                self._table.give_back(b"f" + _network(address), interval)
            except OSError:
                self._fall_back()

    def close(self) -> None:
        """Close the file."""
        self._table.close()

    def _sign_in_interval(self, is_local: bool) -> float:
        limit = self._settings.failed_sign_ins_per_hour * (_LOCAL_SIGN_INS if is_local else 1)
        return _HOUR / limit if limit else 0.0

    def _take(self, sender: bytes, interval: float, window: float) -> float:
        try:
            return self._table.take(sender, interval, window, self._clock())
        except OSError:
            self._fall_back()
            return self._table.take(sender, interval, window, self._clock())

    def _fall_back(self) -> None:
        """Count in memory from now on."""
        self._table.close()
        self._table = RateTable()


def _sender(identity: Identity, address: str) -> bytes:
    if identity.proof is Proof.NONE:
        return b"a" + _network(address)
    if identity.token:
        return b"t" + identity.token.encode()
    return b"n" + identity.name.encode() if identity.user is None else b"u%d" % identity.user


@lru_cache(4096)
def _network(address: str) -> bytes:
    """Return an address as bytes; of IPv6 only what a subscriber cannot choose."""
    try:
        packed = ip_address(address).packed
    except ValueError:
        return address.encode()  # a socket of the file system has none
    return packed if len(packed) == 4 else packed[:_IPV6_NETWORK]
