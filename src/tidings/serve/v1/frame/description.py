"""How routes of version 1 are described in OpenAPI."""

from typing import Any, Final

from pydantic import BaseModel, Field, create_model
from starlette.responses import Response

from tidings.serve.problem import MEDIA_TYPE
from tidings.serve.schema import schema_of

_PROBLEM: Final = {
    "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ProblemV1"}}},
}
_WORDS: Final = {
    400: "a cursor that cannot be used",
    401: "nobody is signed in",
    403: "the scope does not allow that",
    404: "there is no such thing",
    409: "it exists already, or its state does not allow that",
    413: "the body is too large",
    415: "the body has another type",
    422: "invalid parameter",
    429: "too many requests",
    503: "the database or the index cannot be read",
}


def described(
    operation: str,
    summary: str,
    shape: Any,
    example: Any = None,
    *,
    status: int = 200,
    problems: tuple[int, ...] = (),
    media_type: str = "application/json",
) -> dict[str, Any]:
    """Return the keyword arguments of a route: what it is called and what it answers.

    `shape` is the shape of its answer (TypedDict), a model from `list_of`, or None for no body. The
    route returns a Response (see answer.py).
    """
    content = {} if example is None else {"example": example}
    success: dict[str, Any] = {"description": "success"}
    if shape is not None:
        success["content"] = {media_type: content}
        if media_type == "application/json":
            success["model"] = schema_of(shape)
        else:
            content["schema"] = {"type": "string"}
    errors = {code: {"description": _WORDS[code]} | _PROBLEM for code in (*problems, 422, 503)}
    other = {"description": "any other problem"} | _PROBLEM
    return {
        "operation_id": operation,
        "summary": summary,
        "status_code": status,
        "response_class": Response,
        "responses": {status: success, **errors, "default": other},
    }


def list_of(item: Any, name: str, **extras: tuple[Any, str]) -> type[BaseModel]:
    """Return the model of a list of items in its envelope; extras are (type, description)."""
    items: Any = list[schema_of(item)]  # type: ignore[misc]
    fields: Any = {
        key: (schema_of(hint), Field(description=description))
        for key, (hint, description) in extras.items()
    }
    return create_model(
        name,
        __doc__="A page of a list.",
        items=(items, ...),
        next=(str | None, Field(description="cursor of the next page; null on the last one")),
        **fields,
    )
