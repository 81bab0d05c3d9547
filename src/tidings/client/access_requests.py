"""Tokens and users, for admins: `client.tokens` and `client.users`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from tidings.client.paged_list import PagedList
    from tidings.client.pages import ListPage
    from tidings.client.requests import ApiRequests
    from tidings.shapes.v1.access import NewTokenV1, TokenV1, UserV1


class TokenRequests:
    """Requests about tokens."""

    def __init__(self, requests: ApiRequests) -> None:
        self._requests = requests

    def list(
        self, *, limit: int | None = None, cursor: str | None = None
    ) -> PagedList[TokenV1, ListPage[TokenV1]]:
        """List tokens, without their secrets."""
        return self._requests.list("/tokens", {"limit": limit}, cursor)

    def add(
        self,
        name: str,
        scope: str = "read",
        *,
        expires: str | None = None,
        user: str | None = None,
    ) -> NewTokenV1:
        """Make a token; its secret is in this answer and in no other."""
        body = {"name": name, "scope": scope, "expires": expires, "user": user}
        return cast("NewTokenV1", self._requests.post("/tokens", body))

    def revoke(self, token: str) -> None:
        """Revoke a token by its id, for good."""
        self._requests.delete("/tokens/{token}", token=token)


class UserRequests:
    """Requests about users."""

    def __init__(self, requests: ApiRequests) -> None:
        self._requests = requests

    def list(
        self, *, limit: int | None = None, cursor: str | None = None
    ) -> PagedList[UserV1, ListPage[UserV1]]:
        """List users."""
        return self._requests.list("/users", {"limit": limit}, cursor)

    def get(self, name: str) -> UserV1:
        """Return a user."""
        return cast("UserV1", self._requests.get("/users/{name}", name=name))

    def add(self, name: str, password: str, role: str = "read") -> UserV1:
        """Add a user."""
        body = {"name": name, "password": password, "role": role}
        return cast("UserV1", self._requests.post("/users", body))

    def change(self, name: str, *, role: str | None = None, password: str | None = None) -> UserV1:
        """Change the role or the password of a user; a new password ends all sessions."""
        given = {"role": role, "password": password}
        body = {key: value for key, value in given.items() if value is not None}
        return cast("UserV1", self._requests.patch("/users/{name}", body, name=name))

    def remove(self, name: str) -> None:
        """Remove a user with everything that the user keeps."""
        self._requests.delete("/users/{name}", name=name)
