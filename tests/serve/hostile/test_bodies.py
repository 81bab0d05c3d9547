"""Bodies made to be slow, large or misunderstood, and URLs that lead into our own network."""

import json
from collections.abc import Callable

import pytest
from tests.client.scripted_server import reply, scripted
from tests.serve.hostile.raw_requests import RawAnswer, request
from tests.serve.served_home import ServedHome

from tidings.model.access.identity import Scope

Post = Callable[[str, bytes], RawAnswer]


@pytest.fixture(scope="module")
def post(site: ServedHome) -> Post:
    """Sends a body of JSON as somebody who may write."""
    token = site.token(Scope.WRITE)

    def send(path: str, body: bytes) -> RawAnswer:
        head = (f"Authorization: Bearer {token}", "Content-Type: application/json")
        return request(site.port, f"/api/v1{path}", *head, method="POST", body=body)

    return send


BOMBS = {
    "nested lists": b"[" * 49_000 + b"]" * 49_000,
    "nested objects": b'{"a":' * 16_000 + b"1" + b"}" * 16_000,
    "a huge number": b'{"url": ' + b"9" * 90_000 + b"}",
    "a huge exponent": b'{"url": 1e999999999}',
    "a key twice": b'{"url": "file:///etc/passwd", "url": ""}',
    "not a number": b'{"url": NaN}',
    "infinity": b'{"url": -Infinity}',
    "half a surrogate": b'{"url": "\\ud800"}',
    "half a surrogate in a key": b'{"\\udfff": 1}',
    "NUL": b'{"url": "https://post.example/\\u0000"}',
    "not UTF-8": b'{"url": "\xff\xfe"}',
    "a byte order mark": b"\xef\xbb\xbf{}",
    "half of it": b'{"url": "https',
    "two values": b"{} {}",
    "no object": b"null",
    "a prototype": b'{"__proto__": {"admin": true}, "constructor": 1}',
    "more than 100 000 bytes": b'{"url": "' + b"a" * 200_000 + b'"}',
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_hostile_body_is_refused_with_a_sentence(post: Post, name: str) -> None:
    answer = post("/sources", BOMBS[name])
    assert answer.status in (400, 413, 422), answer.body[:300]
    assert json.loads(answer.body)["detail"]


def test_nothing_is_read_of_who_may_not_write(site: ServedHome) -> None:
    answer = request(site.port, "/api/v1/sources", method="POST", body=b"x" * 5_000_000)
    assert answer.status == 401


def test_a_preview_leads_into_no_private_network(post: Post) -> None:
    """Nothing is sent, and the answer says only that it is a private address."""
    with scripted(lambda _: reply(b"<title>swordfish</title>")) as inside:
        port = inside.listener.getsockname()[1]
        # tests/fetch has all the ways to write such an address; each takes a request of its own.
        for host in ("localhost", "2130706433", "[::ffff:7f00:1]"):
            body = json.dumps({"url": f"http://{host}:{port}/"}).encode()
            answer = post("/sources/preview", body)
            assert answer.status in (200, 422), (host, answer.status)
            assert b"swordfish" not in answer.body
    assert inside.received == []


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "gopher://127.0.0.1/", "ftp://post.example/", "data:text/html,x",
     "javascript:alert(1)", "http://user:secret@post.example/", "http://post.example:99999/",
     "http://", "http://post.example\r\nX: y/", "", "\x00", "http://[::1"],
    ids=repr,
)  # fmt: skip
def test_what_is_no_web_address_is_refused(post: Post, url: str) -> None:
    answer = post("/sources/preview", json.dumps({"url": url}).encode())
    assert answer.status == 422, answer.body[:300]
    assert b"root:" not in answer.body
