"""Routes that write: what is checked of a body before anybody reads it."""

from collections.abc import Collection
from typing import Any, Final

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import Response

from tidings.serve.permission import NeededScope
from tidings.serve.v1.frame.route import Handler, RouteV1

_JSON: Final = ("application/json",)
_MAX_JSON_BYTES: Final = 100_000  # the largest body has a source's patterns and headers


class AnsweredLater(Exception):
    """A change was stored and is not executed yet; the response says where to look for it."""

    def __init__(self, response: Response) -> None:
        super().__init__("stored")
        self.response = response


class WritingRoute(RouteV1):
    """A route whose body must be JSON of a decent size; one without a body takes none."""

    def get_route_handler(self) -> Handler:
        """Return the function that handles a request."""
        handle, has_body = super().get_route_handler(), self.body_field is not None
        given = (each.dependency for each in self.dependencies)
        needed = [each for each in given if isinstance(each, NeededScope)]

        async def handle_body(request: Request) -> Response:
            for check in needed:  # first: nothing is read of somebody who may not write
                await check(request)
            if has_body:
                await limited_body(request, _JSON, _MAX_JSON_BYTES)
            try:
                return await handle(request)
            except AnsweredLater as error:
                return error.response

        return handle_body


def writing_router(tag: str) -> APIRouter:
    """Return a router for routes that write; its paths begin after /api/v1."""
    return APIRouter(route_class=WritingRoute, tags=[tag])


async def limited_body(request: Request, types: Collection[str], most: int) -> bytes:
    """Return the body of a request; raises a 415 or a 413 before anything is made of it."""
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given not in types:
        raise HTTPException(415, f"Send the body as {' or '.join(types)}, not as {given[:80]!r}.")
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length) > most:
        raise _too_large(most)
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise _too_large(most)
        parts.append(part)
    body = b"".join(parts)
    request._body = body  # where Starlette looks before it reads the stream
    return body


def _too_large(most: int) -> HTTPException:
    # The rest is not read, so the connection cannot be used again.
    return HTTPException(413, f"A body has at most {most:,} bytes.", {"Connection": "close"})


def with_statuses(description: dict[str, Any], statuses: dict[int, Any]) -> dict[str, Any]:
    """Return the description of a route that may answer with other successes, too."""
    responses = {**description["responses"], **statuses}
    return {**description, "responses": responses}
