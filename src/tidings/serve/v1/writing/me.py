"""Routes about whoever asks: who that is, and since when there is something new."""

from typing import Final

from fastapi import Depends
from starlette.responses import Response

from tidings.model.access.identity import Scope
from tidings.serve.context import CurrentContext
from tidings.serve.permission import CurrentIdentity, needs
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described
from tidings.serve.v1.writing.keeper import CurrentKeeper
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
    dependencies=[Depends(needs(Scope.WRITE))],
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
