"""Requests whose end is in doubt: whoever reads them differently could smuggle one in another."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.serve.hostile.raw_requests import answer_in, exchange, request
from tests.serve.served_home import ServedHome, served_home
from tests.servers.needs import needs
from tests.servers.own_process import free_port, readable_folder
from tests.servers.web_servers import nginx

from tidings.settings.tree import ServeSettings, Settings

HEAD = b"POST /api/search HTTP/1.1\r\nHost: 127.0.0.1\r\n"
SMUGGLED = b"GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Rest: "
CHUNKED = b"Transfer-Encoding: chunked\r\n"

IN_DOUBT = {
    "both lengths": CHUNKED + b"Content-Length: 4\r\n\r\n0\r\n\r\n",
    "both lengths, the other way round": b"Content-Length: 5\r\n" + CHUNKED + b"\r\n0\r\n\r\n",
    "two different lengths": b"Content-Length: 4\r\nContent-Length: 5\r\n\r\nabcde",
    "a list of lengths": b"Content-Length: 4, 5\r\n\r\nabcde",
    "a signed length": b"Content-Length: +4\r\n\r\nabcd",
    "a negative length": b"Content-Length: -4\r\n\r\nabcd",
    "a hexadecimal length": b"Content-Length: 0x4\r\n\r\nabcd",
    "a length beyond all integers": b"Content-Length: 99999999999999999999999\r\n\r\nabcd",
    "an unknown coding": b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "a coding after chunked": b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n",
    "two codings": CHUNKED + b"Transfer-Encoding: identity\r\n\r\n0\r\n\r\n",
    "a vertical tab in a coding": b"Transfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n",
    "a space before the colon": b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "a folded header": b"Transfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",
    "a bare line feed": b"X: y\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a bare carriage return": b"X: y\rTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "NUL in a header": b"X: y\0z\r\nContent-Length: 4\r\n\r\nabcd",
    "a header without a colon": b"nonsense\r\n\r\n",
    "a header without a name": b": x\r\n\r\n",
    "a line feed in a chunk's extension": CHUNKED + b"\r\n4;\nabcd\r\n0\r\n\r\n",
    "a negative chunk": CHUNKED + b"\r\n-1\r\nabcd\r\n0\r\n\r\n",
    "a chunk beyond all integers": CHUNKED + b"\r\nffffffffffffffffff\r\nabcd\r\n0\r\n\r\n",
}


@pytest.mark.parametrize("name", IN_DOUBT)
def test_a_request_whose_end_is_in_doubt_is_refused(site: ServedHome, name: str) -> None:
    """And nothing that follows on the connection is read as a request."""
    received = exchange(site.port, HEAD + IN_DOUBT[name] + SMUGGLED + b"\r\n\r\n")
    assert answer_in(received).status == 400
    assert received.count(b"HTTP/1.1 ") == 1
    assert b"User-agent" not in received


@pytest.mark.parametrize(
    ("first", "statuses"),
    [
        (b"GET /healthz HTTP/9.9\r\n", (400,)),
        (b"PRI * HTTP/2.0\r\n\r\nSM\r\n", (400,)),
        (b"GET\t/healthz\tHTTP/1.1\r\n", (400,)),
        (b"GET /a b HTTP/1.1\r\n", (400,)),
        (b"GET /\xff HTTP/1.1\r\n", (400,)),
        (b"FOO /healthz HTTP/1.1\r\n", (400, 405)),
        (b"A" * 300 + b" / HTTP/1.1\r\n", (400, 405)),
        (b"CONNECT evil.example:443 HTTP/1.1\r\n", (400, 405)),
        (b"TRACE / HTTP/1.1\r\nCookie: secret=swordfish\r\n", (400, 405)),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", (400,)),
        (b"\r\n\r\n\r\nGET /nothing HTTP/1.1\r\n", (400, 404)),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_what_is_no_request_is_refused(
    site: ServedHome, first: bytes, statuses: tuple[int, ...]
) -> None:
    received = exchange(site.port, first + b"Host: 127.0.0.1\r\nConnection: close\r\n\r\n")
    assert answer_in(received).status in statuses
    assert b"swordfish" not in received


def test_an_old_client_is_answered_and_the_connection_closed(site: ServedHome) -> None:
    received = exchange(site.port, b"GET /robots.txt HTTP/1.0\r\nHost: 127.0.0.1\r\n\r\n")
    assert answer_in(received).status == 200


def test_requests_in_one_packet_are_answered_in_their_order(site: ServedHome) -> None:
    names = ("/robots.txt", "/nothing", "/robots.txt")
    heads = [f"GET {name} HTTP/1.1\r\nHost: 127.0.0.1\r\n" for name in names]
    data = "\r\n".join([*heads[:-1], heads[-1] + "Connection: close\r\n\r\n"])
    received = exchange(site.port, data.encode())
    assert [int(each[:3]) for each in received.split(b"HTTP/1.1 ")[1:]] == [200, 404, 200]


def test_thousands_of_requests_in_one_packet_are_answered(site: ServedHome) -> None:
    one = b"GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    last = b"GET /robots.txt HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
    received = exchange(site.port, one * 999 + last)
    assert received.count(b"HTTP/1.1 200") == 1_000


@pytest.mark.parametrize("upgrade", ["websocket", "h2c", "TLS/1.0"])
def test_no_other_protocol_is_spoken(site: ServedHome, upgrade: str) -> None:
    head = (f"Upgrade: {upgrade}", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==")
    assert request(site.port, "/robots.txt", *head).status in (200, 400)


@pytest.fixture(scope="module")
def proxied(home_settings: Settings) -> Iterator[int]:
    """The port of an nginx in front of a server, with connections that are used again."""
    serve = ServeSettings(
        port=0, open=True, public_url="http://127.0.0.1/", trusted_proxies=("127.0.0.1",)
    )
    with served_home(replace(home_settings, serve=serve)) as site, readable_folder() as folder:
        port = free_port()
        upstream = f"upstream tidings {{ server 127.0.0.1:{site.port}; keepalive 4; }}"
        passing = """
        location / {
            proxy_pass http://tidings;
            proxy_http_version 1.1;
            proxy_set_header Connection "";
            proxy_set_header Host $host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header X-Forwarded-Proto $scheme;
            proxy_set_header X-Forwarded-Host $host;
        }
        keepalive_timeout 0;  # one answer to each client: a second one would be the hidden one's
        client_body_timeout 1s;"""
        (folder / "root").mkdir()
        with nginx(folder / "root", port, folder / "own", http=upstream, server=passing):
            yield port


@needs("nginx")
@pytest.mark.parametrize("name", IN_DOUBT)
def test_nothing_is_smuggled_past_a_proxy(proxied: int, name: str) -> None:
    """Neither the sender nor whoever comes next gets an answer to the hidden request."""
    received = exchange(proxied, HEAD + IN_DOUBT[name] + SMUGGLED + b"\r\n\r\n")
    assert b"HTTP/1.1 200" not in received
    assert b"User-agent" not in received
    for _ in range(4):  # the connections between the two
        assert request(proxied, "/nothing").status == 404


@needs("nginx")
def test_a_hidden_request_after_a_body_stays_a_body(proxied: int) -> None:
    hidden = SMUGGLED + b"\r\n\r\n"
    for framing in (
        b"Content-Length: %d\r\nConnection: close\r\n\r\n%s" % (len(hidden), hidden),
        CHUNKED + b"Connection: close\r\n\r\n%x;a=b\r\n%s\r\n0\r\n\r\n" % (len(hidden), hidden),
    ):
        received = exchange(proxied, HEAD + framing)
        assert received.count(b"HTTP/1.1 ") == 1
        assert answer_in(received).status == 405
        assert request(proxied, "/nothing").status == 404
