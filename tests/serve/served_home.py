"""A home served on a free port by a real server, in a thread of the test's own process."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import uvloop

from tidings.engine.library.library import Library
from tidings.serve.app import create_app
from tidings.serve.http.server import bound_socket, serving
from tidings.settings.openness import hides_subscriptions
from tidings.settings.tree import Settings


@dataclass(frozen=True, slots=True)
class ServedHome:
    """Where a home is served, and what opens it."""

    settings: Settings
    port: int
    tokens: dict[str, str] = field(default_factory=dict)  # by scope

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"


@contextmanager
def served_home(settings: Settings) -> Iterator[ServedHome]:
    """Serve a home as `tidings serve` does, until the block ends."""
    library = Library.open(settings, with_logins=not hides_subscriptions(settings.serve))
    app = create_app(library, settings.serve)
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
        yield ServedHome(settings, port)
    finally:
        loop.call_soon_threadsafe(stopped.set)
        thread.join()
        loop.close()
        library.close()
