"""The world's hub, over plain sockets."""

import asyncio
import hmac
from collections.abc import AsyncIterator, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest

from tidings.world.http.callback_request import send_callback
from tidings.world.server.server import WorldServer


@dataclass
class Callback:
    """A subscriber: answers verification and keeps deliveries."""

    url: str = ""
    agrees: bool = True
    requests: list[dict[str, str]] = field(default_factory=list)
    delivered: list[tuple[dict[str, str], bytes]] = field(default_factory=list)

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {n.lower(): v for n, _, v in (x.partition(": ") for x in head[1:] if x)}
            body = await reader.readexactly(int(headers.get("content-length", 0)))
            if head[0].startswith("POST"):
                self.delivered.append((headers, body))
                answer = b""
            else:
                query = parse_qs(urlsplit(head[0].split(" ")[1]).query)
                self.requests.append({name: values[0] for name, values in query.items()})
                answer = (
                    self.requests[-1].get("hub.challenge", "").encode() if self.agrees else b"no"
                )
            writer.write(f"HTTP/1.1 200 OK\r\nContent-Length: {len(answer)}\r\n\r\n".encode())
            writer.write(answer)
            await writer.drain()
        writer.close()


@pytest.fixture
async def callback() -> AsyncIterator[Callback]:
    callback = Callback()
    server = await asyncio.start_server(callback.handle, "127.0.0.1", 0)
    callback.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/back"
    yield callback
    server.close()
    await server.wait_closed()


async def until(check: Callable[[], object]) -> None:
    async with asyncio.timeout(20):
        while not check():
            await asyncio.sleep(0.01)


async def send_to_hub(site: WorldServer, reader: Callback, /, **changes: str) -> int:
    form = {
        "mode": "subscribe",
        "topic": site.urls[0] + "feed.atom",
        "callback": reader.url,
        "secret": "s",
        "lease_seconds": "600",
    } | changes
    body = urlencode({f"hub.{name}": value for name, value in form.items()}).encode()
    answer = await send_callback("POST", site.world.hub_url, [], body)
    assert answer is not None
    return answer.status


async def test_a_confirmed_subscriber_gets_signed_articles(
    site: WorldServer, callback: Callback
) -> None:
    assert await send_to_hub(site, callback) == 202
    await until(lambda: site.hub.subscribers)
    assert callback.requests[0]["hub.lease_seconds"] == "600"
    site.advance(6 * 3600)
    await until(lambda: callback.delivered)
    headers, body = callback.delivered[0]
    assert headers["x-hub-signature"] == "sha256=" + hmac.new(b"s", body, "sha256").hexdigest()
    assert headers["content-type"] == "application/atom+xml"
    assert 'rel="hub"' in headers["link"]
    assert b"<entry>" in body


async def test_nothing_is_delivered_without_changes(site: WorldServer, callback: Callback) -> None:
    await send_to_hub(site, callback)
    await until(lambda: site.hub.subscribers)
    site.advance()
    site.advance(6 * 3600)
    await until(lambda: callback.delivered)
    site.advance()
    assert len(callback.delivered) == 1


async def test_an_unconfirmed_callback_is_not_subscribed(
    site: WorldServer, callback: Callback
) -> None:
    callback.agrees = False
    assert await send_to_hub(site, callback) == 202
    await until(lambda: callback.requests)
    assert not site.hub.subscribers


async def test_a_subscriber_can_unsubscribe(site: WorldServer, callback: Callback) -> None:
    await send_to_hub(site, callback)
    await until(lambda: site.hub.subscribers)
    await send_to_hub(site, callback, mode="unsubscribe")
    await until(lambda: not site.hub.subscribers)
    assert callback.requests[-1]["hub.mode"] == "unsubscribe"


@pytest.mark.parametrize(
    "wrong",
    [
        {"topic": "http://else.example/feed"},
        {"mode": "publish"},
        {"callback": "ftp://a.example/"},
        {"callback": ""},
    ],
)
async def test_an_invalid_request_is_refused(
    site: WorldServer, callback: Callback, wrong: dict[str, str]
) -> None:
    assert await send_to_hub(site, callback, **wrong) == 400


async def test_a_page_that_the_hub_does_not_deliver_is_not_a_topic(
    site: WorldServer, callback: Callback
) -> None:
    for topic in (site.urls[0], site.urls[5] + "feed/"):
        assert await send_to_hub(site, callback, topic=topic) == 400


async def test_feeds_name_the_hub(site: WorldServer) -> None:
    hub = site.world.hub_url.encode()
    pages = [
        (await send_callback("GET", site.urls[number] + path))
        for number, path in ((0, "feed.atom"), (0, "feed.rss"), (3, "flux.json"))
    ]
    assert all(page is not None and hub in page.body for page in pages)
