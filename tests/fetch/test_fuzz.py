"""Whatever bytes a server sends, a fetch ends with an outcome and logs no errors."""

import asyncio
import logging
import random

import pytest
from tests.fetch.conftest import Page, Server, quick, reset

from tidings.fetch.client import WebFetcher
from tidings.model.web.exchange import FetchFailure, Request, Response

SAMPLES = [
    Page(b"<p>news</p>" * 20, headers=(("Content-Type", "text/html"), ("ETag", '"x"'))).raw(),
    b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n",
    b"HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n",
    b"HTTP/1.1 503 No\r\nRetry-After: 1\r\nContent-Length: 2\r\n\r\nno",
    b"HTTP/1.0 200 OK\r\nContent-Encoding: gzip\r\n\r\n\x1f\x8b\x08\0\0\0\0\0\0\x03\x03\0"
    + b"\0" * 8,
]
NASTY = [b"\r\n", b"\0", b"\xff", b"99999999999999999999", b":", b" ", b"\n\n", b"-1", b"gzip"]


def corrupted(sample: bytes, dice: random.Random) -> bytes:
    """Cut, double, drop or replace pieces of a valid response."""
    data = bytearray(sample)
    for _ in range(dice.randint(1, 4)):
        start = dice.randrange(len(data) + 1)
        end = min(len(data), start + dice.randint(0, 8))
        data[start:end] = dice.choice([b"", dice.choice(NASTY), dice.randbytes(3), data[:end]])
    return bytes(data)


@pytest.mark.parametrize("seed", range(8))
async def test_any_response_gives_an_outcome(
    server: Server, caplog: pytest.LogCaptureFixture, seed: int
) -> None:
    dice = random.Random(seed)

    def behaviour(raw: bytes, resets: float) -> object:
        cut, is_reset = dice.randrange(len(raw) + 1), dice.random() < resets

        async def send(writer: asyncio.StreamWriter) -> None:
            for piece in (raw[:cut], raw[cut:]):
                writer.write(piece)
                await writer.drain()
                await asyncio.sleep(0)
            if is_reset:
                reset(writer)

        return send

    async with WebFetcher(quick(total_seconds=30.0)) as fetcher:
        paths = [f"/{number}" for number in range(60)]
        for path in paths:
            server.routes[path] = behaviour(corrupted(dice.choice(SAMPLES), dice), resets=0.3)  # type: ignore[assignment]
        for path in paths[::10]:
            server.routes[path] = behaviour(SAMPLES[0], resets=0.0)  # type: ignore[assignment]
        fetches = (fetcher.fetch(Request(server.url(path)), politely=False) for path in paths)
        outcomes = await asyncio.gather(*fetches)
    assert all(isinstance(outcome, Response | FetchFailure) for outcome in outcomes)
    assert all(isinstance(outcome, Response) for outcome in outcomes[::10])  # despite the others
    assert any(isinstance(outcome, FetchFailure) for outcome in outcomes)
    assert [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR] == []
