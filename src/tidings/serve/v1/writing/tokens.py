"""Routes of tokens, for admins: list, make and revoke."""

from datetime import UTC, datetime
from typing import Any, Final

from starlette.responses import Response

from tidings.engine.access.access import Access
from tidings.engine.access.names import AccessRefused, token_name
from tidings.model.access.identity import Scope
from tidings.model.access.token import AccessToken
from tidings.serve.context import CurrentContext
from tidings.serve.permission import CurrentIdentity
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import envelope, paged
from tidings.serve.v1.frame.route import invalid
from tidings.serve.v1.writing.admins import (
    ADMIN,
    ADMIN_PROBLEMS,
    CurrentAccess,
    check_admin_stays,
    check_grant,
    checked,
    refuse,
)
from tidings.serve.v1.writing.bodies import NewTokenBody
from tidings.serve.v1.writing.writing_route import writing_router
from tidings.shapes.iso_time import iso, iso_or_none
from tidings.shapes.v1.access import NewTokenV1, TokenV1

router = writing_router("tokens")
TokensPage: Any = paged(default=100, most=500)


_TOKEN: Final[TokenV1] = {
    "id": "k3v9x2",
    "name": "phone",
    "scope": "read",
    "user": None,
    "created": "2026-11-18T16:00:00Z",
    "expires": None,
    "revoked": None,
    "last_used": "2026-11-18T16:05:00Z",
}


@router.get(
    "/tokens",
    dependencies=ADMIN,
    **described(
        "listTokens",
        "List tokens",
        list_of(TokenV1, "TokensV1"),
        {"items": [_TOKEN], "next": None},
        problems=(400, 401, 403),
    ),
)
async def list_tokens(page: TokensPage, context: CurrentContext, access: CurrentAccess) -> Response:
    """List all tokens by id, also those that ended within the last 90 days."""
    tokens, people = await context.run(lambda: (access.tokens(), _people(access)))
    after = "" if page.position is None else str(page.position)
    rows = sorted((each for each in tokens if each.id > after), key=lambda each: each.id)
    kept, following = page.cut(rows[: page.limit + 1], lambda token: token.id)
    return answer(envelope([_shape(each, people) for each in kept], following))


@router.post(
    "/tokens",
    dependencies=ADMIN,
    **described(
        "addToken",
        "Make a token",
        NewTokenV1,
        {**_TOKEN, "token": "tdg_k3v9x2_…"},
        status=201,
        problems=ADMIN_PROBLEMS,
    ),
)
async def add_token(
    body: NewTokenBody, identity: CurrentIdentity, context: CurrentContext, access: CurrentAccess
) -> Response:
    """Make a token. Its secret is in this answer, and nowhere else."""
    scope = Scope(body.scope)
    check_grant(identity, scope)
    checked("name", lambda: token_name(body.name))
    expires = None if body.expires is None else _moment(body.expires)
    if expires is not None and expires <= context.clock():
        raise invalid("expires", "expected a time in the future", "body")
    try:
        made = await context.run(
            lambda: access.add_token(body.name, scope, expires, user=body.user)
        )
    except AccessRefused as error:
        refuse(error)
    people = await context.run(lambda: _people(access))
    shape: NewTokenV1 = {**_shape(made.token, people), "token": made.text}
    response = answer(shape, 201)
    response.headers["Cache-Control"] = "no-store"
    return response


@router.delete(
    "/tokens/{token}",
    dependencies=ADMIN,
    **described("revokeToken", "Revoke a token", None, status=204, problems=(401, 403, 404, 409)),
)
async def revoke_token(token: str, context: CurrentContext, access: CurrentAccess) -> Response:
    """Revoke a token for good; it holds at once. Doing so twice changes nothing."""

    def revoke() -> None:
        check_admin_stays(context, token=token)
        access.revoke_token(token)

    try:
        await context.run(revoke)
    except AccessRefused as error:
        refuse(error)
    return Response(status_code=204)


def _people(access: Access) -> dict[int, str]:
    return {user.id: user.name for user in access.users()}


def _shape(token: AccessToken, people: dict[int, str]) -> TokenV1:
    return {
        "id": token.id,
        "name": token.name,
        "scope": str(token.scope),
        "user": None if token.user is None else people.get(token.user),
        "created": iso(token.created_at),
        "expires": iso_or_none(token.expires_at),
        "revoked": iso_or_none(token.revoked_at),
        "last_used": iso_or_none(token.used_at),
    }


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            raise ValueError
        return moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        message = "expected a time with its zone, such as 2027-01-01T00:00:00Z"
        raise invalid("expires", message, "body") from error
