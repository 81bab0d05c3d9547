import gzip
import sys
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from tidings.serve.http.compression import Compression, chosen_encoding

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LONG = "The ferry sails again. " * 200


@pytest.mark.parametrize(
    ("accepted", "chosen"),
    [
        ("", ""),
        ("gzip", "gzip"),
        ("zstd", "zstd"),
        ("gzip, deflate, br, zstd", "zstd"),
        ("gzip;q=1.0, zstd;q=0.5", "gzip"),
        ("gzip;q=0", ""),
        ("gzip;q=0, *", "zstd"),
        ("*", "zstd"),
        ("*;q=0", ""),
        ("identity", ""),
        ("identity;q=0.5, gzip;q=0.2", ""),
        ("identity;q=0.1, gzip;q=0.2", "gzip"),
        ("br", ""),
        ("X-GZIP", "gzip"),
        ("GZIP ; Q=0.7", "gzip"),
        ("gzip;q=x", ""),
        ("gzip;q=nan", ""),
        ("gzip;q=-1, zstd;q=7", ""),
        (",,;;=,", ""),
    ],
)
def test_the_most_welcome_encoding_is_chosen(accepted: str, chosen: str) -> None:
    assert chosen_encoding(accepted) == chosen


async def page(request: Request) -> Response:
    headers = {"ETag": '"abc"', "Accept-Ranges": "bytes"}
    return PlainTextResponse(LONG, headers=headers)


async def other(request: Request) -> Response:
    kind = request.path_params["kind"]
    made: dict[str, Callable[[], Response]] = {
        "short": lambda: PlainTextResponse("short"),
        "image": lambda: Response(LONG.encode(), media_type="image/png"),
        "ready": lambda: PlainTextResponse(LONG, headers={"Content-Encoding": "br"}),
        "part": lambda: PlainTextResponse(LONG, 206),
        "known": lambda: Response(status_code=304),
        "stream": lambda: StreamingResponse(pieces(), media_type="text/event-stream"),
        "pieces": lambda: StreamingResponse(pieces(), media_type="text/plain"),
    }
    return made[kind]()


def pieces() -> Iterator[bytes]:
    yield LONG.encode()
    yield LONG.encode()


app = Starlette(
    routes=[Route("/", page, methods=["GET", "POST"]), Route("/{kind}", other)],
    middleware=[Middleware(Compression)],
)


async def get(path: str, accepted: str, method: str = "GET") -> tuple[httpx.Response, bytes]:
    """Return a response and its body as it was sent."""
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        headers = {"Accept-Encoding": accepted}
        request = client.build_request(method, path, headers=headers)
        response = await client.send(request, stream=True)
        raw = b"".join([part async for part in response.aiter_raw()])
    return response, raw


@pytest.mark.parametrize(
    ("accepted", "unpack"), [("gzip", gzip.decompress), ("zstd", zstd.decompress)]
)
async def test_a_long_text_is_compressed(accepted: str, unpack: Callable[[Any], bytes]) -> None:
    for _ in range(2):  # the compressor is used again
        response, raw = await get("/", accepted)
        assert response.headers["content-encoding"] == accepted
        assert int(response.headers["content-length"]) == len(raw) < len(LONG) / 5
        assert unpack(raw).decode() == LONG
        assert response.headers["vary"] == "Accept-Encoding"
        assert response.headers["etag"] == 'W/"abc"'
        assert "accept-ranges" not in response.headers


async def test_who_accepts_nothing_gets_the_plain_text() -> None:
    response, raw = await get("/", "identity")
    assert raw.decode() == LONG
    assert response.headers["vary"] == "Accept-Encoding"
    assert response.headers["etag"] == '"abc"'
    assert "content-encoding" not in response.headers


@pytest.mark.parametrize(
    ("kind", "varies"),
    [("short", True), ("image", False), ("ready", False), ("part", False), ("known", True),
     ("stream", False), ("pieces", True)],
)  # fmt: skip
async def test_other_responses_are_left_alone(kind: str, varies: bool) -> None:
    response, raw = await get(f"/{kind}", "gzip, zstd")
    assert response.headers.get("content-encoding") == ("br" if kind == "ready" else None)
    assert ("vary" in response.headers) is varies
    if kind in ("stream", "pieces"):
        assert raw.decode() == LONG * 2


async def test_the_answer_to_a_write_is_not_compressed() -> None:
    response, raw = await get("/", "gzip", "POST")
    assert "content-encoding" not in response.headers
    assert raw.decode() == LONG
