"""What a request proves about its sender. After too many wrong proofs none is checked."""

import hashlib
import math
import secrets
from collections import OrderedDict
from functools import partial
from typing import Final

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.types import Scope

from tidings.events.logged_event import emit
from tidings.events.server_events import SignInFailed
from tidings.model.access.identity import Identity, Proof
from tidings.serve.gate.authentication import (
    Authentication,
    Credentials,
    TooManySignIns,
    credentials_in,
)
from tidings.serve.gate.forwarding import Sender
from tidings.serve.gate.rate_limits import RateLimits
from tidings.serve.gate.request_head import RequestHead
from tidings.serve.gate.session_cookie import clear_session_cookie, cookie_name, session_secret

_MOST_REMEMBERED: Final = 1000  # proofs that were right; others are counted before they are checked
_FORMS: Final = (
    "Send 'Authorization: Bearer TOKEN', or Basic with a name and its password, or with any name "
    "and a token."
)
_WRONG: Final = "The token or password is wrong, revoked or expired."
_REALM: Final = "tidings"


class SenderProof:
    """Reads the proofs of requests and has them checked."""

    def __init__(self, authentication: Authentication, limits: RateLimits) -> None:
        self.authentication = authentication
        self._limits = limits
        self._key = secrets.token_bytes(16)
        self._right: OrderedDict[bytes, None] = OrderedDict()

    async def identity_of(
        self, head: RequestHead, sender: Sender, scope: Scope, *, is_local: bool
    ) -> Identity | None:
        """Return who sends a request, None for a stranger; raises HTTPException.

        A header outranks a cookie: programs send it on purpose. A session that is over is no
        error, but the browser is told to forget it. `still_allowed` is for what lasts long: it
        asks again, and blocks.
        """
        if head.authorization:
            given = _credentials(head.authorization)
            scope["state"]["still_allowed"] = partial(self.authentication.is_valid, given)
            return await self._by_header(head.authorization[0], given, sender, is_local)
        if not head.cookies:
            return None
        name = cookie_name(scope["scheme"], sender.host)
        secret = session_secret(head.cookies, name)
        if not secret:
            return None
        scope["state"]["session"] = secret
        given = Credentials(Proof.SESSION, "", secret)
        scope["state"]["still_allowed"] = partial(self.authentication.is_valid, given)
        identity = await self.authentication.by_session(secret)
        if identity is None:
            response = Response()
            clear_session_cookie(response, name)
            scope["state"]["expired_cookie"] = response.headers["set-cookie"]
        return identity

    async def _by_header(
        self, header: str, given: Credentials, sender: Sender, is_local: bool
    ) -> Identity:
        digest = hashlib.blake2b(header.encode(), key=self._key, digest_size=16).digest()
        was_right = digest in self._right
        if not was_right:
            self.count_attempt(sender.address, is_local=is_local)
        identity = await self._checked(given)
        if identity is None:
            self._right.pop(digest, None)
            emit(SignInFailed(sender.address, given.proof))
            raise wrong_proof(_WRONG, given.proof)
        if not was_right:
            self._remember(digest)
            self.take_back_attempt(sender.address, is_local=is_local)
        return identity

    def count_attempt(self, address: str, *, is_local: bool) -> None:
        """Count an attempt to sign in; raises HTTPException if too many have failed."""
        if wait := self._limits.sign_in(address, is_local=is_local):
            seconds = math.ceil(wait)
            raise HTTPException(
                429,
                f"Too many wrong tokens or passwords: try again in {seconds} s.",
                {"Retry-After": str(seconds)},
            )

    def take_back_attempt(self, address: str, *, is_local: bool) -> None:
        """Forget an attempt that succeeded."""
        self._limits.signed_in(address, is_local=is_local)

    async def by_password(self, name: str, password: str) -> Identity | None:
        """Return the user with this name and password; raises HTTPException."""
        try:
            return await self.authentication.by_password(name, password)
        except TooManySignIns:
            raise _busy() from None

    def close(self) -> None:
        """End the threads and close the file of counts."""
        self.authentication.close()
        self._limits.close()

    async def _checked(self, given: Credentials) -> Identity | None:
        try:
            return await self.authentication.by_credentials(given)
        except TooManySignIns:
            raise _busy() from None

    def _remember(self, digest: bytes) -> None:
        self._right[digest] = None
        if len(self._right) > _MOST_REMEMBERED:
            self._right.popitem(last=False)


def _credentials(headers: list[str]) -> Credentials:
    if len(headers) > 1:
        raise HTTPException(400, "Send one Authorization header.")
    given = credentials_in(headers[0])
    if given is None:
        raise wrong_proof(_FORMS, Proof.TOKEN)
    return given


def _busy() -> HTTPException:
    return HTTPException(
        503, "Too many people sign in at the moment: try again.", {"Retry-After": "5"}
    )


def challenge(proof: Proof) -> dict[str, str]:
    """Return the header that says how to prove who one is."""
    if proof is Proof.PASSWORD:
        return {"WWW-Authenticate": f'Basic realm="{_REALM}", charset="UTF-8"'}
    return {"WWW-Authenticate": f'Bearer realm="{_REALM}"'}


def wrong_proof(message: str, proof: Proof) -> HTTPException:
    """Return the refusal of a proof that was given and is wrong (RFC 6750, 3.1)."""
    headers = challenge(proof)
    if proof is Proof.TOKEN:
        headers["WWW-Authenticate"] += ', error="invalid_token"'
    return HTTPException(401, message, headers)
