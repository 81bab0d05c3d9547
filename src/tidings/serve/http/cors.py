"""Lets pages of other servers read the API, if the owner names them (serve.cors_origins).

Without credentials: such a page sends a token of its own, never the reader's session.
"""

from collections.abc import Sequence
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tidings.serve.problem import is_v1, problem

_METHODS: Final = "GET, HEAD, POST, PUT, PATCH, DELETE"
_HEADERS: Final = "Accept, Authorization, Content-Type, If-None-Match, Last-Event-ID"
_EXPOSED: Final = "ETag, Link, Location, Retry-After, Server-Timing"
_MAX_AGE: Final = "600"  # seconds that a browser remembers a permission; Chrome allows two hours
_PREFLIGHT_VARY: Final = "Origin, Access-Control-Request-Method, Access-Control-Request-Headers"


class CrossOrigin:
    """ASGI middleware for the API; pages for readers stay our own."""

    def __init__(self, app: ASGIApp, origins: Sequence[str]) -> None:
        self._app = app
        self._origins = frozenset(origins)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin", "")
        is_preflight = "access-control-request-method" in headers
        if scope["method"] == "OPTIONS" and origin and is_preflight:
            await self._permission(origin, scope["path"])(scope, receive, send)
            return

        async def send_with_permission(message: Message) -> None:
            if message["type"] == "http.response.start":
                message.setdefault("headers", [])
                self._permit(MutableHeaders(raw=message["headers"]), origin)
            await send(message)

        await self._app(scope, receive, send_with_permission)

    def _permit(self, headers: MutableHeaders, origin: str) -> None:
        headers.add_vary_header("Origin")
        if origin in self._origins:
            headers["Access-Control-Allow-Origin"] = origin
            headers["Access-Control-Expose-Headers"] = _EXPOSED
            headers["Cross-Origin-Resource-Policy"] = "cross-origin"

    def _permission(self, origin: str, path: str) -> Response:
        """Return the answer to a browser that asks before it sends a request."""
        if origin not in self._origins:
            detail = "Pages of this origin may not use the API: add it to serve.cors_origins."
            refused = problem(403, detail) if is_v1(path) else Response(f"{detail}\n", 403)
            refused.headers["Vary"] = _PREFLIGHT_VARY
            return refused
        return Response(
            status_code=204,
            headers={
                "Access-Control-Allow-Origin": origin,
                "Access-Control-Allow-Methods": _METHODS,
                "Access-Control-Allow-Headers": _HEADERS,
                "Access-Control-Max-Age": _MAX_AGE,
                "Vary": _PREFLIGHT_VARY,
            },
        )
