"""TREC Web collections (WT10g, GOV2): pages with the headers under which they were fetched."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

from tidings.read.collections.byte_stream import ByteStream
from tidings.read.collections.record import NoRecord, PageRecord, ParsedRecord, SkipReason, Span

_DOC: Final = b"<doc>"
_DOC_WITH_ID: Final = b"<doc "  # as in AQUAINT-2 and Gigaword
_END: Final = b"</doc>"
_HEAD_BYTES: Final = 16 * 1024
_STEP: Final = 1024 * 1024
_DOCHDR: Final = re.compile(rb"<DOCHDR>\s*(.*?)</DOCHDR>", re.DOTALL | re.IGNORECASE)
_DOCNO: Final = re.compile(
    rb"<DOC(?:NO|ID)>\s*(.{1,200}?)\s*</DOC(?:NO|ID)>|<DOC\s+id\s*=\s*[\"']?([^\"'\s>]{1,200})",
    re.DOTALL | re.IGNORECASE,
)
_STATUS: Final = re.compile(rb"HTTP/[0-9.]+\s+([0-9]{3})")
_EARLIEST: Final = datetime(1990, 1, 1, tzinfo=UTC)  # before the web


def trec_spans(stream: ByteStream, max_bytes: int, *, contents: bool) -> Iterator[Span]:
    """Yield where each <DOC> is; what is between them is passed over."""
    mark = _mark_of(stream)
    while _pass_to(stream, mark):
        start = stream.position
        end = stream.find(_END, max_bytes)
        if end < 0:
            yield _unended(stream, mark, max_bytes)
            continue
        again = stream.find(mark, end, len(mark))
        if again >= 0:  # its end is missing: the next one must not be lost with it
            stream.skip(again)
            yield Span(start, stream.position, skip=SkipReason.BROKEN, detail="without </DOC>")
            continue
        content = stream.take(end + len(_END))
        head = content[:_HEAD_BYTES]
        url, at = first_lines(head)
        kept = content if contents else b""
        yield Span(start, stream.position, url or docno_of(head), at, content=kept)


def _mark_of(stream: ByteStream) -> bytes:
    """Return how the records of a stream begin."""
    start = stream.peek(_STEP).lower()
    return _DOC_WITH_ID if _DOC not in start and _DOC_WITH_ID in start else _DOC


def _unended(stream: ByteStream, mark: bytes, max_bytes: int) -> Span:
    """Return the span of a record without an end, or that is too large."""
    start = stream.position
    stream.skip(len(mark))
    has_more = _pass_to(stream, mark)
    if stream.position - start > max_bytes:
        return Span(start, stream.position, skip=SkipReason.TOO_LARGE)
    detail = "without </DOC>" if has_more else "the file ends within it"
    return Span(start, stream.position, skip=SkipReason.BROKEN, detail=detail)


def _pass_to(stream: ByteStream, mark: bytes) -> bool:
    """Move to where a mark begins; return whether there is one."""
    step = _STEP - len(mark)
    while True:
        at = stream.find(mark, _STEP)
        if at >= 0:
            stream.skip(at)
            return True
        if stream.skip(step) < step:
            return False


def docno_of(content: bytes) -> str:
    """Return the number that names a record."""
    found = _DOCNO.search(content)
    return (found[1] or found[2]).decode("latin-1").strip() if found else ""


def first_lines(content: bytes) -> tuple[str, datetime | None]:
    """Return the URL and the date of fetching of a TREC Web record; nothing if it is none."""
    header = _DOCHDR.search(content)
    if header is None:
        return "", None
    first, _, rest = header[1].strip().partition(b"\n")
    return _url_and_date(first, rest)


def parse_trec_web(content: bytes, max_body: int) -> ParsedRecord:
    """Return the page of a record: `url ip date type length`, headers, and then the page."""
    header = _DOCHDR.search(content)
    if header is None:
        return NoRecord(SkipReason.BROKEN, "without <DOCHDR>")
    first, _, rest = header[1].strip().partition(b"\n")
    url, at = _url_and_date(first, rest)
    if not url:
        return NoRecord(SkipReason.NO_URL, first.decode("latin-1")[:100])
    status = _STATUS.match(rest.strip())
    code = int(status[1]) if status else 200
    if code != 200:
        return NoRecord(SkipReason.BAD_STATUS, str(code))
    body = content[header.end() : len(content) - len(_END)].strip(b"\r\n")
    lines = tuple(_headers(rest)) or (("content-type", "text/html"),)
    fields = first.split()
    address = fields[1].decode("latin-1") if len(fields) > 1 else ""
    return PageRecord(url, at, code, lines, body[:max_body], len(body) > max_body, address)


def _url_and_date(first: bytes, rest: bytes) -> tuple[str, datetime | None]:
    fields = first.split()
    url = fields[0].decode("utf-8", "replace") if fields else ""
    if not url.lower().startswith(("http://", "https://")):
        return "", None
    named = dict(_headers(rest))
    dates = [_digits_date(field) for field in fields[1:]]
    dates += [_http_date(named.get("date", "")), _http_date(named.get("last-modified", ""))]
    return url, next((date for date in dates if date is not None), None)


def _digits_date(field: bytes) -> datetime | None:
    """Return the date in digits such as 19970116064503; any other number is none."""
    text = field.decode("latin-1")
    if not (text.isascii() and text.isdecimal() and len(text) in (8, 14)):
        return None
    try:
        moment = datetime.strptime(text, "%Y%m%d" if len(text) == 8 else "%Y%m%d%H%M%S")
    except ValueError:
        return None
    return _plausible(moment.replace(tzinfo=UTC))


def _http_date(text: str) -> datetime | None:
    try:
        moment = parsedate_to_datetime(text)
        moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return _plausible(moment)


def _plausible(moment: datetime) -> datetime | None:
    return moment if moment >= _EARLIEST else None


def _headers(rest: bytes) -> Iterator[tuple[str, str]]:
    for line in rest.decode("latin-1").split("\n"):
        name, colon, value = line.partition(":")
        if colon and name.strip() and " " not in name.strip():
            yield name.strip().lower(), value.strip()
