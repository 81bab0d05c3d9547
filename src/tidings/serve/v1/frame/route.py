"""The routes of version 1: what happens to every request before and after its own code."""

from collections.abc import Callable, Coroutine
from difflib import get_close_matches
from typing import Any

from fastapi import APIRouter, Request
from fastapi.dependencies.utils import get_flat_params
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.datastructures import QueryParams
from starlette.responses import Response

from tidings.serve.v1.frame.answer import validated
from tidings.serve.v1.frame.paging import CURSOR, take_cursor

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class RouteV1(APIRoute):
    """A route that refuses unknown parameters, understands cursors and answers with 304."""

    def get_route_handler(self) -> Handler:
        """Return the function that handles a request."""
        handle, known = super().get_route_handler(), self._query_parameters()

        async def handle_v1(request: Request) -> Response:
            if request.scope["query_string"]:
                _check_names(request, known)
                if CURSOR in known:
                    take_cursor(request)
            return validated(request, await handle(request))

        return handle_v1

    def _query_parameters(self) -> frozenset[str]:
        typed = (each for each in get_flat_params(self.dependant))
        queried = (each.alias for each in typed if each.field_info.in_.value == "query")  # type: ignore[attr-defined]
        by_hand = (self.openapi_extra or {}).get("parameters", ())
        return frozenset((*queried, *(each["name"] for each in by_hand)))


def v1_router(tag: str) -> APIRouter:
    """Return a router for routes of version 1; its paths begin after /api/v1."""
    return APIRouter(route_class=RouteV1, tags=[tag])


def invalid(name: str, message: str, place: str = "query") -> RequestValidationError:
    """Return the error to raise for a parameter that cannot be used: a 422 with this message."""
    error = {"loc": (place, name), "msg": message, "type": "value_error"}
    return RequestValidationError([error])


def _check_names(request: Request, known: frozenset[str]) -> None:
    """Refuse unknown parameters: ignored, a misspelt filter would find too much."""
    unknown = next(
        (name for name in QueryParams(request.scope["query_string"]) if name not in known), None
    )
    if unknown is not None:
        close = get_close_matches(unknown[:40], known, 1)
        meant = f"did you mean {close[0]}?" if close else f"known are {', '.join(sorted(known))}."
        raise invalid(
            unknown[:40], f"there is no such parameter; {meant if known else 'there is none.'}"
        )
