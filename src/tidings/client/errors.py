"""What can go wrong, drawn as a tree.

ClientError
├── Unreachable            no answer: name, connection, certificate
│   ├── ConnectionCut      the connection ended before the answer did
│   └── TimedOut           no answer in time
├── Redirected             the server sends us to another server; we do not follow
├── AnswerUnreadable       an answer, but not one of this API
└── RequestRefused         an answer that says no: `status`, `detail`, `problem`
    ├── Invalid            400, 413, 415, 422: `errors` names the parameters
    ├── NotAllowed         401, 403: sign in, or use a token with a wider scope
    ├── NotFound           404, 405, 410
    ├── Conflict           409, 412
    ├── RateLimited        429: `retry_after` seconds
    └── ServerFailing      5xx: `retry_after`, if the server says so
"""

import json
from collections.abc import Mapping
from typing import Any, Final


class ClientError(Exception):
    """Whatever a request ended with instead of an answer."""


class Unreachable(ClientError):
    """The server could not be reached."""


class ConnectionCut(Unreachable):
    """The connection ended before the answer did."""


class TimedOut(Unreachable):
    """The answer did not come in time."""


class Redirected(ClientError):
    """The server redirects to another one, which would get our token: `location` names it."""

    def __init__(self, message: str, location: str) -> None:
        super().__init__(message)
        self.location = location


class AnswerUnreadable(ClientError):
    """The answer is none of this API: too large, not JSON, or of another program."""


class RequestRefused(ClientError):
    """The server's refusal: `detail` is its sentence, `problem` the whole body (RFC 9457)."""

    def __init__(self, status: int, problem: Mapping[str, Any], retry_after: float | None) -> None:
        self.status = status
        self.problem = problem
        self.detail = str(problem.get("detail") or problem.get("error") or f"HTTP {status}")
        self.retry_after = retry_after
        super().__init__(f"{self.detail} (HTTP {status})")

    @property
    def errors(self) -> list[dict[str, Any]]:
        """The parameters that were refused, each with a sentence."""
        errors = self.problem.get("errors")
        return errors if isinstance(errors, list) else []


class Invalid(RequestRefused):
    """A parameter or body that the server cannot use."""


class NotAllowed(RequestRefused):
    """The token is missing, unknown, expired, or its scope is too small."""


class NotFound(RequestRefused):
    """There is no such thing."""


class Conflict(RequestRefused):
    """It cannot be done in the present state."""


class RateLimited(RequestRefused):
    """Too many requests: come back after `retry_after` seconds."""


class ServerFailing(RequestRefused):
    """The server cannot answer at the moment."""


_KINDS: Final[dict[int, type[RequestRefused]]] = {
    400: Invalid, 413: Invalid, 414: Invalid, 415: Invalid, 422: Invalid, 431: Invalid,
    401: NotAllowed, 403: NotAllowed,
    404: NotFound, 405: NotFound, 410: NotFound,
    409: Conflict, 412: Conflict,
    429: RateLimited,
}  # fmt: skip


def refusal(status: int, body: bytes, retry_after: str | None) -> RequestRefused:
    """Return the error that stands for an answer with status 400 or above."""
    kind = _KINDS.get(status, ServerFailing if status >= 500 else RequestRefused)
    return kind(status, _problem(body), _seconds(retry_after))


def _problem(body: bytes) -> Mapping[str, Any]:
    try:
        problem = json.loads(body)
    except (ValueError, RecursionError):
        return {"detail": body[:200].decode("utf-8", "replace").strip()}
    return problem if isinstance(problem, dict) else {}


def _seconds(retry_after: str | None) -> float | None:
    text = (retry_after or "").strip()
    return float(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
