"""The gate: every request passes it before any route, or is refused.

It finds out who sends a request, counts it, and refuses what nobody or somebody else may do. Every
path needs the scope read, except those that are always open. What a route needs beyond that is in
`serve/permission.py`.
"""

import math
from functools import lru_cache
from typing import Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tidings.engine.process.home_errors import HOME_ERRORS
from tidings.model.access.identity import Identity, Proof
from tidings.model.access.identity import Scope as AccessScope
from tidings.serve.gate.foreign_pages import SAFE_METHODS, is_foreign
from tidings.serve.gate.forwarding import Sender, TrustedProxies
from tidings.serve.gate.host_names import HostNames
from tidings.serve.gate.rate_limits import RateLimits
from tidings.serve.gate.request_head import RequestHead, head_of
from tidings.serve.gate.sender_proof import SenderProof, challenge
from tidings.serve.http.error_handlers import FEEDS, refused, unreadable
from tidings.serve.http.security_headers import RawHeaders, add_security_headers, keep_private
from tidings.settings.openness import is_loopback, is_public, strangers_may_read
from tidings.settings.tree import ServeSettings

# Whoever asks: a hub's signature is its key, and style sheets are in the package.
_UNCOUNTED: Final = ("/static/", "/websub/")
_NAMELESS: Final = frozenset({"/bot", "/robots.txt"})
_OPEN: Final = frozenset({"/login", "/logout", "/healthz"})  # they show more to who may see more
_SIGN_IN: Final = "Sign in, or send 'Authorization: Bearer TOKEN'."
_NOBODY: Final = Identity(None)
_READER: Final = Identity(AccessScope.READ)


class RequestGate:
    """ASGI middleware; it comes before all others but the log of requests."""

    def __init__(
        self, app: ASGIApp, settings: ServeSettings, proof: SenderProof, limits: RateLimits
    ) -> None:
        self._app = app
        self._settings = settings
        self._proxies = TrustedProxies(settings)
        self._names = HostNames(settings)
        self._limits = limits
        self._proof = proof
        self._is_private = not strangers_may_read(settings)
        self._is_public = is_public(settings)
        self._stranger = _NOBODY if self._is_private else _READER

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        head = head_of(scope["headers"])
        sender = self._sender_of(scope, head)
        scope = _entered(scope, sender, self._stranger)
        scope["scheme"] = self._names.scheme_of(sender.host, sender.scheme)
        passage = _Passage(send, f"{scope['scheme']}://{sender.host}".encode("latin-1"))
        try:
            await self._let_in(scope, head, sender, passage)
        except HTTPException as error:
            response = refused(Request(scope), error)
            await response(scope, receive, passage.send)
        except HOME_ERRORS as error:
            await unreadable(Request(scope), error)(scope, receive, passage.send)
        else:
            await self._app(scope, receive, passage.send)

    def _sender_of(self, scope: Scope, head: RequestHead) -> Sender:
        client = scope.get("client")
        return self._proxies.sender_of(head, client[0] if client else "", scope["scheme"])

    async def _let_in(
        self, scope: Scope, head: RequestHead, sender: Sender, passage: "_Passage"
    ) -> None:
        """Put the identity of the sender on the request; raises HTTPException."""
        path, state = scope["path"], scope["state"]
        if not self._names.is_ours(sender.host):
            raise HTTPException(421, self._names.advice)
        if path.startswith(_UNCOUNTED):
            return
        is_local = self._is_local(sender)
        state["is_local"] = is_local
        identity = None
        if path not in _NAMELESS:
            identity = await self._proof.identity_of(head, sender, scope, is_local=is_local)
            passage.expired_cookie = state.pop("expired_cookie", "")
        identity = identity or self._stranger
        state["identity"] = identity
        self._count(identity, sender.address, is_local=is_local)
        self._refuse_foreign_pages(identity, scope, head, sender)
        if path in _NAMELESS or path in _OPEN:
            return
        if not identity.may(AccessScope.READ):
            raise _unknown(scope)
        passage.is_private = self._is_private or identity.proof is not Proof.NONE

    def _is_local(self, sender: Sender) -> bool:
        """Return whether a program of this computer asks, and not a proxy for somebody else."""
        return not self._is_public and not sender.is_forwarded and _is_own(sender.address)

    def _count(self, identity: Identity, address: str, *, is_local: bool) -> None:
        wait = self._limits.request(identity, address, is_local=is_local)
        if wait:
            raise too_many(wait)

    def _refuse_foreign_pages(
        self, identity: Identity, scope: Scope, head: RequestHead, sender: Sender
    ) -> None:
        if scope["method"] in SAFE_METHODS or identity.proof is Proof.TOKEN:
            return
        url = f"{scope['scheme']}://{sender.host}"
        is_required = identity.proof is not Proof.NONE
        if is_foreign(head, url, self._settings.public_url, is_required=is_required):
            raise HTTPException(
                403,
                "This request does not come from a page of this server. Programs send a token "
                "('Authorization: Bearer TOKEN') instead of a cookie or password.",
            )


class _Passage:
    """The way back: adds headers to the response."""

    __slots__ = ("_base", "_send", "expired_cookie", "is_private")

    def __init__(self, send: Send, base: bytes) -> None:
        """`base` is our address as the sender wrote it."""
        self._send = send
        self._base = base
        self.is_private = False
        self.expired_cookie = ""  # the header that makes a browser forget a session

    async def send(self, message: Message) -> None:
        """Send a part of the response."""
        if message["type"] == "http.response.start":
            headers = message["headers"] = list(message.get("headers", ()))
            add_security_headers(headers)
            if message["status"] == 307:
                self._shorten_location(headers)
            if self.is_private:
                keep_private(headers)
            if self.expired_cookie and not any(name == b"set-cookie" for name, _ in headers):
                headers.append((b"set-cookie", self.expired_cookie.encode()))
        await self._send(message)

    def _shorten_location(self, headers: RawHeaders) -> None:
        """Redirect to a path: a Host header that somebody invented must not be repeated.

        Starlette redirects to a path with or without a slash at its end, by its whole address.
        """
        for at, (name, value) in enumerate(headers):
            if name == b"location" and value.startswith(self._base + b"/"):
                headers[at] = name, value[len(self._base) :]


_is_own = lru_cache(1024)(is_loopback)


def too_many(wait: float) -> HTTPException:
    """Return the refusal of a sender that has to wait some seconds."""
    seconds = math.ceil(wait)
    return HTTPException(
        429, f"Too many requests: try again in {seconds} s.", {"Retry-After": str(seconds)}
    )


def _entered(scope: Scope, sender: Sender, stranger: Identity) -> Scope:
    """Return the request as routes see it."""
    state = {**scope.get("state", {}), "identity": stranger, "address": sender.address}
    state["is_head"] = scope["method"] == "HEAD"
    entered = {**scope, "state": state}
    if state["is_head"]:
        # HEAD works wherever GET does (RFC 9110, 9.3.2): monitors use it for /healthz. The server
        # does not send the body.
        entered["method"] = "GET"
    if sender.is_forwarded:
        others = [header for header in scope["headers"] if header[0] != b"host"]
        entered["headers"] = [(b"host", sender.host.encode("latin-1")), *others]
        entered["client"] = (sender.address, 0)
    return entered


def _unknown(scope: Scope) -> HTTPException:
    """Return the refusal of a stranger."""
    is_feed = scope["path"].startswith(FEEDS)
    return HTTPException(401, _SIGN_IN, challenge(Proof.PASSWORD if is_feed else Proof.TOKEN))
