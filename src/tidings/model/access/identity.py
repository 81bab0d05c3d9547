"""Who sends a request, and what that allows."""

from dataclasses import dataclass
from enum import StrEnum


class Scope(StrEnum):
    """What somebody may do; each scope includes those before it."""

    READ = "read"
    WRITE = "write"  # sources and take-downs; for a token, what its user keeps, too
    ADMIN = "admin"  # tokens and users, too

    def includes(self, other: "Scope") -> bool:
        """Return whether this scope is enough where the other is needed."""
        order = list(Scope)
        return order.index(self) >= order.index(other)


class Proof(StrEnum):
    """How somebody proved who they are; it also says which attacks must be thought of."""

    NONE = "none"
    TOKEN = "token"  # noqa: S105 - in a header: no foreign page can send it
    PASSWORD = "password"  # noqa: S105 - HTTP Basic, which browsers repeat by themselves
    SESSION = "session"  # a cookie, which browsers send by themselves


@dataclass(frozen=True, slots=True)
class Identity:
    """Whoever sends a request."""

    scope: Scope | None  # None: nothing but what is open to everybody
    name: str = ""  # of the user or token, for people to read; empty for a stranger
    user: int | None = None  # whose rows are read and written; None for strangers and tokens
    proof: Proof = Proof.NONE
    token: str = ""  # the public id of the token that was sent

    def may(self, scope: Scope) -> bool:
        """Return whether a scope is granted."""
        return self.scope is not None and self.scope.includes(scope)
