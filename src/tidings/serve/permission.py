"""Which scope a route needs. Who sends a request is found out in http/."""

from collections.abc import Awaitable, Callable
from typing import Annotated

from fastapi import Depends, HTTPException, Request

from tidings.model.access.identity import Identity, Scope


async def identity_of(request: Request) -> Identity:
    """Return who sends a request."""
    identity: Identity = request.state.identity
    return identity


CurrentIdentity = Annotated[Identity, Depends(identity_of)]


def needs(scope: Scope) -> Callable[[Request], Awaitable[None]]:
    """Return a dependency that refuses whoever lacks a scope: 401 to strangers, else 403."""

    async def check(request: Request) -> None:
        identity = await identity_of(request)
        if identity.may(scope):
            return
        if not identity.name:
            headers = {"WWW-Authenticate": 'Bearer realm="tidings"'}
            raise HTTPException(401, "Sign in, or send 'Authorization: Bearer TOKEN'.", headers)
        raise HTTPException(403, f"This needs the scope {scope}; {identity.name} has less.")

    return check
