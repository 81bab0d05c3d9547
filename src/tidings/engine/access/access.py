"""The façade of who may do what: checks secrets, and changes users, tokens and sessions.

Rows are read for every check, so a revocation in any process holds at once in all. Everything
blocks; any thread may call. No lock of the home is needed.
"""

import hmac
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from tidings.engine.access.hashing import PASSWORD, RANDOM_SECRET, hashed
from tidings.engine.access.names import (
    AccessRefused,
    NoSuchAccess,
    new_password,
    spelled,
    spelled_password,
    token_name,
    user_name,
)
from tidings.engine.access.secret_text import Secret, SecretKind, new_secret, secret_from
from tidings.engine.access.use_notes import UseNotes
from tidings.engine.access.verified_secrets import VerifiedSecrets
from tidings.model.access.identity import Identity, Proof, Scope
from tidings.model.access.session import UserSession
from tidings.model.access.token import AccessToken, NewToken
from tidings.model.access.user import OWNER, User
from tidings.settings.tree import ServeSettings
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.access import login_links, sessions, tokens, users

LINK_LIFETIME: Final = timedelta(minutes=10)
_ENDED_TOKENS_KEPT: Final = timedelta(days=90)  # for whoever looks up what became of one


def utc_now() -> datetime:
    """Return the current time."""
    return datetime.now(UTC)


