"""The user whose marks a request reads or writes."""

from dataclasses import dataclass
from typing import Annotated, Final

from fastapi import Depends, HTTPException, Request

from tidings.engine.access.marks import Marks
from tidings.model.access.identity import Proof, Scope
from tidings.serve.context import CurrentContext
from tidings.serve.permission import CurrentIdentity, NeededScope, identity_of


@dataclass(frozen=True, slots=True)
class Keeper:
    """A user, and the marks of all users."""

    user: int
    marks: Marks


async def keeper_of(context: CurrentContext, identity: CurrentIdentity) -> Keeper:
    """Return the user who asks; raises a 401 for strangers, and a 403 for tokens of nobody."""
    if context.marks is not None and identity.user is not None:
        return Keeper(identity.user, context.marks)
    if not identity.name:
        headers = {"WWW-Authenticate": 'Bearer realm="tidings"'}
        raise HTTPException(401, "Sign in, or send 'Authorization: Bearer TOKEN'.", headers)
    raise HTTPException(
        403,
        f"{identity.name} is a token of no user, and only users keep something: sign in, or make "
        "a token of a user with 'tidings token add --user NAME'.",
    )


CurrentKeeper = Annotated[Keeper, Depends(keeper_of)]


@dataclass(frozen=True, slots=True)
class OwnRows(NeededScope):
    """Whoever signed in may write what it keeps, whatever its role; a token needs the scope."""

    async def __call__(self, request: Request) -> None:
        """Check who sends a request."""
        identity = await identity_of(request)
        if identity.user is None or identity.proof is not Proof.SESSION:
            await NeededScope.__call__(self, request)


KEEPING: Final = [Depends(OwnRows(Scope.WRITE))]
