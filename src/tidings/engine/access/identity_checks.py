"""Finds out who sends a request, from the secret that comes with it.

Rows are read for every check, so a revocation in any process holds at once in all.
"""

import hmac
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from tidings.engine.access.hashing import PASSWORD, RANDOM_SECRET
from tidings.engine.access.names import spelled, spelled_password
from tidings.engine.access.secret_text import Secret, SecretKind, secret_from
from tidings.engine.access.use_notes import UseNotes
from tidings.engine.access.verified_secrets import Check, VerifiedSecrets
from tidings.model.access.identity import Identity, Proof, Scope
from tidings.model.access.token import AccessToken
from tidings.settings.tree import ServeSettings
from tidings.store.database.database import Database
from tidings.store.tables.access import sessions, tokens, users

_IDENTITY_OF_SETTINGS: Final = Identity(Scope.ADMIN, "serve.token", proof=Proof.TOKEN)


def utc_now() -> datetime:
    """Return the current time."""
    return datetime.now(UTC)


class IdentityChecks:
    """Checks tokens, passwords and sessions. Everything blocks; any thread may call."""

    def __init__(
        self,
        database: Database,
        clock: Callable[[], datetime] = utc_now,
        settings: ServeSettings | None = None,
    ) -> None:
        self._database = database
        self._clock = clock
        self._settings = settings or ServeSettings()
        self._verified = VerifiedSecrets()
        self._uses = UseNotes(database)

    def token(self, text: str) -> Identity | None:
        """Return whose token this is; `serve.token` is one with the scope admin."""
        return self._of_token(text, self._verified.is_right)

    def password(self, name: str, text: str) -> Identity | None:
        """Return the user with this name and password; takes 0.2 s unless it was right before."""
        return self._of_password(name, text, self._verified.is_right)

    def session(self, text: str) -> Identity | None:
        """Return whose session this is."""
        return self._of_session(text, self._verified.is_right)

    # The same without hashing, for the event loop: these read a row or two. None means that it is
    # not known yet, and the method above must find it out.

    def known_token(self, text: str) -> Identity | None:
        """Return whose token this is, if it was right before."""
        return self._of_token(text, self._verified.was_right)

    def known_password(self, name: str, text: str) -> Identity | None:
        """Return whose password this is, if it was right before."""
        return self._of_password(name, text, self._verified.was_right)

    def known_session(self, text: str) -> Identity | None:
        """Return whose session this is, if it was right before."""
        return self._of_session(text, self._verified.was_right)

    def has_any(self) -> bool:
        """Return whether somebody can sign in for good: a user with a password, or a token."""
        reader = self._database.read()
        return (
            bool(self._settings.token)
            or users.has_password_user(reader)
            or tokens.has_valid_token(reader, self._clock())
        )

    def _is_token_of_settings(self, text: str) -> bool:
        wanted = self._settings.token
        given = text.encode(errors="surrogatepass")
        return bool(wanted) and hmac.compare_digest(given, wanted.encode())

    def _of_token(self, text: str, check: Check) -> Identity | None:
        if self._is_token_of_settings(text):
            return _IDENTITY_OF_SETTINGS
        secret = secret_from(text, SecretKind.TOKEN)
        row = tokens.token_by_id(self._database.read(), secret.id) if secret else None
        if not is_right_secret(secret, row[1] if row else None, check) or row is None:
            return None
        token, now = row[0], self._clock()
        scope = self._scope_of(token)
        if scope is None or not token.is_valid_at(now):
            return None
        self._uses.note(tokens.note_token_use, token.id, token.used_at, now)
        return Identity(scope, token.name, token.user, Proof.TOKEN, token.id)

    def _of_password(self, name: str, text: str, check: Check) -> Identity | None:
        row = users.user_named(self._database.read(), spelled(name))
        if not check(spelled_password(text), row[1] if row else None, PASSWORD) or row is None:
            return None
        return Identity(row[0].role, row[0].name, row[0].id, Proof.PASSWORD)

    def _of_session(self, text: str, check: Check) -> Identity | None:
        secret = secret_from(text, SecretKind.SESSION)
        row = sessions.session_by_id(self._database.read(), secret.id) if secret else None
        if not is_right_secret(secret, row[1] if row else None, check) or row is None:
            return None
        session, now = row[0], self._clock()
        user = users.user_by_id(self._database.read(), session.user)
        if user is None or now >= min(session.expires_at, session.used_at + self._idle_limit):
            return None
        self._uses.note(sessions.note_session_use, session.id, session.used_at, now)
        return Identity(user.role, user.name, user.id, Proof.SESSION)

    def _scope_of(self, token: AccessToken) -> Scope | None:
        """Return what a token may do: no more than its user, and nothing without that user."""
        if token.user is None:
            return token.scope
        user = users.user_by_id(self._database.read(), token.user)
        if user is None:
            return None
        return token.scope if user.role.includes(token.scope) else user.role

    @property
    def _idle_limit(self) -> timedelta:
        return timedelta(days=self._settings.session_idle_days)


def is_right_secret(secret: Secret | None, stored: str | None, check: Check) -> bool:
    """Return whether a text that was read as a secret fits the hash of its row."""
    if secret is None:  # its form is wrong, which anybody can see
        return False
    return check(secret.secret, stored, RANDOM_SECRET)
