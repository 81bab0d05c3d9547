"""Runs the application on a socket inside a running event loop."""

import asyncio
import errno
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager

import uvicorn
from fastapi import FastAPI

from tidings.events.logged_event import emit
from tidings.events.server_events import ServerListening, ServerStopped
from tidings.serve.http.protocol import LimitedProtocol
from tidings.settings.tree import ServeSettings

_GRACE_SECONDS = 3  # for responses in progress when the server stops


class CannotListen(Exception):
    """The address cannot be listened on; the message says what to do."""


class PortTaken(CannotListen):
    """Another process listens on the port."""


def bound_socket(settings: ServeSettings) -> socket.socket:
    """Return a listening socket, so that a taken port is reported before anything else starts.

    Port 0 takes a free port. Clients that connect before the server runs wait for it.
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
        return CannotListen(f"No permission to use port {port}: choose one above 1023 with --port.")
    why = error.strerror or error
    return CannotListen(f"{host} is not an address of this computer ({why}): change serve.host.")


def address_of(listener: socket.socket) -> str:
    """Return the front page's URL for a socket, as this computer can open it."""
    host, port = listener.getsockname()[:2]
    return url_of(host, port)


def url_of(host: str, port: int) -> str:
    """Return the front page's URL for an address to listen on, as this computer can open it."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class RunningServer:
    """A running server: where it listens and how to stop it."""

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
        """The front page's URL, as this computer can open it."""
        return url_of(self.host, self.port)

    def stop(self) -> None:
        """Make the server end after the responses in progress."""
        self._server.should_exit = True

    async def ended(self) -> None:
        """Wait until the server has stopped; raises its error, if any."""
        await asyncio.shield(self._task)


class _Server(uvicorn.Server):
    """uvicorn without signal handlers, and with an event for when it is up."""

    def __init__(self, config: uvicorn.Config, on_stop: Callable[[], None]) -> None:
        super().__init__(config)
        self.up = asyncio.Event()
        self._on_stop = on_stop

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signals to our caller."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then set the event."""
        await super().startup(sockets)
        self.up.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End responses that would never end by themselves, then wait for the others."""
        self._on_stop()
        await super().shutdown(sockets)


@asynccontextmanager
async def serving(app: FastAPI, listener: socket.socket) -> AsyncIterator[RunningServer]:
    """Serve on a socket from `bound_socket` until the block ends."""
    server, url = _Server(_config(app), _stream_stop(app)), address_of(listener)
    task = asyncio.create_task(server.serve([listener]))
    up = asyncio.create_task(server.up.wait())
    try:
        await asyncio.wait((up, task), return_when=asyncio.FIRST_COMPLETED)
        emit(ServerListening(url))
        yield RunningServer(server, task, listener)
    finally:
        emit(ServerStopped(url))
        up.cancel()
        server.should_exit = True
        await task


def _stream_stop(app: FastAPI) -> Callable[[], None]:
    """Return what ends the streams of an application; any other ASGI application has none."""
    stream = getattr(getattr(app, "state", None), "stream", None)
    return (lambda: None) if stream is None else stream.stop


async def serve(app: FastAPI, settings: ServeSettings) -> None:
    """Serve until cancelled."""
    async with serving(app, bound_socket(settings)) as server:
        await server.ended()


def _config(app: FastAPI) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        log_config=None,  # logging is set up for the whole process
        # Its warnings are about what clients send, so that a stranger could fill the log with them.
        log_level="error",
        access_log=False,  # http/request_events.py does it
        server_header=False,
        proxy_headers=False,  # gate/forwarding.py reads them
        ws="none",
        http=LimitedProtocol,
        timeout_graceful_shutdown=_GRACE_SECONDS,
    )
