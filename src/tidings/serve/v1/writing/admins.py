"""What routes of tokens and users share: who grants, and that somebody stays who can."""

from collections.abc import Callable
from typing import Annotated, Final, NoReturn

from fastapi import Depends, HTTPException

from tidings.engine.access.access import Access
from tidings.engine.access.names import AccessRefused, NoSuchAccess
from tidings.model.access.identity import Identity, Scope
from tidings.serve.context import CurrentContext
from tidings.serve.permission import needs
from tidings.serve.v1.frame.route import invalid

ADMIN: Final = [Depends(needs(Scope.ADMIN))]
ADMIN_PROBLEMS: Final = (401, 403, 404, 409, 413, 415)


async def access_of(context: CurrentContext) -> Access:
    """Return the users and tokens of the home; raises a 503 if this server knows none."""
    if context.access is None:
        raise HTTPException(503, "This server knows no users and tokens.")
    return context.access


CurrentAccess = Annotated[Access, Depends(access_of)]


def refuse(error: AccessRefused) -> NoReturn:
    """Raise what a refusal means over HTTP."""
    raise HTTPException(404 if isinstance(error, NoSuchAccess) else 409, str(error)) from error


def checked(field: str, check: Callable[[], object]) -> None:
    """Raise a 422 for a field that a check refuses."""
    try:
        check()
    except AccessRefused as error:
        raise invalid(field, str(error), "body") from error


def check_grant(identity: Identity, scope: Scope) -> None:
    """Refuse to grant more than the granter has."""
    if not identity.may(scope):
        raise HTTPException(403, f"You cannot grant the scope {scope}: you do not have it.")


def check_admin_stays(context: CurrentContext, *, token: str = "", user: str = "") -> None:
    """Refuse to take away the last way to administer over HTTP; blocks.

    Of a token or user that is no admin nothing depends.
    """
    access = context.access
    assert access is not None
    if context.library.settings.serve.token:
        return
    now = context.clock()
    admins = {
        each.id
        for each in access.tokens()
        if each.scope is Scope.ADMIN and each.user is None and each.is_valid_at(now)
    }
    people = {
        each.name for each in access.users() if each.role is Scope.ADMIN and each.has_password
    }
    others = (admins - {token}) | (people - {user})
    if (token in admins or user in people) and not others:
        raise HTTPException(
            409,
            "Nobody could administer this server after that: make another admin first, or do it "
            "with 'tidings token' or 'tidings user' on the computer itself.",
        )
