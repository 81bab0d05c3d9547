"""Connections to one server: kept alive, and handed to one thread at a time."""

import select
import socket
import ssl
import threading
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPSConnection
from typing import Final
from urllib.parse import urlsplit

_MAX_IDLE: Final = 8  # connections; more threads than that at a time dial again


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a server is: scheme, host and port, and the path that everything is below."""

    scheme: str
    host: str
    port: int
    path: str

    @classmethod
    def of(cls, url: str) -> "Origin":
        """Return the origin in a URL; raises ValueError with a sentence."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"Expected a URL such as http://127.0.0.1:8000, got {url!r}.")
        if parts.username is not None or parts.password is not None:
            raise ValueError("The URL contains a user or password: give a token with token=…")
        port = parts.port or (443 if parts.scheme == "https" else 80)
        return cls(parts.scheme, parts.hostname, port, parts.path.rstrip("/"))

    def is_same_server(self, other: "Origin") -> bool:
        """Return whether both are one server, which may see what the other may see."""
        return (self.scheme, self.host, self.port) == (other.scheme, other.host, other.port)

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = {"http": 80, "https": 443}[self.scheme]
        port = "" if self.port == usual else f":{self.port}"
        return f"{self.scheme}://{host}{port}{self.path}"


class Connections:
    """Idle connections to one server. Safe for threads: each has its connection to itself."""

    def __init__(self, origin: Origin, timeout: float, tls: ssl.SSLContext | None) -> None:
        self._origin = origin
        self._timeout = timeout
        self._tls = tls
        self._lock = threading.Lock()
        self._idle: list[HTTPConnection] = []

    def take(self, *, is_new: bool, timeout: float | None = None) -> HTTPConnection:
        """Return an idle connection, or a new one, which is dialled with the first request."""
        while not is_new:
            with self._lock:
                if not self._idle:
                    break
                connection = self._idle.pop()
            if _is_open(connection):
                return connection
            connection.close()
        return self._new(self._timeout if timeout is None else timeout)

    def give_back(self, connection: HTTPConnection) -> None:
        """Keep a connection whose answer has been read to its end, unless the server closed it."""
        with self._lock:
            if connection.sock is not None and len(self._idle) < _MAX_IDLE:
                self._idle.append(connection)
                return
        connection.close()

    def close(self) -> None:
        """Close what is idle; a connection under way is closed by whoever uses it."""
        with self._lock:
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _new(self, timeout: float) -> HTTPConnection:
        origin = self._origin
        if origin.scheme == "http":
            return HTTPConnection(origin.host, origin.port, timeout=timeout)
        return HTTPSConnection(origin.host, origin.port, timeout=timeout, context=self._tls)


def _is_open(connection: HTTPConnection) -> bool:
    """Return whether an idle connection may be used: one with something to read was closed."""
    sock: socket.socket | None = connection.sock
    if sock is None:
        return False
    try:
        return not select.select([sock], [], [], 0)[0]
    except (OSError, ValueError):
        return False
