"""The log of requests, so that tests can prove a crawler's politeness."""

import time
from collections import deque
from dataclasses import asdict, dataclass

_KEPT = 500_000


@dataclass(frozen=True, slots=True)
class AnsweredRequest:
    """One request as it was answered."""

    time: float  # wall clock, seconds since the epoch
    paper: str
    path: str
    status: int
    agent: str
    method: str = "GET"

    def as_json(self) -> dict[str, object]:
        """Return it as values that JSON can hold."""
        return asdict(self)


class WorldRequestLog:
    """The newest visits."""

    def __init__(self) -> None:
        self._visits: deque[AnsweredRequest] = deque(maxlen=_KEPT)

    def add(self, paper: str, path: str, status: int, agent: str, method: str) -> None:
        """Remember a request."""
        self._visits.append(AnsweredRequest(time.time(), paper, path, status, agent, method))

    def visits(self, paper: str = "", since: float = 0.0) -> list[AnsweredRequest]:
        """Return the visits, of one paper only or after a time only, oldest first."""
        return [v for v in self._visits if v.time > since and paper in ("", v.paper)]

    def clear(self) -> None:
        """Forget all visits."""
        self._visits.clear()