class Access:
    """Users, tokens, sessions and one-time links of one home."""

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

    # Who sends a request?

    def token(self, text: str) -> Identity | None:
        """Return whose token this is; `serve.token` is one with the scope admin."""
        if self._is_token_of_settings(text):
            return Identity(Scope.ADMIN, "serve.token", proof=Proof.TOKEN)
        secret = secret_from(text, SecretKind.TOKEN)
        row = tokens.token_by_id(self._database.read(), secret.id) if secret else None
        if not self._is_right(secret, row[1] if row else None) or row is None:
            return None
        token, now = row[0], self._clock()
        scope = self._scope_of(token)
        if scope is None or not token.is_valid_at(now):
            return None
        self._uses.note(tokens.note_token_use, token.id, token.used_at, now)
        return Identity(scope, token.name, token.user, Proof.TOKEN)

    def password(self, name: str, text: str) -> Identity | None:
        """Return the user with this name and password; takes 0.2 s unless it was right before."""
        row = users.user_named(self._database.read(), spelled(name))
        stored = row[1] if row else None
        if not self._verified.is_right(spelled_password(text), stored, PASSWORD) or row is None:
            return None
        return Identity(row[0].role, row[0].name, row[0].id, Proof.PASSWORD)

    def session(self, text: str) -> Identity | None:
        """Return whose session this is."""
        secret = secret_from(text, SecretKind.SESSION)
        row = sessions.session_by_id(self._database.read(), secret.id) if secret else None
        if not self._is_right(secret, row[1] if row else None) or row is None:
            return None
        session, now = row[0], self._clock()
        user = users.user_by_id(self._database.read(), session.user)
        if user is None or now >= min(session.expires_at, session.used_at + self._idle_limit):
            return None
        self._uses.note(sessions.note_session_use, session.id, session.used_at, now)
        return Identity(user.role, user.name, user.id, Proof.SESSION)

    def has_any(self) -> bool:
        """Return whether somebody can sign in for good: a user with a password, or a token."""
        reader = self._database.read()
        return (
            bool(self._settings.token)
            or users.has_password_user(reader)
            or tokens.has_valid_token(reader, self._clock())
        )

    # Sessions and one-time links

    def begin_session(self, user: int, lifetime: timedelta | None = None) -> str:
        """Begin a session of a user; return its secret, for a cookie."""
        return self._database.write(lambda db: self._begun(db, user, lifetime)).result()

    def end_session(self, text: str) -> None:
        """End a session, if there is one with this secret."""
        secret = secret_from(text, SecretKind.SESSION)
        if secret is not None and self.session(text) is not None:
            self._database.write(lambda db: sessions.end_session(db, secret.id)).result()

    def end_sessions(self, name: str) -> None:
        """End all sessions of a user."""
        user = self._user(name)
        self._database.write(lambda db: sessions.end_sessions_of(db, user.id)).result()

    def one_time_link(self) -> str:
        """Return the secret of a new link, which signs the owner in: once, within ten minutes."""
        secret, expires_at = new_secret(SecretKind.LINK), self._clock() + LINK_LIFETIME
        stored = hashed(secret.secret, RANDOM_SECRET)

        def add(db: Writer) -> None:
            self._clean_up(db)
            login_links.add_login_link(db, secret.id, stored, expires_at)

        self._database.write(add).result()
        return secret.text

    def use_link(self, text: str) -> str | None:
        """Use a link up and begin a session of the owner; of several callers one gets it."""
        secret = secret_from(text, SecretKind.LINK)
        stored = login_links.login_link_hash(self._database.read(), secret.id) if secret else None
        if not self._is_right(secret, stored) or secret is None:
            return None
        return self._database.write(lambda db: self._session_for(db, secret)).result()

    # Tokens

    def add_token(
        self,
        name: str,
        scope: Scope,
        expires_at: datetime | None = None,
        *,
        user: str | None = None,
    ) -> NewToken:
        """Make a token; of a user, it may never do more than that user. Raises AccessRefused."""
        now, secret = self._clock(), new_secret(SecretKind.TOKEN)
        if expires_at is not None and expires_at <= now:
            raise AccessRefused("A token must expire in the future: choose a later time.")
        owner = None if user is None else self._user(user).id
        token = AccessToken(secret.id, token_name(name), scope, owner, now, expires_at)
        stored = hashed(secret.secret, RANDOM_SECRET)

        def add(db: Writer) -> None:
            self._clean_up(db)
            tokens.add_token(db, token, stored)

        self._database.write(add).result()
        return NewToken(token, secret.text)

    def tokens(self) -> list[AccessToken]:
        """Return all tokens, with those that ended within the last 90 days."""
        return tokens.all_tokens(self._database.read())

    def revoke_token(self, token: str) -> AccessToken:
        """Revoke a token by its id, for good; raises NoSuchAccess."""
        now = self._clock()
        self._database.write(lambda db: tokens.revoke_token(db, token, now)).result()
        row = tokens.token_by_id(self._database.read(), token)
        if row is None:
            raise NoSuchAccess(f"There is no token {token}: 'tidings token list' shows their ids.")
        return row[0]

    # Users

    def add_user(self, name: str, password: str, role: Scope = Scope.READ) -> User:
        """Add a user; raises AccessRefused."""
        name = user_name(name)
        if name == OWNER:
            raise AccessRefused(
                f"{OWNER} is built in: 'tidings user password {OWNER}' gives it a password."
            )
        stored, now = hashed(new_password(password, name), PASSWORD), self._clock()
        added = self._database.write(lambda db: users.add_user(db, name, role, stored, now))
        if added.result() is None:
            raise AccessRefused(
                f"There is a user {name} already: choose another name, or change its password with "
                f"'tidings user password {name}'."
            )
        return self._user(name)

    def users(self) -> list[User]:
        """Return all users by name."""
        return users.all_users(self._database.read())

    def user(self, name: str) -> User:
        """Return a user; raises NoSuchAccess."""
        return self._user(name)

    def remove_user(self, name: str) -> User:
        """Remove a user, its sessions, its tokens and all that it kept; raises NoSuchAccess."""
        user = self._user(name)
        self._database.write(lambda db: users.remove_user(db, user.id)).result()
        return user

    def set_password(self, name: str, password: str, *, keep_session: str = "") -> User:
        """Change a password, and end the user's sessions but the one with this secret."""
        name = spelled(name)
        stored = hashed(new_password(password, name), PASSWORD)
        kept = secret_from(keep_session, SecretKind.SESSION)
        user = self._owner() if name == OWNER else self._user(name)

        def change(db: Writer) -> None:
            users.set_user_password(db, user.id, stored)
            sessions.end_sessions_of(db, user.id, kept.id if kept else None)

        self._database.write(change).result()
        return self._user(name)

    def set_role(self, name: str, role: Scope) -> User:
        """Give a user another role, which holds at once; raises AccessRefused."""
        user = self._user(name)
        if user.name == OWNER:
            raise AccessRefused(f"{OWNER} is always admin: add another user for other roles.")
        self._database.write(lambda db: users.set_user_role(db, user.id, role)).result()
        return self._user(name)

    def _is_token_of_settings(self, text: str) -> bool:
        wanted = self._settings.token
        given = text.encode(errors="surrogatepass")
        return bool(wanted) and hmac.compare_digest(given, wanted.encode())

    def _is_right(self, secret: Secret | None, stored: str | None) -> bool:
        if secret is None:  # its form is wrong, which anybody can see
            return False
        return self._verified.is_right(secret.secret, stored, RANDOM_SECRET)

    def _scope_of(self, token: AccessToken) -> Scope | None:
        """Return what a token may do: no more than its user, and nothing without that user."""
        if token.user is None:
            return token.scope
        user = users.user_by_id(self._database.read(), token.user)
        if user is None:
            return None
        return token.scope if user.role.includes(token.scope) else user.role

    def _user(self, name: str) -> User:
        row = users.user_named(self._database.read(), spelled(name))
        if row is None:
            raise NoSuchAccess(f"There is no user {name}: 'tidings user list' shows their names.")
        return row[0]

    def _owner(self) -> User:
        now = self._clock()
        self._database.write(lambda db: users.add_user(db, OWNER, Scope.ADMIN, None, now)).result()
        return self._user(OWNER)

    def _session_for(self, db: Writer, link: Secret) -> str | None:
        now = self._clock()
        if not login_links.take_login_link(db, link.id, now):
            return None
        users.add_user(db, OWNER, Scope.ADMIN, None, now)
        row = users.user_named(db, OWNER)
        return self._begun(db, row[0].id, None) if row else None

    def _begun(self, db: Writer, user: int, lifetime: timedelta | None) -> str:
        self._clean_up(db)
        now, secret = self._clock(), new_secret(SecretKind.SESSION)
        expires_at = now + (lifetime or timedelta(days=self._settings.session_days))
        session = UserSession(secret.id, user, now, expires_at, now)
        sessions.add_session(db, session, hashed(secret.secret, RANDOM_SECRET))
        return secret.text

    @property
    def _idle_limit(self) -> timedelta:
        return timedelta(days=self._settings.session_idle_days)

    def _clean_up(self, db: Writer) -> None:
        """Remove what has expired; whenever something is added, so the rows stay few."""
        now = self._clock()
        login_links.remove_expired_links(db, now)
        sessions.remove_ended_sessions(db, now, now - self._idle_limit)
        tokens.remove_ended_tokens(db, now - _ENDED_TOKENS_KEPT)
