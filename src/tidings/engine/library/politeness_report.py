"""The politeness report: gaps between requests and their results, from the request log.

It only reads. It checks each gap against the delay that was due when the request was made.
"""

from collections import Counter
from datetime import UTC, datetime
from functools import lru_cache

from tidings.model.crawl.source import Source
from tidings.model.web.politeness import PolitenessReport, RequestGap
from tidings.model.web.reason import Reason
from tidings.model.web.request_log import LoggedRequest
from tidings.read.url import domain_of
from tidings.store.database.session import Reader
from tidings.store.tables.frontier.request_log import logged_requests_since

_GATES = ("host", "domain", "address")


def politeness_report(
    connection: Reader,
    source: Source | None = None,
    since: datetime | None = None,
    limit: int = 20,
) -> PolitenessReport:
    """Return the report since a moment, with the newest `limit` lines.

    For one source, the gaps are those at its hosts, domains and addresses. Requests for other
    sources at these gates count too.
    """
    lines = list(logged_requests_since(connection, since, None if source is None else source.id))
    all_lines = lines if source is None else logged_requests_since(connection, since)
    sent = [line for line in lines if line.sent]
    gates = {key for line in sent for key in _gate_names(line)}
    gaps = _Gaps()
    for line in all_lines:
        if line.sent:
            gaps.add(line, gates)
    return _report(lines, sent, gaps, limit)


def _report(
    lines: list[LoggedRequest], sent: list[LoggedRequest], gaps: "_Gaps", limit: int
) -> PolitenessReport:
    reasons = Counter(line.reason for line in sent)
    count = len(sent) or 1
    hours = Counter(int(line.at) // 3600 for line in sent)
    return PolitenessReport(
        requests=len(sent),
        first=_moment(sent[0].at) if sent else None,
        last=_moment(sent[-1].at) if sent else None,
        by_hour=tuple((_moment(hour * 3600), count) for hour, count in sorted(hours.items())),
        by_purpose=dict(Counter(str(line.purpose) for line in sent).most_common()),
        by_status=dict(Counter(_status(line) for line in sent).most_common()),
        not_modified=reasons[Reason.NOT_MODIFIED] / count,
        same_bytes=reasons[Reason.SAME_BYTES] / count,
        bytes=sum(line.bytes for line in sent),
        seconds=sum(line.seconds for line in sent),
        robots_refusals=sum(line.reason is Reason.ROBOTS_DENIED for line in lines),
        smallest=tuple(gaps.smallest[gate] for gate in _GATES if gate in gaps.smallest),
        violations=gaps.violations,
        worst=gaps.worst,
        lines=tuple(reversed(lines[-limit:] if limit else [])),
    )


class _Gaps:
    """Collects gaps from lines in the order of their start."""

    def __init__(self) -> None:
        self._last: dict[tuple[str, str], float] = {}
        self.smallest: dict[str, RequestGap] = {}
        self.violations = 0
        self.worst: RequestGap | None = None

    def add(self, line: LoggedRequest, gates: set[tuple[str, str]]) -> None:
        """Record the gaps before a line at the given gates."""
        for key, due in zip(_gate_names(line), _delays_due(line), strict=True):
            if not key[1]:
                continue  # the address, if only a proxy knows it
            before = self._last.get(key)
            self._last[key] = line.at
            if before is not None and key in gates:
                self._record(RequestGap(*key, line.at - before, due, _moment(line.at)))

    def _record(self, gap: RequestGap) -> None:
        smallest = self.smallest.get(gap.gate)
        if smallest is None or gap.seconds - gap.due < smallest.seconds - smallest.due:
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
