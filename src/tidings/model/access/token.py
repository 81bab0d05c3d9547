"""A key for programs: what is known of it without its secret."""

from dataclasses import dataclass
from datetime import datetime

from tidings.model.access.identity import Scope


@dataclass(frozen=True, slots=True)
class AccessToken:
    """A token, without its secret, which is shown once."""

    id: str
    name: str
    scope: Scope
    user: int | None  # whose rows it may read and write
    created_at: datetime
    expires_at: datetime | None = None
    revoked_at: datetime | None = None
    used_at: datetime | None = None  # to the minute

    def is_valid_at(self, now: datetime) -> bool:
        """Return whether it is neither revoked nor expired."""
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)


@dataclass(frozen=True, slots=True)
class NewToken:
    """A token that was just made: the only moment at which its secret is known."""

    token: AccessToken
    text: str

    def __repr__(self) -> str:
        return f"NewToken({self.token!r})"  # never the secret: this may end up in a log
