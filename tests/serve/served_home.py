"""A home served on a free port by a real server, in a thread of the test's own process."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass

import uvloop
from fastapi import FastAPI

from tidings.engine.access.home_access import HomeAccess, opened_access
from tidings.engine.library.library import Library
from tidings.model.access.identity import Scope
from tidings.serve.app import create_app
from tidings.serve.gate.rate_limits import RATE_FILE
from tidings.serve.http.server import bound_socket, serving
from tidings.settings.openness import hides_subscriptions
from tidings.settings.tree import Settings


@dataclass(frozen=True, slots=True)
class ServedHome:
    """Where a home is served, and who may do what in it."""

    settings: Settings
    port: int
    home_access: HomeAccess

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def token(self, scope: Scope) -> str:
        """Return the text of a new token."""
        return self.home_access.access.add_token(f"test {scope}", scope).text


@contextmanager
def served_home(settings: Settings) -> Iterator[ServedHome]:
    """Serve a home as `tidings serve` does, until the block ends."""
    with ExitStack() as stack:
        with_logins = not hides_subscriptions(settings.serve)
        library = stack.enter_context(closing(Library.open(settings, with_logins=with_logins)))
        home_access = stack.enter_context(opened_access(settings))
        app = create_app(
            library,
            settings.serve,
            home_access=home_access,
            rate_file=settings.home / RATE_FILE,
        )
        port = stack.enter_context(_served(app, settings))
        yield ServedHome(settings, port, home_access)


@contextmanager
def _served(app: FastAPI, settings: Settings) -> Iterator[int]:
    """Serve an application in a thread; yield its port."""
    listener = bound_socket(settings.serve)
    port = listener.getsockname()[1]
    up, stopped = threading.Event(), asyncio.Event()
    loop = uvloop.new_event_loop()

    async def serve() -> None:
        async with serving(app, listener):
            up.set()
            await stopped.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    try:
        assert up.wait(60)
        yield port
    finally:
        loop.call_soon_threadsafe(stopped.set)
        thread.join()
        loop.close()
