"""Hears of every commit of any process, without asking again and again."""

import select
import socket
import threading
from collections.abc import Callable, Sequence
from contextlib import closing, suppress

import psycopg

from tidings.store.database.errors import StoreError
from tidings.store.database.postgres_connection import Connection

_RECONNECT_SECONDS = 1.0


class CommitListener:
    """One thread with a connection that listens, from the first callback to the last."""

    def __init__(self, connect: Callable[[], Connection]) -> None:
        self._connect = connect  # to a session that listens
        self._callbacks: dict[object, Callable[[], None]] = {}
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self._ends: socket.socket | None = None  # of the thread: readable when it is to end
        self._end: socket.socket | None = None

    def add(self, callback: Callable[[], None]) -> Callable[[], None]:
        """Call back from now on, in the thread; return what ends that."""
        key = object()
        with self._lock:
            self._callbacks[key] = callback
            if self._thread is None:
                self._ends, self._end = socket.socketpair()
                self._thread = threading.Thread(target=self._run, name="commits", daemon=True)
                self._thread.start()
        return lambda: self._remove(key)

    def _remove(self, key: object) -> None:
        with self._lock:
            self._callbacks.pop(key, None)

    def close(self) -> None:
        """End the thread."""
        if self._thread is not None and self._end is not None and self._ends is not None:
            self._end.close()
            self._thread.join()
            self._ends.close()
            self._thread = None

    def _run(self) -> None:
        while not self._waits_for_end(()):
            with suppress(psycopg.Error, StoreError):  # the server is away
                with closing(self._connect()) as connection:
                    self._listen(connection)
                continue
            if self._waits_for_end((), _RECONNECT_SECONDS):
                return

    def _listen(self, connection: Connection) -> None:
        self._call_back()  # for what was committed before
        while not self._waits_for_end((connection,), None):
            # Many commits at once are one call.
            if sum(1 for _ in connection.notifies(timeout=0)):
                self._call_back()

    def _waits_for_end(
        self, connections: Sequence[Connection], seconds: float | None = 0.0
    ) -> bool:
        """Wait for a message or for the end; return whether it is the end."""
        readable, _, _ = select.select([self._ends, *connections], (), (), seconds)
        return self._ends in readable

    def _call_back(self) -> None:
        with self._lock:
            callbacks = list(self._callbacks.values())
        for callback in callbacks:
            try:
                callback()
            except Exception as error:  # noqa: BLE001 - reported like that of a thread
                _report(error)


def _report(error: Exception) -> None:
    thread = threading.current_thread()
    threading.excepthook(
        threading.ExceptHookArgs((type(error), error, error.__traceback__, thread))
    )
