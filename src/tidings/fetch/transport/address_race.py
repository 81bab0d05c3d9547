"""Connects to whichever address of a host answers first (RFC 8305, "happy eyeballs").

Each address gets a head start before the next one is tried beside it, so a black-holed IPv6 costs
a quarter of a second. It knows nothing of names, TLS or HTTP.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Sequence
from typing import Protocol

_HEAD_START = 0.25  # seconds; RFC 8305, section 5, "Connection Attempt Delay"

Connected = tuple[str, socket.socket]
Connect = Callable[[str], Awaitable[socket.socket]]


class DialTurns(Protocol):
    """Where each attempt waits until its address may be dialled."""

    addresses: Sequence[str]

    async def enter(self, address: str) -> None:
        """Wait until the address may be dialled."""
        ...

    def leave(self, address: str) -> None:
        """Give the address back: nothing goes on there any more."""
        ...


async def first_connected(
    addresses: Sequence[str], connect: Connect, turns: DialTurns | None = None
) -> Connected | list[OSError]:
    """Return the first address that is connected, or else every address's error, as they came.

    The other attempts are cancelled, and their sockets are closed.
    """
    if len(addresses) == 1:  # most hosts: no task is needed
        try:
            return await _attempt(addresses[0], connect, turns)
        except OSError as error:
            return [error]
    return await _race(addresses, connect, turns)


async def _race(
    addresses: Sequence[str], connect: Connect, turns: DialTurns | None
) -> Connected | list[OSError]:
    waiting = list(reversed(addresses))
    running: set[asyncio.Task[Connected]] = set()
    errors: list[OSError] = []
    try:
        while waiting or running:
            if waiting:
                running.add(asyncio.create_task(_attempt(waiting.pop(), connect, turns)))
            head_start = _HEAD_START if waiting else None
            await asyncio.wait(running, timeout=head_start, return_when=asyncio.FIRST_COMPLETED)
            winner = _winner(running, errors)
            if winner is not None:
                return winner
        return errors
    finally:
        await _end(running)


def _winner(running: set[asyncio.Task[Connected]], errors: list[OSError]) -> Connected | None:
    """Return what an attempt has connected; take those that failed out of the race."""
    for task in [task for task in running if task.done()]:
        running.discard(task)
        try:
            return task.result()
        except OSError as error:
            errors.append(error)
    return None


async def _attempt(address: str, connect: Connect, turns: DialTurns | None) -> Connected:
    if turns is not None:
        await turns.enter(address)
    try:
        return address, await connect(address)
    except BaseException:
        if turns is not None:
            turns.leave(address)
        raise


async def _end(losers: set[asyncio.Task[Connected]]) -> None:
    for task in losers:
        task.cancel()
    for lost in await asyncio.gather(*losers, return_exceptions=True):
        if isinstance(lost, tuple):
            lost[1].close()  # it was connected in the same moment as the winner
