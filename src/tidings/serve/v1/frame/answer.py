"""Answers of version 1: JSON, with a validator, so that nothing is sent twice."""

import hashlib
import json
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

# Answers may differ by who asks, so shared caches must not keep them.
CACHE_CONTROL: Final = "private, no-cache"
_encoder: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
_KEPT_BY_304: Final = (
    "cache-control", "content-location", "date", "etag", "expires", "vary", "server-timing",
)  # fmt: skip


def answer(shape: Any, status: int = 200, *, took_ms: float | None = None) -> Response:
    """Return a shape as JSON, without validating it: its types were checked before.

    The time that it took is no part of the answer; equal answers are equal, and a 304 is possible.
    """
    response = Response(json_bytes(shape), status, media_type="application/json")
    if took_ms is not None:
        response.headers["Server-Timing"] = f"total;dur={took_ms:g}"
    return response


def json_bytes(shape: Any) -> bytes:
    """Return a shape as JSON."""
    return _encoder.encode(shape).encode(errors="replace")


def validated(request: Request, response: Response) -> Response:
    """Return a response with a validator, or 304 if the client has the same already."""
    response.headers.setdefault("Cache-Control", CACHE_CONTROL)
    if request.method not in ("GET", "HEAD") or response.status_code != 200:
        return response
    body = getattr(response, "body", None)  # a stream has none
    if body is None:
        return response
    tag = response.headers.setdefault("ETag", etag_of(body))
    given = request.headers.getlist("if-none-match")
    return _not_modified(response) if given and matches(tag, ",".join(given)) else response


def etag_of(body: bytes) -> str:
    """Return a validator of a body; weak, because it may be sent compressed or not."""
    return f'W/"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'


def matches(tag: str, if_none_match: str) -> bool:
    """Return whether a validator is in the list of an If-None-Match (RFC 9110, 13.1.2)."""
    if if_none_match.strip() == "*":
        return True
    wanted = tag.removeprefix("W/")
    return any(each.strip().removeprefix("W/") == wanted for each in if_none_match.split(","))


def _not_modified(response: Response) -> Response:
    kept = {name: value for name, value in response.headers.items() if name in _KEPT_BY_304}
    return Response(status_code=304, headers=kept)
