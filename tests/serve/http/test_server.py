import asyncio
import json
import signal
import socket
from collections.abc import Callable, Sequence

import httpx
import pytest
from fastapi import FastAPI

from tidings.events.log_output import logging_to_stderr
from tidings.model.articles.article import Article
from tidings.serve.http.server import (
    CannotListen,
    PortTaken,
    address_of,
    bound_socket,
    serve,
    serving,
)
from tidings.settings.log_choices import LogFormat
from tidings.settings.tree import LogSettings, ServeSettings, Settings

Fill = Callable[[Sequence[Article]], Settings]
Opened = Callable[..., FastAPI]


def test_a_taken_port_is_reported_before_anything_starts() -> None:
    with bound_socket(ServeSettings(port=0)) as first:
        port = first.getsockname()[1]
        with pytest.raises(PortTaken) as caught:
            bound_socket(ServeSettings(port=port))
    assert str(caught.value) == (f"Port {port} on 127.0.0.1 is in use: choose another with --port.")


def test_a_foreign_address_is_refused_with_a_message() -> None:
    with pytest.raises(CannotListen, match=r"192\.0\.2\.1 is not an address of this computer"):
        bound_socket(ServeSettings(host="192.0.2.1", port=0))
    with pytest.raises(CannotListen, match="not an address of this computer"):
        bound_socket(ServeSettings(host="", port=70_000))


async def test_a_server_answers_on_a_free_port_and_stops(fill: Fill, opened: Opened) -> None:
    before = signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)
    app = opened(fill([]))
    listener = bound_socket(ServeSettings(port=0))
    async with serving(app, listener) as server:
        assert server.port == listener.getsockname()[1] != 0
        assert server.url == f"http://127.0.0.1:{server.port}/"
        assert (signal.getsignal(signal.SIGINT), signal.getsignal(signal.SIGTERM)) == before
        async with httpx.AsyncClient(base_url=server.url) as client:
            response = await client.get("/healthz")
            assert response.json()["status"] == "ok"
            assert "server" not in response.headers
            rebound = await client.get("/healthz", headers={"host": "evil.example"})
            assert rebound.status_code == 421
        server.stop()
        await server.ended()
    assert listener.fileno() == -1
    bound_socket(ServeSettings(port=server.port)).close()


async def test_errors_of_the_server_are_logged_like_everything_else(
    fill: Fill, opened: Opened, capsys: pytest.CaptureFixture[str]
) -> None:
    async def boom() -> None:
        raise RuntimeError("a bug with swordfish")

    with logging_to_stderr(LogSettings(format=LogFormat.JSON), ["swordfish"]):
        app = opened(fill([]))
        app.add_api_route("/boom", boom)
        listener = bound_socket(ServeSettings(port=0))
        url = address_of(listener)
        async with serving(app, listener), httpx.AsyncClient(base_url=url) as client:
            assert (await client.get("/boom")).status_code == 500
    (line,) = [json.loads(each) for each in capsys.readouterr().err.splitlines()]
    assert (line["level"], line["logger"]) == ("error", "uvicorn.error")
    assert line["trace"].endswith("RuntimeError: a bug with ***")


async def test_leaving_the_block_stops_the_server(fill: Fill, opened: Opened) -> None:
    listener = bound_socket(ServeSettings(port=0))
    with pytest.raises(RuntimeError, match="the crawl died"):
        async with serving(opened(fill([])), listener):
            raise RuntimeError("the crawl died")
    assert listener.fileno() == -1


async def test_cancelling_stops_the_server(fill: Fill, opened: Opened) -> None:
    host = "127.77.1.9"  # an address where no other test takes the port between our two uses
    with bound_socket(ServeSettings(host=host, port=0)) as spare:
        port = spare.getsockname()[1]
    task = asyncio.create_task(serve(opened(fill([])), ServeSettings(host=host, port=port)))
    async with httpx.AsyncClient(
        transport=httpx.AsyncHTTPTransport(retries=5), base_url=f"http://{host}:{port}"
    ) as client:
        assert (await client.get("/bot")).status_code == 200
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    bound_socket(ServeSettings(host=host, port=port)).close()


@pytest.mark.skipif(not socket.has_ipv6, reason="no IPv6 here")
async def test_ipv6_loopback_works_too(fill: Fill, opened: Opened) -> None:
    try:
        listener = bound_socket(ServeSettings(host="::1", port=0))
    except CannotListen:
        pytest.skip("no IPv6 loopback here")
    app = opened(fill([]), ServeSettings(host="::1"))
    async with serving(app, listener) as server, httpx.AsyncClient() as client:
        assert server.url == f"http://[::1]:{server.port}/"
        assert (await client.get(f"{server.url}healthz")).status_code == 200


async def test_endless_heads_are_refused(fill: Fill, opened: Opened) -> None:
    async with serving(opened(fill([])), bound_socket(ServeSettings(port=0))) as server:
        reader, writer = await asyncio.open_connection(server.host, server.port)
        writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        for number in range(200):
            writer.write(b"X-%d: %s\r\n" % (number, b"x" * 1_000))
        await writer.drain()
        assert (await reader.readline()).startswith(b"HTTP/1.1 400")
        writer.close()
        again, writer = await asyncio.open_connection(server.host, server.port)
        head = b"POST /x HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 200000\r\n\r\n"
        writer.write(head + b"x" * 200_000)  # a long body is not a long head
        assert (await again.readline()).startswith(b"HTTP/1.1 404")
        writer.close()
