"""Errors of version 1 of the API: problem details as in RFC 9457."""

import json
from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Annotated, Any, Final, TypedDict

from starlette.responses import Response

V1: Final = "/api/v1"
MEDIA_TYPE: Final = "application/problem+json"


# `in` is a keyword of Python, so this cannot be a class body.
_ParameterKeys = TypedDict(
    "_ParameterKeys",
    {
        "in": Annotated[str, "query, path, header or body"],
        "name": Annotated[str, "of the parameter; of a body, the path to the field"],
        "detail": Annotated[str, "what is expected"],
    },
)


class InvalidParameterV1(_ParameterKeys):
    """A parameter that was refused."""


class ProblemV1(TypedDict):
    """An error: problem details as in RFC 9457."""

    type: Annotated[str, "always about:blank: the status says which kind of problem it is"]
    title: Annotated[str, "the status in words"]
    status: int
    detail: Annotated[str, "what is wrong, and what to do"]
    errors: Annotated[list[InvalidParameterV1], "the parameters that were refused, if any"]


def is_v1(path: str) -> bool:
    """Return whether a path belongs to version 1 of the API."""
    return path == V1 or path.startswith(f"{V1}/")


def problem(
    status: int,
    detail: str,
    errors: Sequence[InvalidParameterV1] = (),
    headers: Mapping[str, str] | None = None,
) -> Response:
    """Return an error response."""
    shape: ProblemV1 = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail,
        "errors": list(errors),
    }
    body = json.dumps(shape, ensure_ascii=False).encode(errors="replace")
    return Response(body, status, dict(headers or {}), MEDIA_TYPE)


def parameter_errors(errors: Sequence[Mapping[str, Any]]) -> list[InvalidParameterV1]:
    """Return what pydantic found wrong with a request, in our words."""
    return [_parameter_error(error) for error in errors]


def _parameter_error(error: Mapping[str, Any]) -> InvalidParameterV1:
    place, *path = error["loc"]
    return {
        "in": str(place),
        "name": ".".join(map(str, path)),
        "detail": _sentence(error),
    }


def _sentence(error: Mapping[str, Any]) -> str:
    kind, context = error["type"], error.get("ctx") or {}
    if kind == "missing":
        return "required, but missing"
    if kind == "extra_forbidden":
        return "there is no such field"
    if kind == "json_invalid":
        return "this is not JSON"
    expected = _EXPECTED.get(kind)
    if expected is None:
        return str(error["msg"])
    return f"expected {expected.format(**context)}, got {str(error.get('input'))[:40]!r}"


_EXPECTED: Final = {
    "int_parsing": "a whole number",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "float_parsing": "a number",
    "float_type": "a number",
    "finite_number": "a finite number",
    "bool_parsing": "true or false",
    "bool_type": "true or false",
    "string_type": "a text",
    "greater_than_equal": "at least {ge}",
    "greater_than": "more than {gt}",
    "less_than_equal": "at most {le}",
    "less_than": "less than {lt}",
    "string_too_long": "at most {max_length} characters",
    "string_too_short": "at least {min_length} characters",
    "string_pattern_mismatch": "a text like {pattern}",
    "literal_error": "{expected}",
    "enum": "{expected}",
}
