"""Routes about whoever asks: who that is, and since when there is something new."""

from typing import Final

from fastapi import HTTPException, Request
from starlette.responses import Response

from tidings.engine.access.names import AccessRefused
from tidings.model.access.identity import Proof
from tidings.serve.context import CurrentContext
from tidings.serve.gate.sender_proof import SenderProof
from tidings.serve.keeper import KEEPING, CurrentKeeper
from tidings.serve.permission import CurrentIdentity
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described
from tidings.serve.v1.frame.route import invalid
from tidings.serve.v1.writing.admins import CurrentAccess
from tidings.serve.v1.writing.bodies import NewPasswordBody
from tidings.serve.v1.writing.writing_route import writing_router
from tidings.shapes.iso_time import iso_or_none
from tidings.shapes.v1.me import MeV1, VisitV1

router = writing_router("me")


_ME: Final[MeV1] = {
    "name": "ada",
    "scope": "write",
    "proof": "session",
    "keeps": True,
    "last_visit": "2026-11-17T08:30:00Z",
}


@router.get("/me", **described("getMe", "Who am I", MeV1, _ME))
async def get_me(identity: CurrentIdentity, context: CurrentContext) -> Response:
    """Tell who asks, and what that allows."""
    marks, user, visit = context.marks, identity.user, None
    if marks is not None and user is not None:
        visit = await context.run(lambda: marks.last_visit(user))
    shape: MeV1 = {
        "name": identity.name or None,
        "scope": None if identity.scope is None else str(identity.scope),
        "proof": str(identity.proof),
        "keeps": user is not None,
        "last_visit": iso_or_none(visit),
    }
    return answer(shape)


@router.post(
    "/me/visit",
    dependencies=KEEPING,
    **described(
        "noteVisit", "Note that I am here", VisitV1, {"last_visit": "2026-11-17T08:30:00Z"},
        problems=(401, 403),
    ),
)  # fmt: skip
async def note_visit(keeper: CurrentKeeper, context: CurrentContext) -> Response:
    """Note that the user is here now; return when the last visit was."""
    former = await context.run(lambda: keeper.marks.note_visit(keeper.user))
    shape: VisitV1 = {"last_visit": iso_or_none(former)}
    return answer(shape)


@router.delete(
    "/me/sessions",
    dependencies=KEEPING,
    **described("endMySessions", "Sign out everywhere", None, status=204, problems=(401, 403)),
)
async def end_sessions(
    keeper: CurrentKeeper, context: CurrentContext, access: CurrentAccess
) -> Response:
    """End all sessions of the user, also the one that asks."""
    await context.run(lambda: access.end_sessions(keeper.user))
    return Response(status_code=204)


@router.put(
    "/me/password",
    dependencies=KEEPING,
    **described(
        "changeMyPassword",
        "Change my password",
        None,
        status=204,
        problems=(401, 403, 413, 415, 429),
    ),
)
async def change_password(
    body: NewPasswordBody,
    request: Request,
    identity: CurrentIdentity,
    context: CurrentContext,
    access: CurrentAccess,
) -> Response:
    """Change the password of whoever is signed in; all other sessions of the user end."""
    if identity.proof is not Proof.SESSION:
        raise HTTPException(403, "Sign in to change your password: a token is not enough.")
    await _check_password(request, identity.name, body.password)
    session: str = getattr(request.state, "session", "")
    new = body.new_password
    try:
        await context.run(lambda: access.set_password(identity.name, new, keep_session=session))
    except AccessRefused as error:
        raise invalid("new_password", str(error), "body") from error
    return Response(status_code=204)


async def _check_password(request: Request, name: str, password: str) -> None:
    """Check the password again, because a browser may be left open; guesses are counted."""
    proof: SenderProof = request.app.state.sender_proof
    address, is_local = request.state.address, request.state.is_local
    proof.count_attempt(address, is_local=is_local)
    if await proof.by_password(name, password) is None:
        raise HTTPException(403, "The password until now is wrong: nothing was changed.")
    proof.take_back_attempt(address, is_local=is_local)
