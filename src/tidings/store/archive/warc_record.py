"""Writes and reads one page as one WARC 1.1 record in its own gzip member. Files: `warc_files.py`.

ISA-L compresses; the few header lines are written here. CPU time for one member and its mean size,
on 400 pages of the news world (33 KB) and on 400 real pages of the web (190 KB):

    level      news world            the web
    zlib-rs 1  0.18 ms  12.3 KB      0.90 ms  69.0 KB
    zlib-rs 2  0.30 ms  10.0 KB      1.53 ms  55.4 KB
    ISA-L 0    0.08 ms  11.0 KB      0.47 ms  61.4 KB
    ISA-L 1    0.10 ms  10.0 KB      0.49 ms  56.8 KB
    ISA-L 2    0.10 ms  10.0 KB      0.50 ms  56.2 KB
    ISA-L 3    0.22 ms   9.9 KB      1.47 ms  54.5 KB

Level 2 is the best trade: level 3 would save another 3% for two to three times the CPU time.
"""

import re
import zlib
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from hashlib import sha1
from http import HTTPStatus
from itertools import product
from mmap import mmap
from typing import Final
from uuid import UUID

from isal import igzip_lib

from tidings.model.web.exchange import Response

_LEVEL: Final = 2
# The body is stored inflated and unchunked, so headers about its encoding no longer apply. They are
# kept with this prefix, as in other web archives; a header that has the prefix gets it once more.
_ORIGINAL: Final = b"x-archive-orig-"
_WIRE: Final = frozenset((b"content-length", b"content-encoding", b"transfer-encoding"))
# Never archived, whoever sends them: they may hold secrets, or the key to somebody's session.
_SECRET: Final = frozenset(
    b"authorization cookie set-cookie set-cookie2 proxy-authorization authentication-info".split()
)
# Says in the record itself that a page was fetched with credentials, whatever becomes of the rows.
_ACCESS: Final = "Tidings-Access"
_LOGIN: Final = b"login"
# Base 32 (RFC 4648) of a SHA-1, without padding: ten bits are two letters.
_PAIRS: Final = [a + b for a, b in product("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", repeat=2)]
_SHIFTS: Final = range(150, -1, -10)
_TOKEN = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")  # RFC 9110, 5.6.2
_CONTROLS: Final = bytes(range(32)) + b"\x7f"
_DIGITS = re.compile(r"[0-9]{1,15}")
_CHUNK: Final = 64 * 1024
_INFLATE_LIMIT: Final = 256 * 1024 * 1024  # far above any body limit; stops decompression bombs


class DamagedRecord(Exception):
    """A record is incomplete, overwritten or missing."""


Buffer = bytes | mmap


@dataclass(frozen=True, slots=True)
class ArchivedPage:
    """A response read from the archive, with the headers as the server sent them."""

    url: str
    at: datetime
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    truncated: bool
    with_login: bool = False  # fetched with credentials

    @property
    def content_type(self) -> str:
        """The media type in lower case without parameters, or an empty string."""
        return self._type.partition(";")[0].strip()

    @property
    def charset(self) -> str | None:
        """The charset that Content-Type names, or None."""
        return self._type.partition("charset=")[2].partition(";")[0].strip(" \"'") or None

    @property
    def _type(self) -> str:
        return next((value for name, value in self.headers if name == "content-type"), "").lower()


@dataclass(frozen=True, slots=True)
class WarcRecord:
    """A WARC record of any type: its header lines (names in lower case) and its block."""

    headers: dict[str, str]
    block: bytes

    @property
    def kind(self) -> str:
        """Its WARC-Type."""
        return self.headers.get("warc-type", "")


def payload_digest(body: bytes) -> str:
    """Return the digest that identifies a body in the archive's indexes."""
    return digest_of(payload_sum(body))


def payload_sum(body: bytes) -> bytes:
    """Return the SHA-1 of a body, to detect changes."""
    return sha1(body, usedforsecurity=False).digest()


def digest_of(payload: bytes) -> str:
    """Return a SHA-1 in the form of the archive's indexes."""
    number = int.from_bytes(payload, "big")
    return "sha1:" + "".join([_PAIRS[number >> shift & 1023] for shift in _SHIFTS])


def response_record(response: Response, digest: str | None = None) -> bytes:
    """Return a complete gzip member with the record of this response.

    Pass `digest` if `payload_digest` of the body is known already.
    """
    block = _http_block(response)
    headers = [
        ("WARC-Target-URI", _clean(response.url)),
        ("WARC-Date", _utc(response.at)),
        ("WARC-IP-Address", _clean(response.address)),
        ("WARC-Payload-Digest", (digest or payload_digest(response.body)).encode()),
        ("WARC-Truncated", b"length" if response.truncated else b""),
        (_ACCESS, _LOGIN if response.with_login else b""),
    ]
    return _member("response", headers, "application/http; msgtype=response", block)


def warcinfo(filename: str, at: datetime, software: str) -> bytes:
    """Return the gzip member that starts a file and names the software."""
    lines = (
        f"software: {software}",
        "format: WARC File Format 1.1",
        "conformsTo: https://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/",
    )
    block = "".join(f"{line}\r\n" for line in lines).encode()
    headers = [("WARC-Date", _utc(at)), ("WARC-Filename", _clean(filename))]
    return _member("warcinfo", headers, "application/warc-fields", block)


