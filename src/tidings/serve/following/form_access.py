"""Who may change sources with a form, and what happens to the commands of forms."""

from typing import Any, Final, TypeVar

from fastapi import Depends

from tidings.engine.commands.command_values import Answer, Command
from tidings.model.access.identity import Scope
from tidings.serve.context import AppContext
from tidings.serve.permission import needs
from tidings.serve.v1.writing.command_answers import executed
from tidings.serve.v1.writing.writing_route import AnsweredLater

A = TypeVar("A", bound=Answer)
WRITING: Final[Any] = [Depends(needs(Scope.WRITE))]

# What a page says after a form; links carry only the keys, so that nobody can put words here.
NOTICES: Final = {
    "added": "It is followed now. Its first articles appear within a minute while Tidings runs.",
    "again": "It was followed already, and is tried again now.",
    "imported": "The sources of the file are followed now.",
    "paused": "It is paused: nothing of it is fetched.",
    "resumed": "It is fetched again.",
    "retried": "It is tried again now.",
    "closed": "Its server asked us to wait; it is tried again as soon as that time is over.",
    "changed": "The settings hold from now on.",
    "removed": "It is no longer followed. Its articles stay.",
    "deleted": "The source and its articles are deleted.",
    "later": "The home is busy. This will be done as soon as it is not.",
}


async def done_now(context: AppContext, kind: type[A], *commands: Command) -> A | None:
    """Have commands executed and return the first answer; None if that takes longer."""
    try:
        return await executed(context, kind, *commands)
    except AnsweredLater:
        return None
