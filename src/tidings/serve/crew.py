"""A crew: several processes that answer on one socket, since the threads of one share a lock.

Whoever of them is idle takes the next connection. They only read; a dead one is replaced.
"""

import signal
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any, Final

Hand = Callable[[Any, socket.socket], None]  # must be importable: it runs in a fresh process

_spawn: Final = get_context("spawn")  # a fork would share our threads' locks and connections
_STOPPING: Final = (signal.SIGINT, signal.SIGTERM)
_GRACE_SECONDS: Final = 10.0  # longer than a server gives to the answers under way
_TOO_SOON_SECONDS: Final = 5.0  # who dies sooner than this would only die again


class CrewLost(Exception):
    """A process of the crew dies as soon as it is started."""


def run_crew(count: int, hand: Hand, order: object, listener: socket.socket) -> None:
    """Run so many processes until we are asked to stop; raises CrewLost.

    Each calls `hand` with the order and the socket. None is left when this returns, and none
    outlives us if we are killed (see `parent_gone`).
    """
    with _told_to_stop() as stop:
        crew = [_hired(hand, order, listener) for _ in range(count)]
        try:
            _watch(crew, stop, lambda: _hired(hand, order, listener))
        finally:
            _dismiss(process for process, _ in crew)


def parent_gone() -> int | None:
    """Return a file descriptor that becomes readable when the process that hired us is gone."""
    parent = parent_process()
    return None if parent is None else parent.sentinel


def _hired(hand: Hand, order: object, listener: socket.socket) -> tuple[SpawnProcess, float]:
    process = _spawn.Process(target=hand, args=(order, listener))
    # Ctrl-C is for us alone, and what is ignored here is ignored there from its first moment on.
    ours = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, ours)
    return process, time.monotonic()


def _watch(
    crew: list[tuple[SpawnProcess, float]],
    stop: Connection,
    hire: Callable[[], tuple[SpawnProcess, float]],
) -> None:
    while True:
        ready = wait([stop, *(process.sentinel for process, _ in crew)])
        if stop in ready:
            return
        for at, (process, since) in enumerate(crew):
            if process.sentinel not in ready:
                continue
            if time.monotonic() - since < _TOO_SOON_SECONDS:
                raise CrewLost(f"a server process ended at once, with {process.exitcode}")
            process.join()
            crew[at] = hire()


def _dismiss(crew: Iterator[SpawnProcess]) -> None:
    """End all: politely, and after a while not so."""
    left = list(crew)
    for process in left:
        process.terminate()
    end = time.monotonic() + _GRACE_SECONDS
    for process in left:
        process.join(max(end - time.monotonic(), 0.0))
        if process.is_alive():
            process.kill()
            process.join()


@contextmanager
def _told_to_stop() -> Iterator[Connection]:
    """Give a connection that becomes readable at the signals that stop us."""
    heard, told = _spawn.Pipe(duplex=False)
    before = {
        number: signal.signal(number, lambda *_: told.send_bytes(b"stop")) for number in _STOPPING
    }
    try:
        yield heard
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        heard.close()
        told.close()