def _member(kind: str, headers: list[tuple[str, bytes]], content_type: str, block: bytes) -> bytes:
    extra_lines = b"".join(
        [b"%b: %b\r\n" % (name.encode(), value) for name, value in headers if value]
    )
    block_digest = payload_digest(block)
    # From the content and the moment, so that the same response always makes the same record.
    name = sha1(extra_lines + block_digest.encode(), usedforsecurity=False).digest()
    record_id = UUID(bytes=name[:16], version=5)
    record = b"".join(
        (
            f"WARC/1.1\r\nWARC-Type: {kind}\r\nWARC-Record-ID: <urn:uuid:{record_id}>\r\n".encode(),
            extra_lines,
            f"WARC-Block-Digest: {block_digest}\r\n".encode(),
            f"Content-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n".encode(),
            block,
            b"\r\n\r\n",
        )
    )
    return igzip_lib.compress(record, _LEVEL, igzip_lib.COMP_GZIP)


def _http_block(response: Response) -> bytes:
    lines = [_status_line(response.status)]
    lines += filter(None, [_http_line(name, value) for name, value in response.headers])
    lines.append(b"content-length: %d" % len(response.body))
    return b"\r\n".join([*lines, b"", response.body])


@lru_cache(maxsize=1024)  # servers send the same headers again and again
def _http_line(name: str, value: str) -> bytes:
    """Return a header as a line of the record; empty if it is secret or its name is invalid."""
    key = _clean(name).strip().lower()
    if not _TOKEN.fullmatch(key) or key in _SECRET:
        return b""
    prefix = _ORIGINAL if key in _WIRE or key.startswith(_ORIGINAL) else b""
    return b"%s%s: %s" % (prefix, key, _clean(value))


@lru_cache(maxsize=64)
def _status_line(status: int) -> bytes:
    phrase = HTTPStatus(status).phrase if status in HTTPStatus._value2member_map_ else ""
    return f"HTTP/1.1 {status} {phrase}".encode()


def _clean(text: str) -> bytes:
    # Clients pass on invalid UTF-8 as lone surrogates; this restores the original bytes.
    try:
        encoded = text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:
        encoded = text.encode("utf-8", "replace")
    return encoded.translate(None, _CONTROLS).strip()


def _utc(at: datetime) -> bytes:
    # WARC 1.1 allows fractions of a second, 1.0 did not.
    at = at if at.tzinfo is UTC else at.astimezone(UTC)
    return (at.isoformat(timespec="microseconds").removesuffix("+00:00") + "Z").encode()


def inflate_member(data: Buffer, start: int = 0) -> tuple[bytes, int]:
    """Return the content of the gzip member that starts at `start`, and where it ends."""
    inflater = zlib.decompressobj(wbits=31)
    pieces: list[bytes] = []
    bytes_left, position = _INFLATE_LIMIT, start
    with memoryview(data) as view:
        try:
            while bytes_left > 0 and position < len(view) and not inflater.eof:
                piece = inflater.unconsumed_tail or view[position : position + _CHUNK]
                pieces.append(inflater.decompress(piece, bytes_left))
                position += len(piece) - len(inflater.unconsumed_tail) - len(inflater.unused_data)
                bytes_left -= len(pieces[-1])
        except zlib.error as error:
            raise DamagedRecord(str(error)) from None
    if not inflater.eof:
        raise DamagedRecord("the record is incomplete")
    return b"".join(pieces), position


def parse_record(content: bytes) -> WarcRecord:
    """Return the record in an inflated member."""
    head, found, rest = content.partition(b"\r\n\r\n")
    version, *lines = head.split(b"\r\n")
    if not found or not version.startswith(b"WARC/1."):
        raise DamagedRecord("not a WARC record")
    headers = {name: value for name, value in map(_split_line, lines) if name}
    length = _number(headers.get("content-length", ""))
    if length is None or length > len(rest):
        raise DamagedRecord("the record is shorter than it says")
    return WarcRecord(headers, rest[:length])


def _number(digits: str) -> int | None:
    return int(digits) if _DIGITS.fullmatch(digits) else None


def _split_line(line: bytes) -> tuple[str, str]:
    name, _, value = line.partition(b":")
    key = name.strip().lower().decode("utf-8", "surrogateescape")
    return key, value.strip().decode("utf-8", "surrogateescape")


def read_record(member: bytes) -> ArchivedPage:
    """Return the page in a member made by `response_record`; else raise DamagedRecord."""
    content, _ = inflate_member(member)
    return page_in_record(parse_record(content))


def page_in_record(record: WarcRecord) -> ArchivedPage:
    """Return the page in a response record."""
    head, found, body = record.block.partition(b"\r\n\r\n")
    status_line, *lines = head.split(b"\r\n")
    status = _number(status_line.decode("ascii", "replace").partition(" ")[2][:3])
    if record.kind != "response" or not found or status is None:
        raise DamagedRecord("not a response record")
    return ArchivedPage(
        url=record.headers.get("warc-target-uri", "").strip("<>"),
        at=_date(record.headers.get("warc-date", "")),
        status=status,
        headers=tuple(_original_lines(lines)),
        body=body,
        truncated="warc-truncated" in record.headers,
        with_login=_ACCESS.lower() in record.headers,
    )


def _original_lines(lines: list[bytes]) -> list[tuple[str, str]]:
    prefix = _ORIGINAL.decode()
    pairs = [_split_line(line) for line in lines]
    return [(n.removeprefix(prefix), value) for n, value in pairs if n and n.encode() not in _WIRE]


def _date(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text.removesuffix("Z")).replace(tzinfo=UTC)
    except ValueError:
        raise DamagedRecord(f"bad WARC-Date: {text}") from None
