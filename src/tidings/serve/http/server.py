"""Running the application on a socket of ours inside a running event loop."""

import asyncio
import errno
import socket
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from fastapi import FastAPI

from tidings.serve.http.protocol import LimitedProtocol
from tidings.settings.tree import ServeSettings

_GRACE_SECONDS = 3  # for answers under way when we stop


class CannotListen(Exception):
    """The address cannot be listened on; the message says what to do."""


class PortTaken(CannotListen):
    """Somebody else listens there."""


def bound_socket(settings: ServeSettings) -> socket.socket:
    """Return a socket that listens already, so that a taken port is known before all else.

    Port 0 takes a free one. Readers who come before the server runs wait for it.
    """
    host, port = settings.host, settings.port
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host.strip("[]"), port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise _refusal(host, port, error) from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen()  # two sockets may bind to one port; only one may listen
    except OSError as error:
        listener.close()
        raise _refusal(host, port, error) from error
    return listener


def _refusal(host: str, port: int, error: OSError) -> CannotListen:
    if error.errno == errno.EADDRINUSE:
        return PortTaken(f"Port {port} on {host} is in use: choose another with --port.")
    if error.errno == errno.EACCES:
        return CannotListen(f"You may not use port {port}: choose one above 1023 with --port.")
    why = error.strerror or error
    return CannotListen(f"{host} is no address of this computer ({why}): see serve.host.")


def address_of(listener: socket.socket) -> str:
    """Return the address of the front page behind a socket, as this computer can open it."""
    host, port = listener.getsockname()[:2]
    return _url(host, port)


def _url(host: str, port: int) -> str:
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class RunningServer:
    """A running server: where it is and how to stop it."""

    def __init__(
        self, server: uvicorn.Server, task: asyncio.Task[None], listener: socket.socket
    ) -> None:
        self._server = server
        self._task = task
        address = listener.getsockname()
        self.host: str = address[0]
        self.port: int = address[1]

    @property
    def url(self) -> str:
        """The address of the front page, as this computer can open it."""
        return _url(self.host, self.port)

    def stop(self) -> None:
        """Ask the server to end after the answers under way."""
        self._server.should_exit = True

    async def ended(self) -> None:
        """Wait until the server has stopped; raises what it died of."""
        await asyncio.shield(self._task)


class _Server(uvicorn.Server):
    """uvicorn without its hand on our signals, telling when it is up."""

    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals to whoever runs us."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then tell."""
        await super().startup(sockets)
        self.up.set()


@asynccontextmanager
async def serving(app: FastAPI, listener: socket.socket) -> AsyncIterator[RunningServer]:
    """Serve on a socket from `bound_socket` until the block is left."""
    server = _Server(_config(app))
    task = asyncio.create_task(server.serve([listener]))
    up = asyncio.create_task(server.up.wait())
    try:
        await asyncio.wait((up, task), return_when=asyncio.FIRST_COMPLETED)
        yield RunningServer(server, task, listener)
    finally:
        up.cancel()
        server.should_exit = True
        await task


async def serve(app: FastAPI, settings: ServeSettings) -> None:
    """Serve until cancelled."""
    async with serving(app, bound_socket(settings)) as handle:
        await handle.ended()


def _config(app: FastAPI) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,  # our caller has set up logging
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,  # nothing of ours depends on who asks
        ws="none",
        http=LimitedProtocol,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
