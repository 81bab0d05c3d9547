"""Finds out who sends a request: by token, password or session, each checked by `engine/access`."""

import asyncio
import base64
import binascii
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any, Final, Protocol, TypeVar

from tidings.engine.access.access import Access
from tidings.model.access.identity import Identity, Proof, Scope

_PASSWORD_THREADS: Final = 2  # each takes 0.2 s of a core; others wait
_MOST_WAITING: Final = 20  # for these threads: four seconds of work; more could only be guesses
_MAX_CREDENTIALS: Final = 4096  # characters; a password of 1000 in Basic has 1336

T = TypeVar("T")


class TooManySignIns(Exception):
    """So many people sign in at the moment that others have to come back."""


@dataclass(frozen=True, slots=True)
class Credentials:
    """What an Authorization header or a session's cookie contains."""

    proof: Proof
    name: str
    secret: str

    def __repr__(self) -> str:
        return f"Credentials({self.proof!r})"


def credentials_in(header: str) -> Credentials | None:
    """Read an Authorization header: Bearer (RFC 6750) or Basic (RFC 7617); None for others."""
    scheme, _, rest = header.partition(" ")
    if len(header) > _MAX_CREDENTIALS:
        return None
    if scheme.lower() == "bearer":
        return Credentials(Proof.TOKEN, "", rest.strip())
    if scheme.lower() != "basic":
        return None
    try:
        text = base64.b64decode(rest.strip(), validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None
    name, colon, secret = text.partition(":")
    return Credentials(Proof.PASSWORD, name, secret) if colon else None


class RunOnThread(Protocol):
    """Runs blocking work on a thread."""

    def __call__(self, work: Callable[[], Any]) -> Awaitable[Any]:
        """Return what the work returns."""


class Authentication:
    """Checks proofs on threads: everything about access blocks."""

    def __init__(self, access: Access | None, run: RunOnThread) -> None:
        """Without access nobody can sign in."""
        self._access = access
        self._run = run
        self._threads = ThreadPoolExecutor(_PASSWORD_THREADS, thread_name_prefix="sign-in")
        self._waiting = 0

    async def by_session(self, secret: str) -> Identity | None:
        """Return whose session this is."""
        return await self._known_or_found(
            lambda access: access.known_session(secret), lambda access: access.session(secret)
        )

    async def by_credentials(self, given: Credentials) -> Identity | None:
        """Return whose token or password this is; raises TooManySignIns.

        Basic is for feed readers: a name and its password, or any name with a token. Its scope is
        read at most, because programs store such passwords, and browsers repeat them.
        """
        found = await self._known_or_found(
            lambda access: access.known_token(given.secret),
            lambda access: access.token(given.secret),
        )
        if given.proof is Proof.TOKEN:
            return found
        if found is None:
            found = await self.by_password(given.name, given.secret)
        return found and replace(found, scope=Scope.READ, proof=Proof.PASSWORD)

    async def by_password(self, name: str, password: str) -> Identity | None:
        """Return the user with this name and password; raises TooManySignIns."""
        if (access := self._access) is None:
            return None
        if (known := access.known_password(name, password)) is not None:
            return known
        if self._waiting >= _MOST_WAITING:
            raise TooManySignIns
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._threads, access.password, name, password
            )
        finally:
            self._waiting -= 1

    def is_valid(self, given: Credentials) -> bool:
        """Return whether somebody may still read; for what lasts long. Blocks."""
        if self._access is None:
            return False
        if given.proof is Proof.SESSION:
            return self._access.session(given.secret) is not None
        if self._access.token(given.secret) is not None:
            return True
        is_password = given.proof is Proof.PASSWORD
        return is_password and self._access.password(given.name, given.secret) is not None

    async def begin_session(self, user: int) -> str | None:
        """Begin a session of a user; return its secret."""
        return await self._ask(lambda access: access.begin_session(user))

    async def use_link(self, secret: str) -> str | None:
        """Use a one-time link up; return the secret of the session that it begins."""
        return await self._ask(lambda access: access.use_link(secret))

    async def end_session(self, secret: str) -> None:
        """End a session."""
        await self._ask(lambda access: access.end_session(secret))

    def close(self) -> None:
        """Wait for work in progress and end the threads."""
        self._threads.shutdown()

    async def _known_or_found(
        self,
        known: Callable[[Access], Identity | None],
        found: Callable[[Access], Identity | None],
    ) -> Identity | None:
        """Read a row or two here, which is quicker than a thread; hashes are for threads."""
        if self._access is None:
            return None
        return known(self._access) or await self._ask(found)

    async def _ask(self, question: Callable[[Access], T | None]) -> T | None:
        if (access := self._access) is None:
            return None
        answer: T | None = await self._run(lambda: question(access))
        return answer
