"""Who may see query runs, and who may start them."""

from typing import Any, Final

from fastapi import Depends, HTTPException, Request

from tidings.model.access.identity import Scope
from tidings.serve.permission import identity_of, needs

WRITING: Final[Any] = [Depends(needs(Scope.WRITE))]
_SIGN_IN: Final = "Sign in, or send 'Authorization: Bearer TOKEN': what others look for is theirs."


async def may_see_runs(request: Request) -> None:
    """Refuse strangers of an open server: a run says what its owner looked for."""
    identity = await identity_of(request)
    if request.app.state.settings.open and not identity.name:
        raise HTTPException(401, _SIGN_IN, {"WWW-Authenticate": 'Bearer realm="tidings"'})


READING: Final[Any] = [Depends(may_see_runs)]
