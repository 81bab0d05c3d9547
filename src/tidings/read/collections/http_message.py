"""HTTP responses as archives keep them: chunked and compressed as they were sent, or not."""

import re
import zlib
from dataclasses import dataclass
from typing import Final

_STATUS: Final = re.compile(rb"HTTP/[0-9.]+ +([0-9]{3})")
_CHUNK_SIZE: Final = re.compile(rb"[ \t]*([0-9a-fA-F]{1,8})[^\r\n]{0,200}\r?\n")
_END_OF_HEAD: Final = re.compile(rb"\r?\n\r?\n")
_MAX_HEAD: Final = 256 * 1024  # bytes; servers that send more are broken


@dataclass(frozen=True, slots=True)
class HttpResponse:
    """The response of a record."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes  # unchunked and inflated, up to a limit
    truncated: bool


def read_http_response(block: bytes, max_body: int) -> HttpResponse | str:
    """Return the response in a block of bytes, or what is wrong with it."""
    status = _STATUS.match(block)
    if status is None:
        return "no HTTP response"
    end = _END_OF_HEAD.search(block, 0, _MAX_HEAD)
    head, body = (block[: end.start()], block[end.end() :]) if end else (block, b"")
    headers = _headers(head)
    named = dict(headers)
    if "chunked" in named.get("transfer-encoding", "").lower():
        body = _unchunked(body)
    encoding = named.get("content-encoding", "").lower().strip()
    inflated = _inflated(body, encoding, max_body)
    if inflated is None:
        return f"the body cannot be inflated: {encoding[:50]}"
    return HttpResponse(int(status[1]), headers, inflated[:max_body], len(inflated) > max_body)


def _headers(head: bytes) -> tuple[tuple[str, str], ...]:
    """Return the header lines; bytes that are no UTF-8 stay, as surrogates."""
    pairs: list[tuple[str, str]] = []
    for line in head.decode("utf-8", "surrogateescape").split("\n")[1:]:
        name, colon, value = line.partition(":")
        if colon and name.strip():
            pairs.append((name.strip().lower(), value.strip()))
    return tuple(pairs)


def _unchunked(body: bytes) -> bytes:
    """Return a body without the marks of its chunks; as it is, if it has none.

    Many archives keep the header but not the chunks.
    """
    parts: list[bytes] = []
    at = 0
    while size := _CHUNK_SIZE.match(body, at):
        length = int(size[1], 16)
        if length == 0:
            return b"".join(parts)
        parts.append(body[size.end() : size.end() + length])
        at = size.end() + length
        if body[at : at + 2] == b"\r\n":
            at += 2
    return b"".join(parts) if parts else body


def _inflated(body: bytes, encoding: str, max_body: int) -> bytes | None:
    """Return up to a byte more than the limit of an inflated body; None if that is impossible."""
    if encoding in ("gzip", "x-gzip"):
        return _zlib(body, 47, max_body) if body[:2] == b"\x1f\x8b" else body[: max_body + 1]
    if encoding in ("", "identity", "none"):
        return body[: max_body + 1]
    if _looks_inflated(body):  # many archives inflate bodies and keep the header
        return body[: max_body + 1]
    if encoding != "deflate":
        return None
    found = _zlib(body, 15, max_body)
    return found if found is not None else _zlib(body, -15, max_body)


def _looks_inflated(body: bytes) -> bool:
    return body[:512].lstrip().startswith((b"<", b"\xef\xbb\xbf<", b"%PDF"))


def _zlib(body: bytes, wbits: int, max_body: int) -> bytes | None:
    inflater = zlib.decompressobj(wbits)
    try:
        return inflater.decompress(body, max_body + 1)
    except zlib.error:
        return None
