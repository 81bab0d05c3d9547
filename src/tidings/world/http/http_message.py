"""HTTP/1.1 as far as the world needs it: parses requests and builds responses."""

import time
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import format_datetime, formatdate
from functools import lru_cache
from http import HTTPStatus


@dataclass(frozen=True, slots=True)
class WorldRequest:
    """A request; only a small body is kept."""

    method: str
    target: str  # path and query as sent
    headers: dict[str, str]  # by lower-case name
    keep_alive: bool
    body_size: int
    body: bytes = b""

    def header(self, name: str) -> str:
        """Return a header's value or an empty string."""
        return self.headers.get(name, "")


def parse_request(head: bytes) -> WorldRequest | None:
    """Return the request in a header block, or None if it is not one."""
    first, *lines = head.decode("latin-1").split("\r\n")
    words = first.split(" ")
    if len(words) != 3 or not words[2].startswith("HTTP/1."):
        return None
    headers = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon:
            return None
        headers[name.lower()] = value.strip()
    target = (
        words[1]
        if words[1].startswith("/")
        else "/" + words[1].partition("//")[2].partition("/")[2]
    )
    size = headers.get("content-length", "0")
    return WorldRequest(
        words[0],
        target,
        headers,
        _keeps_alive(words[2], headers),
        int(size) if size.isdigit() else 0,
    )


def _keeps_alive(version: str, headers: dict[str, str]) -> bool:
    connection = headers.get("connection", "").lower()
    return connection == "keep-alive" if version == "HTTP/1.0" else connection != "close"


def response(
    status: int, headers: list[tuple[str, str]], body: bytes = b"", *, head_only: bool = False
) -> bytes:
    """Return a complete response; a 304 has neither body nor length."""
    lines = [f"HTTP/1.1 {status} {HTTPStatus(status).phrase}", f"Date: {_date(int(time.time()))}"]
    lines += [f"{name}: {value}" for name, value in headers]
    if status != HTTPStatus.NOT_MODIFIED:
        lines.append(f"Content-Length: {len(body)}")
    head = "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n"
    return head if head_only or status == HTTPStatus.NOT_MODIFIED else head + body


def http_date(moment: datetime) -> str:
    """Return a time as an HTTP date, to the second."""
    return format_datetime(moment.astimezone(UTC).replace(microsecond=0), usegmt=True)


@lru_cache(maxsize=2)
def _date(second: int) -> str:
    return formatdate(second, usegmt=True)
