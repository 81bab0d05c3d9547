"""Tokens and users in version 1 of the API."""

from typing import Annotated, TypedDict


class TokenV1(TypedDict):
    """A token, without its secret."""

    id: str
    name: str
    scope: str
    user: Annotated[str | None, "whose marks it may read and write"]
    created: str
    expires: str | None
    revoked: str | None
    last_used: Annotated[str | None, "to the minute"]


class NewTokenV1(TokenV1):
    """A token that was just made, with its secret, which nobody can see again."""

    token: str


class UserV1(TypedDict):
    """A user, without the password."""

    name: str
    role: Annotated[str, "read, write or admin"]
    has_password: Annotated[bool, "false: it signs in with one-time links only"]
    created: str
    last_visit: str | None
