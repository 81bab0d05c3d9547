"""Sends one HTTP request to a subscriber's callback, over plain HTTP on loopback."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

_SECONDS = 10.0
_MAX_ANSWER = 64 * 1024


@dataclass(frozen=True, slots=True)
class CallbackResponse:
    """The response of a callback."""

    status: int
    body: bytes


async def send_callback(
    method: str, url: str, headers: Sequence[tuple[str, str]] = (), body: bytes = b""
) -> CallbackResponse | None:
    """Return the response, or None if it fails or is not HTTP."""
    try:
        async with asyncio.timeout(_SECONDS):
            return await _exchange(method, url, headers, body)
    except (OSError, ValueError, TimeoutError):
        return None


async def _exchange(
    method: str, url: str, headers: Sequence[tuple[str, str]], body: bytes
) -> CallbackResponse:
    parts = urlsplit(url)
    if parts.scheme != "http" or not parts.hostname:
        raise ValueError("only http:// callbacks are supported")
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    lines = [f"{method} {target} HTTP/1.1", f"Host: {parts.netloc}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers]
    lines.append(f"Content-Length: {len(body)}")
    reader, writer = await asyncio.open_connection(parts.hostname, parts.port or 80)
    try:
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        return _parsed_response(await _read(reader))
    finally:
        writer.close()


async def _read(reader: asyncio.StreamReader) -> bytes:
    data = b""
    while len(data) < _MAX_ANSWER and (piece := await reader.read(_MAX_ANSWER)):
        data += piece
    return data


def _parsed_response(data: bytes) -> CallbackResponse:
    head, _, body = data.partition(b"\r\n\r\n")
    words = head.split(b" ", 2)
    if len(words) < 2 or not words[1].isdigit():
        raise ValueError("the callback did not answer with HTTP")
    return CallbackResponse(int(words[1]), body)
