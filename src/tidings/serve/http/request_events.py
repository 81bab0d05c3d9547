"""Emits an event for every request that was answered."""

import time

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tidings.events.logged_event import emit
from tidings.events.server_events import RequestServed


class RequestEvents:
    """ASGI middleware; it is added only where requests are logged, so it costs others nothing."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on and note its status and how long it took."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        began, status = time.monotonic(), 500  # what a client gets if the application fails

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            seconds = round(time.monotonic() - began, 6)
            emit(RequestServed(scope["method"], scope["path"], status, seconds))
