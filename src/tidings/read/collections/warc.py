"""WARC records of any writer: where they are in a stream, and what page each holds.

WARC 1.0 and 1.1 (ISO 28500). Bodies may be chunked and compressed, as the server sent them.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from tidings.read.collections.byte_stream import ByteStream
from tidings.read.collections.http_message import read_http_response
from tidings.read.collections.record import (
    NoRecord,
    PageRecord,
    ParsedRecord,
    SkipReason,
    Span,
)

_VERSION: Final = b"WARC/"
_MAX_HEAD: Final = 64 * 1024  # bytes of a record's header lines; usual ones have one
_SEARCH: Final = 1024 * 1024  # bytes that are searched at a time for the next record
_NEXT: Final = b"\r\nwarc/1."
_LINE_ENDS: Final = 16  # bytes; four are usual after a record
_DIGITS: Final = re.compile(r"[0-9]{1,15}")
_WANTED: Final = frozenset({"response", "resource"})
_PAGE_TYPES: Final = ("text/html", "application/xhtml", "text/plain", "application/pdf")


def warc_spans(stream: ByteStream, max_bytes: int, *, contents: bool) -> Iterator[Span]:
    """Yield where each record is. With `contents`, yield those of pages, which are held in memory.

    After damage, the next record is looked for: one broken record costs only itself.
    """
    while not stream.is_at_end:
        start = stream.position
        headers, head_size = _head(stream)
        size = _content_length(headers)
        if size is None:
            has_more = _pass_to_next(stream)
            yield Span(start, stream.position, skip=SkipReason.BROKEN, detail="no WARC header")
            if not has_more:
                return
            continue
        span = _span(headers, start, start + head_size)
        if span.skip is None and head_size + size > max_bytes:
            span = replace(span, skip=SkipReason.TOO_LARGE)
        yield _taken(stream, span, head_size + size, contents=contents and span.skip is None)
        while stream.peek(1) in (b"\r", b"\n"):
            stream.skip(1)


def span_of_member(head: bytes, size: int, start: int, end: int, max_bytes: int) -> Span:
    """Return what a record is that fills a member of a compressed file, from its first bytes."""
    headers, head_size = _parsed_head(head)
    length = _content_length(headers)
    if length is None:
        return Span(start, end, skip=SkipReason.BROKEN, detail="no WARC header")
    span = _span(headers, start, end)
    if head_size + length > size:
        return _broken(span, "shorter than it says")
    if size - head_size - length > _LINE_ENDS:
        return _broken(span, "more than one record in a member")
    if span.skip is None and head_size + length > max_bytes:
        return replace(span, skip=SkipReason.TOO_LARGE)
    return span


def fills_member(head: bytes, size: int) -> bool:
    """Return whether a member of a compressed file is exactly one record, by its first bytes."""
    headers, head_size = _parsed_head(head)
    length = _content_length(headers)
    return length is not None and 0 <= size - head_size - length <= _LINE_ENDS


def parse_warc_record(content: bytes, max_body: int) -> ParsedRecord:
    """Return the page of a response or resource record."""
    headers, head_size = _parsed_head(content)
    length = _content_length(headers)
    if length is None or head_size + length > len(content):
        return NoRecord(SkipReason.BROKEN, "shorter than it says")
    span = _span(headers, 0, len(content))
    if span.skip is not None:
        return NoRecord(span.skip, span.detail)
    block = content[head_size : head_size + length]
    if headers.get("warc-type", "").lower() == "resource":
        return _resource(headers, span, block, max_body)
    return _response(headers, span, block, max_body)


def _resource(headers: Mapping[str, str], span: Span, block: bytes, max_body: int) -> ParsedRecord:
    lines = (("content-type", headers.get("content-type", "")),)
    truncated = "warc-truncated" in headers or len(block) > max_body
    return PageRecord(span.url, span.at, 200, lines, block[:max_body], truncated)


def _response(headers: Mapping[str, str], span: Span, block: bytes, max_body: int) -> ParsedRecord:
    message = read_http_response(block, max_body)
    if isinstance(message, str):
        return NoRecord(SkipReason.BROKEN, message)
    if message.status != 200:
        return NoRecord(SkipReason.BAD_STATUS, str(message.status))
    return PageRecord(
        url=span.url,
        at=span.at,
        status=message.status,
        headers=message.headers,
        body=message.body,
        truncated="warc-truncated" in headers or message.truncated,
        address=headers.get("warc-ip-address", ""),
        with_login="tidings-access" in headers,
    )


def _head(stream: ByteStream) -> tuple[dict[str, str], int]:
    if stream.peek(len(_VERSION)) != _VERSION:
        return {}, 0
    end = stream.find(b"\r\n\r\n", _MAX_HEAD)
    return _parsed_head(stream.peek(end + 4)) if end >= 0 else ({}, 0)


def _parsed_head(content: bytes) -> tuple[dict[str, str], int]:
    """Return the header lines of a record and their size; nothing if there are none."""
    end = content.find(b"\r\n\r\n", 0, _MAX_HEAD)
    if not content.startswith(_VERSION) or end < 0:
        return {}, 0
    headers: dict[str, str] = {}
    name = ""
    for line in content[:end].decode("utf-8", "replace").split("\r\n")[1:]:
        if line[:1] in (" ", "\t") and name:  # a folded line
            headers[name] += " " + line.strip()
            continue
        key, _, value = line.partition(":")
        name = key.strip().lower()
        headers[name] = value.strip()
    return headers, end + 4


def _content_length(headers: Mapping[str, str]) -> int | None:
    text = headers.get("content-length", "")
    return int(text) if _DIGITS.fullmatch(text) else None


def _span(headers: Mapping[str, str], start: int, end: int) -> Span:
    url = headers.get("warc-target-uri", "").strip("<>")
    skip, detail = _skip_reason(headers, url)
    return Span(start, end, url, _moment(headers.get("warc-date", "")), skip, detail)


def _skip_reason(headers: Mapping[str, str], url: str) -> tuple[SkipReason | None, str]:
    kind = headers.get("warc-type", "").lower()
    if kind == "revisit":
        return SkipReason.REVISIT, ""
    if kind not in _WANTED:
        return SkipReason.NO_RESPONSE, kind
    if not url.lower().startswith(("http://", "https://")):
        return SkipReason.NO_URL, url[:100]
    content_type = headers.get("content-type", "").lower()
    if kind == "resource" and not content_type.startswith(_PAGE_TYPES):
        return SkipReason.NO_PAGE, content_type[:100]
    if kind == "response" and not content_type.startswith("application/http"):
        return SkipReason.NO_RESPONSE, content_type[:100]
    return None, ""


def _moment(text: str) -> datetime | None:
    try:
        moment = datetime.fromisoformat(text)
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _taken(stream: ByteStream, span: Span, size: int, *, contents: bool) -> Span:
    """Move behind a record, and return its span with what it contains if that is wanted."""
    content = stream.take(size) if contents else b""
    there = len(content) if contents else stream.skip(size)
    span = replace(span, end=stream.position, content=content)
    return span if there == size else _broken(span, "the file ends within it")


def _broken(span: Span, detail: str) -> Span:
    return replace(span, skip=SkipReason.BROKEN, detail=detail, content=b"")


def _pass_to_next(stream: ByteStream) -> bool:
    """Move to where the next record may begin; return whether there is one."""
    stream.skip(1)
    while True:
        at = stream.find(_NEXT, _SEARCH)
        if at >= 0:
            stream.skip(at + 2)
            return True
        step = _SEARCH - len(_NEXT)
        if stream.skip(step) < step:
            return False
