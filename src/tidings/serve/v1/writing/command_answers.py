"""Commands of requests: answered at once if possible, else with where to look for the answer."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, Final, TypeVar

from fastapi import Depends, HTTPException
from starlette.responses import Response

from tidings.engine.commands.command_values import Answer, Command
from tidings.engine.commands.issuing import CommandOutcome
from tidings.model.access.identity import Scope
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.permission import needs
from tidings.serve.problem import V1
from tidings.serve.schema import schema_of
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described
from tidings.serve.v1.writing.writing_route import AnsweredLater, writing_router
from tidings.shapes.v1.command import CommandV1

A = TypeVar("A", bound=Answer)
_MAX_DIGITS: Final = 15  # of a command's number

router = writing_router("commands")


_EXAMPLE: CommandV1 = {
    "id": "12",
    "kind": "delete source",
    "state": "begun",
    "done": 400,
    "total": 2500,
    "result": None,
    "detail": None,
}
ACCEPTED: Final[dict[int, Any]] = {
    202: {
        "description": "stored; its owner will execute it, and Location says how far it has come",
        "model": schema_of(CommandV1),
        "content": {"application/json": {"example": _EXAMPLE}},
    }
}


async def executed(context: AppContext, kind: type[A], *commands: Command) -> A:
    """Have commands executed; return the answer to the first.

    Raises AnsweredLater if they take longer, and a 409 if one is refused.
    """
    outcomes = await context.writing.issue(*commands)
    return answered(outcomes, kind)


def answered(outcomes: Sequence[CommandOutcome], kind: type[A]) -> A:
    """Return the answer to the first command; all of them must have been executed."""
    for outcome in outcomes:
        if outcome.refusal:
            raise HTTPException(409, outcome.refusal)
        if outcome.is_open:
            raise AnsweredLater(accepted(outcome))
    first = outcomes[0].answer
    assert isinstance(first, kind)
    return first


def accepted(outcome: CommandOutcome) -> Response:
    """Return a 202 that says where the answer will be."""
    response = answer(command_shape(outcome), 202)
    response.headers["Location"] = f"{V1}/commands/{outcome.number}"
    response.headers["Retry-After"] = "1"
    return response


def command_shape(outcome: CommandOutcome) -> CommandV1:
    """Return the shape of a command."""
    state = "refused" if outcome.refusal else "done"
    if outcome.is_open:
        state = "waiting" if outcome.progress is None else "begun"
    progress = outcome.progress
    return {
        "id": str(outcome.number),
        "kind": outcome.kind,
        "state": state,
        "done": None if progress is None else progress.done,
        "total": None if progress is None else progress.total,
        "result": None if outcome.answer is None else asdict(outcome.answer),
        "detail": outcome.refusal or None,
    }


@router.get(
    "/commands/{command}",
    dependencies=[Depends(needs(Scope.WRITE))],
    **described(
        "getCommand", "How far a change has come", CommandV1, _EXAMPLE, problems=(401, 403, 404)
    ),
)
async def get_command(command: str, context: CurrentContext) -> Response:
    """Tell how far a change has come that was answered with 202."""
    is_number = command.isascii() and command.isdecimal() and len(command) <= _MAX_DIGITS
    outcome = await context.writing.outcome(int(command)) if is_number else None
    if outcome is None:
        raise HTTPException(404, "There is no such command, or no longer: they are kept 30 days.")
    return answer(command_shape(outcome))
