"""CDXJ: the index lines (SURT key, time, JSON) by which archived pages are found."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from json.encoder import encode_basestring_ascii as _quoted
from mmap import mmap
from typing import Final
from urllib.parse import quote, urlsplit

from tidings.model.crawl.visit import ArchivePlace

_WWW = re.compile(r"\Awww\d*\.(?=.)")
_DEFAULT_PORTS: Final = {"http": 80, "https": 443}
# The form of nearly all canonical URLs; for these, urlsplit is not needed.
_SIMPLE = re.compile(
    r"(https?)://([a-z0-9.-]+)(?::([0-9]{1,4}|[1-5][0-9]{4}))?((?:/[!-\"$->@-Z\\^-~]*)?)(?:\?([!-\"$-~]*))?"
)
_SAFE: Final = "!#$%&'()*+,/:;=?@[]~{}|^`\\\"<>-._"  # all of ASCII that a key may contain
_PLAIN = re.compile(f"[A-Za-z0-9{re.escape(_SAFE)}]*")  # nothing to escape; most keys


@dataclass(frozen=True, slots=True)
class Capture:
    """An index entry of one archived page; `at` is rounded down to seconds."""

    url: str
    at: datetime
    status: int
    content_type: str
    digest: str
    place: ArchivePlace


def surt(url: str) -> str:
    """Return the sort-friendly key of a URL: its host reversed, then path and sorted query.

    As in the Wayback Machine, the scheme, a leading www, the default port, a trailing slash and
    upper case are dropped, so several URLs may share a key.
    """
    if simple := _SIMPLE.fullmatch(url):
        authority, path, query = _authority(*simple.group(1, 2, 3)), simple[4], simple[5]
        return _key(f"{authority}){path.rstrip('/') or '/'}{_sorted(query)}")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return _key(url)
    authority = _reversed(host)
    if port is not None and port != _DEFAULT_PORTS.get(parts.scheme):
        authority += f":{port}"
    path = parts.path.rstrip("/") or "/"
    return _key(f"{authority}){path}{_sorted(parts.query)}")


@lru_cache(maxsize=4_096)
def _authority(scheme: str, host: str, port: str | None) -> str:
    is_default = port is None or int(port) == _DEFAULT_PORTS[scheme]
    return _reversed(host) + ("" if is_default else f":{int(port or 0)}")


def _sorted(query: str | None) -> str:
    ordered = "&".join(sorted(query.lower().split("&"))) if query else ""
    return f"?{ordered}" if ordered else ""


def _key(text: str) -> str:
    if _PLAIN.fullmatch(text):
        return text.lower()
    return quote(text, safe=_SAFE, errors="replace").lower()


def _reversed(host: str) -> str:
    if ":" in host:
        return f"[{host}]"
    return ",".join(reversed(_WWW.sub("", host).split(".")))


def cdxj_line(capture: Capture) -> bytes:
    """Return the index line of a capture, with its line end."""
    place, at = capture.place, capture.at.astimezone(UTC)
    # Formatted by hand: json.dumps and strftime take longer than everything else here.
    fields = (
        f'{{"url": {_quoted(capture.url)}, "mime": {_quoted(capture.content_type)}, '
        f'"status": "{capture.status}", "digest": {_quoted(capture.digest)}, '
        f'"length": "{place.length}", "offset": "{place.offset}", '
        f'"filename": {_quoted(place.file)}}}'
    )
    timestamp = f"{at.year:04}{at.month:02}{at.day:02}{at.hour:02}{at.minute:02}{at.second:02}"
    return f"{surt(capture.url)} {timestamp} {fields}\n".encode()


def capture_from_line(line: bytes) -> Capture | None:
    """Return the capture in a line, or None if the line is incomplete or not ours."""
    try:
        _, timestamp, document = line.split(b" ", 2)
        fields = json.loads(document)
        return Capture(
            url=fields["url"],
            at=_time(timestamp.decode()),
            status=int(fields["status"]),
            content_type=fields["mime"],
            digest=fields["digest"],
            place=ArchivePlace(fields["filename"], int(fields["offset"]), int(fields["length"])),
        )
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _time(digits: str) -> datetime:
    # Parsed by hand: strptime takes longer than everything else here.
    year, *parts = digits[:4], *(digits[at : at + 2] for at in range(4, 14, 2))
    month, day, hour, minute, second = map(int, parts)
    return datetime(int(year), month, day, hour, minute, second, tzinfo=UTC)


def lines_in_sorted(data: bytes | mmap, key: str) -> Iterator[bytes]:
    """Yield the lines with this SURT key from sorted lines."""
    prefix = key.encode() + b" "
    low, high = 0, len(data)
    while low < high:
        start = data.rfind(b"\n", low, (low + high) // 2) + 1 or low
        end = _line_end(data, start)
        if data[start:end] < prefix:
            low = end
        else:
            high = start
    while data[low : low + len(prefix)] == prefix:
        end = _line_end(data, low)
        yield data[low:end]
        low = end


def _line_end(data: bytes | mmap, start: int) -> int:
    return data.find(b"\n", start) + 1 or len(data)


def lines_in_unsorted(data: bytes, key: str) -> Iterator[bytes]:
    """Yield the lines with this SURT key from unsorted lines; the last may be incomplete."""
    prefix = b"\n" + key.encode() + b" "
    data = b"\n" + data
    start = data.find(prefix)
    while start != -1 and (end := data.find(b"\n", start + 1)) != -1:
        yield data[start + 1 : end + 1]
        start = data.find(prefix, end)
