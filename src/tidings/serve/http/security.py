"""Security: headers on every response, accepted host names, and who may write."""

import hmac
from typing import Final
from urllib.parse import urlsplit

from fastapi import HTTPException, Request
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tidings.model.access.identity import Identity
from tidings.model.access.identity import Scope as AccessScope
from tidings.settings.openness import is_loopback
from tidings.settings.tree import ServeSettings

SECURITY_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'; connect-src 'self'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}

_STRANGER: Final = Identity(AccessScope.READ)


class SecurityMiddleware:
    """Middleware that adds the headers to every response and accepts only our own host names.

    A foreign page can make its name resolve to 127.0.0.1 and then read what we serve there as its
    own (DNS rebinding). But its requests carry the foreign name as their host.
    """

    def __init__(self, app: ASGIApp, settings: ServeSettings) -> None:
        self._app = app
        self._is_checked = is_loopback(settings.host)
        self._public_name = _name_in_url(settings.public_url)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                add_security_headers(MutableHeaders(scope=message))
            await send(message)

        # Until somebody proves more, whoever can connect may read.
        scope.setdefault("state", {})["identity"] = _STRANGER
        app = self._app if self._is_ours(Headers(scope=scope)) else _misdirected
        if scope["method"] == "HEAD":
            # HEAD works wherever GET does (RFC 9110, 9.3.2): monitors use it for /healthz. The
            # server does not send the body.
            scope = {**scope, "method": "GET"}
        await app(scope, receive, send_with_headers)

    def _is_ours(self, headers: Headers) -> bool:
        if not self._is_checked:
            return True
        hosts = headers.getlist("host")
        if len(hosts) != 1:
            return False
        name = _name(hosts[0])
        return is_loopback(name) or (name != "" and name == self._public_name)


_misdirected = PlainTextResponse(
    "This Tidings serves its own computer only: open it as http://127.0.0.1 or http://localhost, "
    "or set serve.public_url to its public address.\n",
    status_code=421,
)


def add_security_headers(headers: MutableHeaders) -> None:
    """Add the security headers; a response without Cache-Control must be revalidated."""
    headers.update(SECURITY_HEADERS)
    headers.setdefault("Cache-Control", "no-cache")


def _name(host: str) -> str:
    """Return the name in a Host header; empty if the header is malformed."""
    try:
        parts = urlsplit(f"//{host}")
        _ = parts.port
    except ValueError:
        return ""
    return (parts.hostname or "") if parts.netloc == host and "@" not in host else ""


def _name_in_url(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


async def require_token(request: Request) -> None:
    """Refuse unauthorised writes: a dependency for every route that changes anything.

    Beyond loopback a write needs serve.token. On loopback whoever can connect is the owner, except
    for foreign pages in the owner's browser, which send their origin.
    """
    settings: ServeSettings = request.app.state.settings
    if is_loopback(settings.host) and not settings.token:
        _refuse_foreign_pages(request)
        return
    if not settings.token:
        raise HTTPException(403, "Writing is disabled: set serve.token to enable it.")
    scheme, _, given = request.headers.get("authorization", "").partition(" ")
    is_valid = hmac.compare_digest(given.strip().encode(), settings.token.encode())
    if scheme.lower() != "bearer" or not is_valid:
        headers = {"WWW-Authenticate": 'Bearer realm="tidings"'}
        raise HTTPException(401, "Send 'Authorization: Bearer TOKEN' with serve.token.", headers)


def _refuse_foreign_pages(request: Request) -> None:
    site = request.headers.get("sec-fetch-site", "none")
    origin = request.headers.get("origin")
    is_own = origin is None or urlsplit(origin).netloc == request.headers.get("host")
    if site not in ("same-origin", "none") or not is_own:
        raise HTTPException(403, "This request comes from a foreign page.")
