"""The façade of who may do what: checks secrets, and changes users, tokens and sessions.

Everything blocks; any thread may call. No lock of the home is needed.
"""

from datetime import datetime, timedelta
from typing import Final

from tidings.engine.access.hashing import PASSWORD, RANDOM_SECRET, hashed
from tidings.engine.access.identity_checks import IdentityChecks, is_right_secret
from tidings.engine.access.names import (
    AccessRefused,
    NoSuchAccess,
    new_password,
    spelled,
    token_name,
    user_name,
)
from tidings.engine.access.secret_text import (
    Secret,
    SecretKind,
    is_secret_id,
    new_secret,
    secret_from,
)
from tidings.model.access.identity import Scope
from tidings.model.access.session import UserSession
from tidings.model.access.token import AccessToken, NewToken
from tidings.model.access.user import OWNER, User
from tidings.store.database.session import Writer
from tidings.store.tables.access import login_links, sessions, tokens, users

LINK_LIFETIME: Final = timedelta(minutes=10)
_ENDED_TOKENS_KEPT: Final = timedelta(days=90)  # for whoever looks up what became of one


class Access(IdentityChecks):
    """Users, tokens, sessions and one-time links of one home."""

    # Sessions and one-time links

    def begin_session(self, user: int, lifetime: timedelta | None = None) -> str:
        """Begin a session of a user; return its secret, for a cookie."""
        return self._database.write(lambda db: self._begun(db, user, lifetime)).result()

    def end_session(self, text: str) -> None:
        """End a session, if there is one with this secret."""
        secret = secret_from(text, SecretKind.SESSION)
        if secret is not None and self.session(text) is not None:
            self._database.write(lambda db: sessions.end_session(db, secret.id)).result()

    def end_sessions(self, user: int) -> None:
        """End all sessions of a user."""
        self._database.write(lambda db: sessions.end_sessions_of(db, user)).result()

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
        if secret is None or not is_right_secret(secret, stored, self._verified.is_right):
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
        if is_secret_id(token):
            self._database.write(lambda db: tokens.revoke_token(db, token, now)).result()
            if row := tokens.token_by_id(self._database.read(), token):
                return row[0]
        raise NoSuchAccess(f"There is no token {token[:80]}: 'tidings token list' shows their ids.")

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
        user = self._owner() if spelled(name) == OWNER else self._user(name)
        stored = hashed(new_password(password, user.name), PASSWORD)
        kept = secret_from(keep_session, SecretKind.SESSION)

        def change(db: Writer) -> None:
            users.set_user_password(db, user.id, stored)
            sessions.end_sessions_of(db, user.id, kept.id if kept else None)

        self._database.write(change).result()
        return self._user(user.name)

    def set_role(self, name: str, role: Scope) -> User:
        """Give a user another role, which holds at once; raises AccessRefused."""
        user = self._user(name)
        if user.name == OWNER:
            raise AccessRefused(f"{OWNER} is always admin: add another user for other roles.")
        self._database.write(lambda db: users.set_user_role(db, user.id, role)).result()
        return self._user(name)

    def _user(self, name: str) -> User:
        row = users.user_named(self._database.read(), spelled(name))
        if row is None:
            raise NoSuchAccess(
                f"There is no user {name[:80]}: 'tidings user list' shows their names."
            )
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

    def _clean_up(self, db: Writer) -> None:
        """Remove what has expired; whenever something is added, so the rows stay few."""
        now = self._clock()
        login_links.remove_expired_links(db, now)
        sessions.remove_ended_sessions(db, now, now - self._idle_limit)
        tokens.remove_ended_tokens(db, now - _ENDED_TOKENS_KEPT)
