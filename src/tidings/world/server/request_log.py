"""The log of requests, with which tests check a crawler's politeness."""

import time
from collections import deque
from dataclasses import asdict, dataclass

_KEPT = 500_000


@dataclass(frozen=True, slots=True)
class AnsweredRequest:
    """One request and its response status."""

    time: float  # wall clock, seconds since the epoch
    paper: str
    path: str
    status: int
    agent: str
    method: str = "GET"

    def as_json(self) -> dict[str, object]:
        """Return JSON-compatible values."""
        return asdict(self)


class WorldRequestLog:
    """The newest requests."""

    def __init__(self) -> None:
        self._requests: deque[AnsweredRequest] = deque(maxlen=_KEPT)

    def add(self, paper: str, path: str, status: int, agent: str, method: str) -> None:
        """Record a request."""
        self._requests.append(AnsweredRequest(time.time(), paper, path, status, agent, method))

    def requests(self, paper: str = "", since: float = 0.0) -> list[AnsweredRequest]:
        """Return the requests, optionally of one paper or after a time, oldest first."""
        return [
            request
            for request in self._requests
            if request.time > since and paper in ("", request.paper)
        ]

    def clear(self) -> None:
        """Delete all requests."""
        self._requests.clear()
