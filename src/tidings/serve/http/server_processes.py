"""Several server processes on one socket, because the threads of one process share a lock.

An idle process takes the next connection. They only read; one that dies is replaced.
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

from tidings.events.logged_event import emit
from tidings.events.server_events import ServerProcessDied

OnReady = Callable[[], None]
# Must be importable, because it runs in a new process.
ProcessMain = Callable[[Any, socket.socket, OnReady], None]

_spawn: Final = get_context("spawn")  # a fork would share our threads' locks and connections
_STOPPING: Final = (signal.SIGINT, signal.SIGTERM)
_GRACE_SECONDS: Final = 10.0  # longer than a server waits for responses in progress
_TOO_SOON_SECONDS: Final = 5.0  # a process that dies sooner would die again


class ServerProcessLost(Exception):
    """A server process dies as soon as it starts."""


def run_server_processes(
    count: int,
    main: ProcessMain,
    argument: object,
    listener: socket.socket,
    on_ready: OnReady = lambda: None,
) -> None:
    """Run `count` processes until a signal stops us; calls `on_ready` when all serve.

    Each calls `main` with the argument, the socket, and a function to call when it serves. None is
    left when this returns, and none outlives us if we are killed (see `parent_sentinel`). Raises
    ServerProcessLost.
    """
    receiver, sender = _spawn.Pipe(duplex=False)
    with receiver, sender, _stop_signals() as stop:
        processes = [_started_process(main, argument, listener, sender) for _ in range(count)]
        try:
            _watch(
                processes,
                stop,
                _ReadyCount(receiver, count, on_ready),
                lambda: _started_process(main, argument, listener, sender),
            )
        finally:
            _end_processes(process for process, _ in processes)


def parent_sentinel() -> int | None:
    """Return a file descriptor that becomes readable when our parent process is gone."""
    parent = parent_process()
    return None if parent is None else parent.sentinel


class _ReadyCount:
    """Counts the processes that serve."""

    def __init__(self, receiver: Connection, count: int, on_ready: OnReady) -> None:
        self.receiver = receiver
        self._left = count
        self._on_ready = on_ready

    def add(self) -> None:
        """Count one more process; replacements that start later no longer matter."""
        self.receiver.recv_bytes()
        self._left -= 1
        if self._left == 0:
            self._on_ready()


def _run_process(
    main: ProcessMain, argument: object, listener: socket.socket, sender: Connection
) -> None:
    main(argument, listener, lambda: sender.send_bytes(b"up"))


def _started_process(
    main: ProcessMain, argument: object, listener: socket.socket, sender: Connection
) -> tuple[SpawnProcess, float]:
    process = _spawn.Process(target=_run_process, args=(main, argument, listener, sender))
    # Only we handle Ctrl-C. A signal ignored here is ignored there from the start.
    ours = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        process.start()
    finally:
        signal.signal(signal.SIGINT, ours)
    return process, time.monotonic()


def _watch(
    processes: list[tuple[SpawnProcess, float]],
    stop: Connection,
    ready_count: _ReadyCount,
    start: Callable[[], tuple[SpawnProcess, float]],
) -> None:
    while True:
        ready = wait([stop, ready_count.receiver, *(process.sentinel for process, _ in processes)])
        if stop in ready:
            return
        if ready_count.receiver in ready:
            ready_count.add()
        for at, (process, since) in enumerate(processes):
            if process.sentinel not in ready:
                continue
            if time.monotonic() - since < _TOO_SOON_SECONDS:
                raise ServerProcessLost(
                    f"A server process ended at once, with exit code {process.exitcode}."
                )
            process.join()
            emit(ServerProcessDied(process.pid, process.exitcode))
            processes[at] = start()


def _end_processes(processes: Iterator[SpawnProcess]) -> None:
    """Terminate all, and kill those that are left after a while."""
    left = list(processes)
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
    """Yield a connection that becomes readable at the signals that stop us."""
    receiver, sender = _spawn.Pipe(duplex=False)
    before = {
        number: signal.signal(number, lambda *_: sender.send_bytes(b"stop")) for number in _STOPPING
    }
    try:
        yield receiver
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        receiver.close()
        sender.close()
