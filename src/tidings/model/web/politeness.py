"""The politeness report: requests in numbers, and the gaps between them."""

from dataclasses import dataclass, field
from datetime import datetime

from tidings.model.web.request_log import LoggedRequest

_SLACK = 0.001  # seconds that rounding may take from a gap


@dataclass(frozen=True, slots=True)
class RequestGap:
    """The time between two consecutive requests at a gate, and the delay that was due."""

    gate: str  # host, domain or address
    name: str
    seconds: float
    due: float
    at: datetime  # of the second request

    @property
    def held(self) -> bool:
        """Whether the delay was kept."""
        return self.seconds >= self.due - _SLACK


@dataclass(frozen=True, slots=True)
class PolitenessReport:
    """The requests to a source, or to all sources, in numbers."""

    requests: int
    first: datetime | None
    last: datetime | None
    by_hour: tuple[tuple[datetime, int], ...]
    by_purpose: dict[str, int]
    by_status: dict[str, int]
    not_modified: float  # share of the requests that were answered with 304
    same_bytes: float  # share that brought bytes we had
    bytes: int
    seconds: float  # in total
    robots_refusals: int
    smallest: tuple[RequestGap, ...]  # one per gate
    violations: int
    worst: RequestGap | None
    lines: tuple[LoggedRequest, ...] = field(default=())  # the newest first

    @property
    def delays_held(self) -> bool:
        """Whether every delay was kept."""
        return self.violations == 0
