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

OnReady = Callable[[], None]
ProcessMain = Callable[
    [Any, socket.socket, OnReady], None
]  # importable, for it runs in a fresh process

_spawn: Final = get_context("spawn")  # a fork would share our threads' locks and connections
_STOPPING: Final = (signal.SIGINT, signal.SIGTERM)
_GRACE_SECONDS: Final = 10.0  # longer than a server gives to the answers under way
_TOO_SOON_SECONDS: Final = 5.0  # who dies sooner than this would only die again


class ServerProcessLost(Exception):
    """A process of the crew dies as soon as it is started."""


def run_server_processes(
    count: int,
    hand: ProcessMain,
    order: object,
    listener: socket.socket,
    up: OnReady = lambda: None,
) -> None:
    """Run so many processes until we are asked to stop; calls `up` when all answer.

    Each calls `hand` with the order, the socket, and what to call when it answers. None is left
    when this returns, and none outlives us if we are killed (see `parent_gone`). Raises CrewLost.
    """
    heard, told = _spawn.Pipe(duplex=False)
    with heard, told, _stop_signals() as stop:
        crew = [_started_process(hand, order, listener, told) for _ in range(count)]
        try:
            _watch(
                crew,
                stop,
                _ReadyCount(heard, count, up),
                lambda: _started_process(hand, order, listener, told),
            )
        finally:
            _end_processes(process for process, _ in crew)


def parent_sentinel() -> int | None:
    """Return a file descriptor that becomes readable when the process that hired us is gone."""
    parent = parent_process()
    return None if parent is None else parent.sentinel


class _ReadyCount:
    """Counts the processes that answer."""

    def __init__(self, heard: Connection, count: int, up: OnReady) -> None:
        self.heard = heard
        self._left = count
        self._up = up

    def hear(self) -> None:
        """Note that one more answers; what the replaced tell later counts no more."""
        self.heard.recv_bytes()
        self._left -= 1
        if self._left == 0:
            self._up()


def _run_process(
    hand: ProcessMain, order: object, listener: socket.socket, told: Connection
) -> None:
    hand(order, listener, lambda: told.send_bytes(b"up"))


def _started_process(
    hand: ProcessMain, order: object, listener: socket.socket, told: Connection
) -> tuple[SpawnProcess, float]:
    process = _spawn.Process(target=_run_process, args=(hand, order, listener, told))
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
    ups: _ReadyCount,
    hire: Callable[[], tuple[SpawnProcess, float]],
) -> None:
    while True:
        ready = wait([stop, ups.heard, *(process.sentinel for process, _ in crew)])
        if stop in ready:
            return
        if ups.heard in ready:
            ups.hear()
        for at, (process, since) in enumerate(crew):
            if process.sentinel not in ready:
                continue
            if time.monotonic() - since < _TOO_SOON_SECONDS:
                raise ServerProcessLost(f"a server process ended at once, with {process.exitcode}")
            process.join()
            crew[at] = hire()


def _end_processes(crew: Iterator[SpawnProcess]) -> None:
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
def _stop_signals() -> Iterator[Connection]:
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
