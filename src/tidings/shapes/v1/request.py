"""The request log and the politeness report of version 1 of the API."""

from datetime import UTC, datetime
from typing import Annotated, TypedDict

from tidings.model.web.politeness import PolitenessReport, RequestGap
from tidings.model.web.request_log import LoggedRequest
from tidings.shapes.iso_time import iso, iso_milliseconds, iso_or_none


class RequestV1(TypedDict):
    """One request to a server, sent or held back."""

    id: str
    at: Annotated[str, "when it started, with milliseconds"]
    source: Annotated[str | None, "id of the source it was made for"]
    host: str
    path: str
    address: Annotated[str, "IP address; empty if none was dialled, or a proxy looked it up"]
    purpose: Annotated[str, "page, feed, sitemap, robots and so on"]
    status: int | None
    outcome: Annotated[str, "ok, or why it brought nothing new"]
    bytes: int
    seconds: float
    sent: Annotated[bool, "false: held back"]
    delay: Annotated[float, "seconds that were due since the last request to the host"]
    proxy: Annotated[str, "through which it went; empty: none"]


class RequestGapV1(TypedDict):
    """The time between two consecutive requests."""

    gate: Annotated[str, "what the delay applies to: host, domain or address"]
    name: str
    seconds: float
    due: float
    at: str
    held: bool


class RequestHourV1(TypedDict):
    """Requests in one hour."""

    hour: str
    requests: int


class PolitenessV1(TypedDict):
    """Requests in numbers, and whether all delays were kept."""

    requests: int
    first: str | None
    last: str | None
    by_hour: list[RequestHourV1]
    by_purpose: dict[str, int]
    by_status: dict[str, int]
    not_modified: Annotated[float, "share of all requests that were answered with 304"]
    same_bytes: Annotated[float, "share of all requests that brought the bytes of the last visit"]
    bytes: int
    seconds: float
    robots_refusals: int
    smallest_gaps: list[RequestGapV1]
    delays_held: bool
    violations: int
    worst: RequestGapV1 | None


def request_v1(number: int, request: LoggedRequest) -> RequestV1:
    """Return the shape of a request."""
    return {
        "id": str(number),
        "at": iso_milliseconds(datetime.fromtimestamp(request.at, UTC)),
        "source": str(request.site) if request.site else None,
        "host": request.host,
        "path": request.path,
        "address": request.address,
        "purpose": str(request.purpose),
        "status": request.status,
        "outcome": str(request.reason or "ok"),
        "bytes": request.bytes,
        "seconds": round(request.seconds, 4),
        "sent": request.sent,
        "delay": request.host_delay,
        "proxy": request.proxy,
    }


def politeness_v1(report: PolitenessReport) -> PolitenessV1:
    """Return the shape of a politeness report; its requests are a list of their own."""
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
        "smallest_gaps": [_gap(gap) for gap in report.smallest],
        "delays_held": report.delays_held,
        "violations": report.violations,
        "worst": None if report.worst is None else _gap(report.worst),
    }


def _gap(gap: RequestGap) -> RequestGapV1:
    return {
        "gate": gap.gate,
        "name": gap.name,
        "seconds": round(gap.seconds, 4),
        "due": gap.due,
        "at": iso_milliseconds(gap.at),
        "held": gap.held,
    }


REQUEST_EXAMPLE: RequestV1 = {
    "id": "4711",
    "at": "2024-05-31T11:58:03.120Z",
    "source": "1",
    "host": "post.example",
    "path": "/feed.xml",
    "address": "192.0.2.7",
    "purpose": "feed",
    "status": 304,
    "outcome": "not modified",
    "bytes": 0,
    "seconds": 0.0812,
    "sent": True,
    "delay": 1.0,
    "proxy": "",
}
POLITENESS_EXAMPLE: PolitenessV1 = {
    "requests": 812,
    "first": "2024-05-30T12:00:04Z",
    "last": "2024-05-31T11:58:03Z",
    "by_hour": [{"hour": "2024-05-31T11:00:00Z", "requests": 31}],
    "by_purpose": {"feed": 600, "page": 212},
    "by_status": {"304": 480, "200": 332},
    "not_modified": 0.5911,
    "same_bytes": 0.0123,
    "bytes": 18_400_000,
    "seconds": 96.4,
    "robots_refusals": 2,
    "smallest_gaps": [
        {
            "gate": "host",
            "name": "post.example",
            "seconds": 1.002,
            "due": 1.0,
            "at": "2024-05-31T11:58:03.120Z",
            "held": True,
        }
    ],
    "delays_held": True,
    "violations": 0,
    "worst": None,
}
