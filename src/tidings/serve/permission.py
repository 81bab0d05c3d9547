"""Which scope a route needs. Who sends a request is found out in http/."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, HTTPException, Request

from tidings.model.access.identity import Identity, Proof, Scope


async def identity_of(request: Request) -> Identity:
    """Return who sends a request."""
    identity: Identity = request.state.identity
    return identity


CurrentIdentity = Annotated[Identity, Depends(identity_of)]


@dataclass(frozen=True, slots=True)
class NeededScope:
    """A dependency that refuses whoever lacks a scope: 401 to strangers, else 403."""

    scope: Scope

    async def __call__(self, request: Request) -> None:
        """Check who sends a request."""
        identity = await identity_of(request)
        if identity.may(self.scope):
            return
        if not identity.name:
            headers = {"WWW-Authenticate": 'Bearer realm="tidings"'}
            raise HTTPException(401, "Sign in, or send 'Authorization: Bearer TOKEN'.", headers)
        if identity.proof is Proof.PASSWORD:
            raise HTTPException(
                403, "HTTP Basic allows only reading: send 'Authorization: Bearer TOKEN' instead."
            )
        raise HTTPException(403, f"This needs the scope {self.scope}; {identity.name} has less.")


def needs(scope: Scope) -> NeededScope:
    """Return the dependency of a route that needs a scope."""
    return NeededScope(scope)


def may_write(request: Request) -> bool:
    """Return whether whoever asks may send the forms of our pages."""
    identity: Identity = request.state.identity
    return identity.proof is not Proof.PASSWORD and identity.may(Scope.WRITE)
