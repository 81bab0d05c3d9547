"""The proof of politeness: what the ledger says about gaps between requests, and what they brought.

It only reads. The delays it holds us to are those that were due when each request was made.
"""

import sqlite3
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import lru_cache

from tidings.model.crawl.source import Source
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest
from tidings.read.url import domain_of
from tidings.store.tables.frontier.request_log import logged_requests_since

_SLACK = 0.001  # seconds: what rounding may take from a gap
_GATES = ("host", "domain", "address")


@dataclass(frozen=True, slots=True)
class RequestGap:
    """The time between two starts in a row at a gate, and what was due."""

    gate: str  # host, domain or address
    name: str
    seconds: float
    due: float
    at: datetime  # of the second one

    @property
    def held(self) -> bool:
        """Whether the delay was kept."""
        return self.seconds >= self.due - _SLACK


@dataclass(frozen=True, slots=True)
class PolitenessReport:
    """What the ledger says about a site, or about all of them."""

    requests: int
    first: datetime | None
    last: datetime | None
    by_hour: tuple[tuple[datetime, int], ...]
    by_purpose: dict[str, int]
    by_status: dict[str, int]
    not_modified: float  # share of the requests
    bytes: int
    seconds: float  # of all exchanges together
    robots_refusals: int
    smallest: tuple[RequestGap, ...]  # one for each gate
    violations: int
    worst: RequestGap | None
    lines: tuple[LoggedRequest, ...] = field(default=())  # the newest, the newest first

    @property
    def delays_held(self) -> bool:
        """Whether every delay was kept."""
        return self.violations == 0


def politeness_report(
    connection: sqlite3.Connection,
    site: Source | None = None,
    since: datetime | None = None,
    limit: int = 20,
) -> PolitenessReport:
    """Return what the ledger says since a moment, with the newest `limit` lines.

    Of one site, the gaps are those at the hosts, domains and addresses that it was asked at, and
    requests for other sites count among them.
    """
    lines = list(logged_requests_since(connection, since, None if site is None else site.id))
    everybody = lines if site is None else logged_requests_since(connection, since)
    sent = [line for line in lines if line.sent]
    names = {key for line in sent for key in _gate_names(line)}
    gaps = _Gaps()
    for line in everybody:
        if line.sent:
            gaps.take(line, names)
    return _report(lines, sent, gaps, limit)


def _report(
    lines: list[LoggedRequest], sent: list[LoggedRequest], gaps: "_Gaps", limit: int
) -> PolitenessReport:
    unchanged = sum(line.reason is Reason.NOT_MODIFIED for line in sent)
    hours = Counter(int(line.at) // 3600 for line in sent)
    return PolitenessReport(
        requests=len(sent),
        first=_moment(sent[0].at) if sent else None,
        last=_moment(sent[-1].at) if sent else None,
        by_hour=tuple((_moment(hour * 3600), count) for hour, count in sorted(hours.items())),
        by_purpose=dict(Counter(str(line.purpose) for line in sent).most_common()),
        by_status=dict(Counter(_status(line) for line in sent).most_common()),
        not_modified=unchanged / len(sent) if sent else 0.0,
        bytes=sum(line.bytes for line in sent),
        seconds=sum(line.seconds for line in sent),
        robots_refusals=sum(line.reason is Reason.ROBOTS_DENIED for line in lines),
        smallest=tuple(gaps.smallest[gate] for gate in _GATES if gate in gaps.smallest),
        violations=gaps.violations,
        worst=gaps.worst,
        lines=tuple(reversed(lines[-limit:] if limit else [])),
    )


class _Gaps:
    """Gathers gaps as lines come by the moment they began."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, str], float] = {}
        self.smallest: dict[str, RequestGap] = {}
        self.violations = 0
        self.worst: RequestGap | None = None

    def take(self, line: LoggedRequest, wanted: set[tuple[str, str]]) -> None:
        """Look at the gaps before a line, at the gates that are wanted."""
        for key, due in zip(_gate_names(line), _delays_due(line), strict=True):
            before = self._last.get(key)
            self._last[key] = line.at
            if before is not None and key in wanted:
                self._judge(RequestGap(*key, line.at - before, due, _moment(line.at)))

    def _judge(self, gap: RequestGap) -> None:
        known = self.smallest.get(gap.gate)
        if known is None or gap.seconds - gap.due < known.seconds - known.due:
            self.smallest[gap.gate] = gap
        if not gap.held:
            self.violations += 1
            if self.worst is None or gap.due - gap.seconds > self.worst.due - self.worst.seconds:
                self.worst = gap


def _gate_names(line: LoggedRequest) -> tuple[tuple[str, str], ...]:
    return (("host", line.host), ("domain", _domain(line.host)), ("address", line.address))


def _delays_due(line: LoggedRequest) -> tuple[float, float, float]:
    return line.host_delay, line.domain_delay, line.address_delay


@lru_cache(maxsize=100_000)
def _domain(host: str) -> str:
    return domain_of(f"http://{host}")


def _status(line: LoggedRequest) -> str:
    return str(line.status) if line.status is not None else str(line.reason or "no answer")


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
