"""Routes of users, for admins: list, add, change and remove."""

from typing import Any, Final

from starlette.responses import Response

from tidings.engine.access.access import Access
from tidings.engine.access.names import AccessRefused, new_password, spelled, user_name
from tidings.model.access.identity import Scope
from tidings.model.access.user import User
from tidings.serve.context import CurrentContext
from tidings.serve.permission import CurrentIdentity
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import envelope, paged
from tidings.serve.v1.writing.admins import (
    ADMIN,
    ADMIN_PROBLEMS,
    CurrentAccess,
    check_admin_stays,
    check_grant,
    checked,
    refuse,
)
from tidings.serve.v1.writing.bodies import NewUserBody, UserChangesBody
from tidings.serve.v1.writing.writing_route import writing_router
from tidings.shapes.iso_time import iso, iso_or_none
from tidings.shapes.v1.access import UserV1

router = writing_router("users")
UsersPage: Any = paged(default=100, most=500)


_USER: Final[UserV1] = {
    "name": "ada",
    "role": "write",
    "has_password": True,
    "created": "2026-11-18T16:00:00Z",
    "last_visit": None,
}


@router.get(
    "/users",
    dependencies=ADMIN,
    **described(
        "listUsers",
        "List users",
        list_of(UserV1, "UsersV1"),
        {"items": [_USER], "next": None},
        problems=(400, 401, 403),
    ),
)
async def list_users(page: UsersPage, context: CurrentContext, access: CurrentAccess) -> Response:
    """List all users by name."""
    users = await context.run(access.users)
    after = "" if page.position is None else str(page.position)
    rows = sorted((each for each in users if each.name > after), key=lambda each: each.name)
    kept, following = page.cut(rows[: page.limit + 1], lambda user: user.name)
    return answer(envelope([_shape(each) for each in kept], following))


@router.post(
    "/users",
    dependencies=ADMIN,
    **described("addUser", "Add a user", UserV1, _USER, status=201, problems=ADMIN_PROBLEMS),
)
async def add_user(
    body: NewUserBody, identity: CurrentIdentity, context: CurrentContext, access: CurrentAccess
) -> Response:
    """Add a user."""
    role = Scope(body.role)
    check_grant(identity, role)
    checked("name", lambda: user_name(body.name))
    checked("password", lambda: new_password(body.password, spelled(body.name)))
    try:
        user = await context.run(lambda: access.add_user(body.name, body.password, role))
    except AccessRefused as error:
        refuse(error)
    return answer(_shape(user), 201)


@router.get(
    "/users/{name}",
    dependencies=ADMIN,
    **described("getUser", "A user", UserV1, _USER, problems=(401, 403, 404)),
)
async def get_user(name: str, context: CurrentContext, access: CurrentAccess) -> Response:
    """Return a user."""
    try:
        return answer(_shape(await context.run(lambda: access.user(name))))
    except AccessRefused as error:
        refuse(error)


@router.patch(
    "/users/{name}",
    dependencies=ADMIN,
    **described("changeUser", "Change a user", UserV1, _USER, problems=ADMIN_PROBLEMS),
)
async def change_user(
    name: str,
    body: UserChangesBody,
    identity: CurrentIdentity,
    context: CurrentContext,
    access: CurrentAccess,
) -> Response:
    """Change the role or the password of a user; a new password ends its sessions."""
    role = None if body.role is None else Scope(body.role)
    if role is not None:
        check_grant(identity, role)
    password = body.password
    if password is not None:
        checked("password", lambda: new_password(password, spelled(name)))

    def change() -> User:
        if role is not None and role is not Scope.ADMIN:
            check_admin_stays(context, user=spelled(name))
        return _changed(access, name, role, password)

    try:
        return answer(_shape(await context.run(change)))
    except AccessRefused as error:
        refuse(error)


@router.delete(
    "/users/{name}",
    dependencies=ADMIN,
    **described("removeUser", "Remove a user", None, status=204, problems=(401, 403, 404, 409)),
)
async def remove_user(name: str, context: CurrentContext, access: CurrentAccess) -> Response:
    """Remove a user with all that it kept; its sessions and tokens end at once."""

    def remove() -> None:
        check_admin_stays(context, user=spelled(name))
        access.remove_user(name)

    try:
        await context.run(remove)
    except AccessRefused as error:
        refuse(error)
    return Response(status_code=204)


def _changed(access: Access, name: str, role: Scope | None, password: str | None) -> User:
    """Change a user; the role is first, because it may be refused."""
    user = access.user(name) if role is None else access.set_role(name, role)
    return user if password is None else access.set_password(name, password)


def _shape(user: User) -> UserV1:
    return {
        "name": user.name,
        "role": str(user.role),
        "has_password": user.has_password,
        "created": iso(user.created_at),
        "last_visit": iso_or_none(user.last_visit),
    }
