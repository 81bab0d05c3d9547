"""Changes that were asked for, in version 1 of the API."""

from typing import Annotated, Any, TypedDict


class CommandV1(TypedDict):
    """A change that was ordered: the owner of the home executes it, and it is never lost."""

    id: str
    kind: Annotated[str, "such as add, import or delete source"]
    state: Annotated[str, "waiting, begun, done or refused"]
    done: Annotated[int | None, "of a long one that has begun: how much is done"]
    total: Annotated[int | None, "of how much"]
    result: Annotated[dict[str, Any] | None, "once it is done"]
    detail: Annotated[str | None, "why it was refused"]
