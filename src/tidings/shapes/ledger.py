"""The politeness report as JSON."""

from datetime import UTC, datetime
from typing import Annotated, TypedDict

from tidings.model.web.politeness import PolitenessReport, RequestGap
from tidings.model.web.request_log import LoggedRequest
from tidings.shapes.iso_time import iso, iso_milliseconds, iso_or_none


class GapOut(TypedDict):
    """The time between two consecutive requests."""

    gate: Annotated[str, "what the delay applies to: host, domain or address"]
    name: str
    seconds: float
    due: float
    at: str
    held: bool


class RequestHourOut(TypedDict):
    """Requests in one hour."""

    hour: str
    requests: int


class LineOut(TypedDict):
    """One request, sent or withheld."""

    at: str
    host: str
    path: str
    address: Annotated[str, "IP address; empty if a proxy looked the name up"]
    purpose: str
    status: int | None
    reason: str | None
    bytes: int
    seconds: float
    sent: Annotated[bool, "false: withheld"]
    proxy: Annotated[str, "through which it went; empty: none"]


class LedgerOut(TypedDict):
    """Requests to servers, and whether all delays were kept."""

    requests: int
    first: str | None
    last: str | None
    by_hour: list[RequestHourOut]
    by_purpose: dict[str, int]
    by_status: dict[str, int]
    not_modified: Annotated[float, "share of all requests that were answered with 304"]
    same_bytes: Annotated[float, "share of all requests that brought the bytes of the last visit"]
    bytes: int
    seconds: float
    robots_refusals: int
    smallest_gaps: list[GapOut]
    delays_held: bool
    violations: int
    worst: GapOut | None
    lines: Annotated[list[LineOut], "newest first"]


def ledger_shape(report: PolitenessReport) -> LedgerOut:
    """Return the shape of `tidings ledger --json` and `/api/ledger`."""
    return {
        "requests": report.requests,
        "first": iso_or_none(report.first),
        "last": iso_or_none(report.last),
        "by_hour": [{"hour": iso(hour), "requests": count} for hour, count in report.by_hour],
        "by_purpose": report.by_purpose,
        "by_status": report.by_status,
        "not_modified": round(report.not_modified, 4),
        "same_bytes": round(report.same_bytes, 4),
        "bytes": report.bytes,
        "seconds": round(report.seconds, 3),
        "robots_refusals": report.robots_refusals,
        "smallest_gaps": [_gap_shape(gap) for gap in report.smallest],
        "delays_held": report.delays_held,
        "violations": report.violations,
        "worst": None if report.worst is None else _gap_shape(report.worst),
        "lines": [_line_shape(line) for line in report.lines],
    }


def _gap_shape(gap: RequestGap) -> GapOut:
    return {
        "gate": gap.gate,
        "name": gap.name,
        "seconds": round(gap.seconds, 4),
        "due": gap.due,
        "at": iso_milliseconds(gap.at),
        "held": gap.held,
    }


def _line_shape(line: LoggedRequest) -> LineOut:
    return {
        "at": iso_milliseconds(datetime.fromtimestamp(line.at, UTC)),
        "host": line.host,
        "path": line.path,
        "address": line.address,
        "purpose": str(line.purpose),
        "status": line.status,
        "reason": line.reason and str(line.reason),
        "bytes": line.bytes,
        "seconds": round(line.seconds, 4),
        "sent": line.sent,
        "proxy": line.proxy,
    }
