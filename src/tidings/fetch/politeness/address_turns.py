"""The addresses of one request: it has a turn at one of them, and enters others in a race."""

from collections.abc import Sequence
from dataclasses import replace

from tidings.fetch.politeness.gate import Turn
from tidings.fetch.politeness.pace import Pace

_NONE: dict[str, float] = {}


class AddressTurns:
    """What one request occupies: its host, and every address that it is dialling or uses."""

    __slots__ = ("_held", "_host", "_later", "_pace", "_turn", "addresses", "first")

    def __init__(self, pace: Pace, host: str, addresses: Sequence[str], turn: Turn) -> None:
        self.addresses = addresses  # best first
        self.first = addresses[0] if addresses else ""  # the turn is for this one
        self._pace = pace
        self._host = host
        self._turn = turn
        self._held = addresses[:1]
        self._later: dict[str, float] = _NONE  # when other addresses were entered

    async def enter(self, address: str) -> None:
        """Wait until the address may be dialled, too."""
        if address not in self._held:
            at = await self._pace.enter_address(self._host, address)
            self._held = (*self._held, address)
            self._later = {**self._later, address: at}

    def leave(self, address: str) -> None:
        """Give an address back that was dialled in vain."""
        if address in self._held:
            self._held = tuple(each for each in self._held if each != address)
            self._pace.leave_address(address)

    def close(self) -> None:
        """End the turn at the host and at every address."""
        for address in self._held:
            self._pace.leave_address(address)
        self._held = ()
        self._pace.leave(self._host)

    def turn_at(self, address: str) -> Turn:
        """Return the turn as it was at the address that the request went to.

        A race is one turn of its host and domain, so only the address's delay was kept anew.
        """
        if address == self.first:
            return self._turn
        at = self._later.get(address)
        if at is not None:
            return replace(self._turn, at=at, host_delay=0.0, domain_delay=0.0)
        self._pace.note_address(self._host, address, self._turn.at)  # a connection that was open
        return self._turn
