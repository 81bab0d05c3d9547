"""The addresses of one request: it has a turn at one of them, and enters others in a race."""

from collections.abc import Sequence
from dataclasses import replace

from tidings.fetch.politeness.gate import Turn
from tidings.fetch.politeness.pace import Pace


class AddressTurns:
    """What one request occupies: its host, and every address that it is dialling or uses."""

    def __init__(self, pace: Pace, host: str, addresses: Sequence[str], turn: Turn) -> None:
        self.addresses = addresses  # best first; the turn is for the first
        self._pace = pace
        self._host = host
        self._turn = turn
        self._entered = {addresses[0]: turn.at} if addresses else {}
        self._held = set(self._entered)

    @property
    def first(self) -> str:
        """The address that the turn is for; empty if there is none."""
        return self.addresses[0] if self.addresses else ""

    async def enter(self, address: str) -> None:
        """Wait until the address may be dialled, too."""
        if address not in self._held:
            self._entered[address] = await self._pace.enter_address(self._host, address)
            self._held.add(address)

    def leave(self, address: str) -> None:
        """Give an address back that was dialled in vain."""
        if address in self._held:
            self._held.remove(address)
            self._pace.leave_address(address)

    def close(self) -> None:
        """End the turn at the host and at every address."""
        for address in tuple(self._held):
            self.leave(address)
        self._pace.leave(self._host)

    def turn_at(self, address: str) -> Turn:
        """Return the turn as it was at the address that the request went to.

        A race is one turn of its host and domain, so only the address's delay was kept anew.
        """
        at = self._entered.get(address)
        if at is None:
            if address:  # of a connection that was open
                self._pace.note_address(self._host, address, self._turn.at)
            return self._turn
        if at == self._turn.at:
            return self._turn
        return replace(self._turn, at=at, host_delay=0.0, domain_delay=0.0)
