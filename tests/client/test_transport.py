import gzip
import json
import threading
from typing import Any

import pytest
from tests.client.scripted_server import Received, reply, scripted

from tidings.client.client import Client
from tidings.client.errors import (
    AnswerUnreadable,
    Conflict,
    ConnectionCut,
    Invalid,
    NotAllowed,
    NotFound,
    RateLimited,
    Redirected,
    RequestRefused,
    ServerFailing,
    TimedOut,
    Unreachable,
)
from tidings.client.transport import Patience

EMPTY = json.dumps({"items": [], "next": None}).encode()
SECRET = "tdg_abc_swordfish"


def waits() -> tuple[Patience, list[float]]:
    """Return a patience that notes its waits instead of waiting."""
    slept: list[float] = []
    return Patience(sleep=slept.append), slept


def page(url: str, token: str | None = None, **options: Any) -> Any:
    """Return the first page of a search by a client with these options."""
    with Client(url, token, **options) as client:
        return client.search().page()


def test_a_connection_is_used_again() -> None:
    with scripted(lambda _: reply(EMPTY)) as server, Client(server.url) as client:
        for _ in range(3):
            client.search("ferry").page()
    assert {request.connection for request in server.received} == {1}


def test_threads_have_connections_of_their_own() -> None:
    both = threading.Barrier(2, timeout=30)

    def script(_: Received) -> bytes:
        both.wait()  # neither is answered before the other has asked
        return reply(EMPTY)

    with scripted(script) as server, Client(server.url) as client:
        threads = [threading.Thread(target=client.search("ferry").page) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert sorted(request.connection for request in server.received) == [1, 2]


def test_the_token_and_what_we_accept_are_sent() -> None:
    with scripted(lambda _: reply(EMPTY)) as server, Client(server.url, SECRET) as client:
        client.search("old harbour", limit=5).page()
    (request,) = server.received
    assert request.line == "GET /api/v1/search?q=old+harbour&limit=5 HTTP/1.1"
    assert request.headers["authorization"] == f"Bearer {SECRET}"
    assert request.headers["accept-encoding"] == "gzip"


def test_a_server_below_a_path_works() -> None:
    with scripted(lambda _: reply(EMPTY)) as server, Client(f"{server.url}/news/") as client:
        client.search().page()
    assert server.received[0].target == "/news/api/v1/search?q="


def test_a_compressed_answer_is_unpacked() -> None:
    packed = reply(gzip.compress(EMPTY), Content_Encoding="gzip")
    with scripted(lambda _: packed) as server, Client(server.url) as client:
        assert client.search().page() == json.loads(EMPTY)


def test_an_answer_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tidings.client.transport.MAX_ANSWER", 1000)
    packed = reply(gzip.compress(b" " * 100_000), Content_Encoding="gzip")
    with (
        scripted(lambda _: packed) as server,
        Client(server.url) as client,
        pytest.raises(AnswerUnreadable, match="more than 1000 bytes"),
    ):
        client.search().page()


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        ("400 Bad Request", Invalid),
        ("401 Unauthorized", NotAllowed),
        ("403 Forbidden", NotAllowed),
        ("404 Not Found", NotFound),
        ("409 Conflict", Conflict),
        ("418 Teapot", RequestRefused),
        ("422 Unprocessable Content", Invalid),
        ("429 Too Many Requests", RateLimited),
        ("500 Internal Server Error", ServerFailing),
        ("503 Service Unavailable", ServerFailing),
    ],
)
def test_a_refusal_has_its_kind_and_the_servers_sentence(
    status: str, kind: type[RequestRefused]
) -> None:
    problem = {"detail": "limit: expected 1 to 100.", "errors": [{"name": "limit"}]}
    refused = reply(json.dumps(problem).encode(), status, Content_Type="application/problem+json")
    with (
        scripted(lambda _: refused) as server,
        Client(server.url, SECRET) as client,
        pytest.raises(kind, match=r"limit: expected 1 to 100\.") as caught,
    ):
        client.search().page()
    assert type(caught.value) is kind
    assert caught.value.status == int(status[:3])
    assert caught.value.errors == [{"name": "limit"}]
    assert SECRET not in f"{caught.value!r} {caught.value}"


@pytest.mark.parametrize("body", [b"<h1>Bad gateway</h1>", b"", b"[1]", b"\xff"], ids=repr)
def test_any_body_of_an_error_is_readable(body: bytes) -> None:
    with (
        scripted(lambda _: reply(body, "502 Bad Gateway")) as server,
        pytest.raises(ServerFailing, match="HTTP 502"),
    ):
        page(server.url)


@pytest.mark.parametrize("status", ["429 Too Many Requests", "503 Service Unavailable"])
def test_a_busy_server_is_asked_again_when_it_says(status: str) -> None:
    answers = [reply(b"{}", status, Retry_After="7"), reply(EMPTY)]
    patience, slept = waits()
    with scripted(lambda _: answers.pop(0)) as server:
        assert page(server.url, patience=patience) == json.loads(EMPTY)
    assert slept == [7.0]


def test_a_server_that_wants_a_long_wait_is_left_alone() -> None:
    patience, slept = waits()
    limited = reply(b"{}", "429 Too Many Requests", Retry_After="3600")
    with scripted(lambda _: limited) as server, pytest.raises(RateLimited) as caught:
        page(server.url, patience=patience)
    assert (caught.value.retry_after, slept) == (3600.0, [])


def test_a_cut_connection_is_tried_again_and_then_given_up() -> None:
    patience, slept = waits()
    with scripted(lambda _: None) as server, pytest.raises(ConnectionCut):
        page(server.url, patience=patience)
    assert (len(server.received), len(slept)) == (3, 2)


def test_half_an_answer_is_no_answer() -> None:
    def script(received: Received) -> bytes | None:
        if received.connection == 1:
            return b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 99\r\n\r\nhalf"
        return reply(EMPTY)

    patience, slept = waits()
    with scripted(script) as server:
        assert page(server.url, patience=patience) == json.loads(EMPTY)
    assert (len(server.received), len(slept)) == (2, 1)


def test_a_write_is_never_repeated() -> None:
    patience, slept = waits()
    with (
        scripted(lambda _: None) as server,
        Client(server.url, patience=patience) as client,
        pytest.raises(ConnectionCut),
    ):
        client._requests.post("/sources", {"url": "https://post.example/"})
    assert (len(server.received), slept) == (1, [])


def test_a_write_does_not_use_a_connection_that_may_be_closing() -> None:
    with scripted(lambda _: reply(EMPTY)) as server, Client(server.url) as client:
        client.search().page()
        client._requests.post("/sources", {})
    assert [request.connection for request in server.received] == [1, 2]


def test_an_idle_connection_that_the_server_closed_is_not_used() -> None:
    patience, slept = waits()
    with (
        scripted(lambda _: reply(EMPTY)) as server,
        Client(server.url, patience=patience) as client,
    ):
        client.search().page()
        server.sockets[0].shutdown(1)  # our answer is complete; nothing will follow
        client.search().page()
    assert len(server.received) == 2
    assert len(slept) <= 1  # none, unless the end had not arrived yet


def test_an_unchanged_answer_is_not_sent_again() -> None:
    def script(received: Received) -> bytes:
        if received.headers.get("if-none-match") == '"one"':
            return reply(b"", "304 Not Modified", ETag='"one"')
        return reply(EMPTY, ETag='"one"')

    with scripted(script) as server, Client(server.url, remember=8) as client:
        assert client.search().page() == client.search().page() == json.loads(EMPTY)
        client.search("other").page()
    assert [request.headers.get("if-none-match") for request in server.received] == [
        None,
        '"one"',
        None,
    ]


def test_redirects_of_the_same_server_are_followed() -> None:
    def script(received: Received) -> bytes:
        if received.target.startswith("/api/v1/search"):
            return reply(b"", "301 Moved Permanently", Location="/api/v1/elsewhere?q=1")
        return reply(EMPTY)

    with scripted(script) as server, Client(server.url) as client:
        assert client.search().page() == json.loads(EMPTY)
    assert server.received[1].target == "/api/v1/elsewhere?q=1"


@pytest.mark.parametrize("location", ["{url}/steal", "//{host}/steal", "file:///etc/passwd"])
def test_the_token_is_sent_to_no_other_server(location: str) -> None:
    with scripted(lambda _: reply(EMPTY)) as thief:
        target = location.format(url=thief.url, host=thief.url.removeprefix("http://"))
        moved = reply(b"", "302 Found", Location=target)
        with scripted(lambda _: moved) as server, pytest.raises(Redirected) as caught:
            page(server.url, SECRET)
    assert thief.received == []
    assert caught.value.location == target
    assert SECRET not in str(caught.value)


def test_a_circle_of_redirects_ends() -> None:
    moved = reply(b"", "302 Found", Location="/api/v1/search")
    with scripted(lambda _: moved) as server, pytest.raises(AnswerUnreadable, match="again"):
        page(server.url)


def test_a_write_is_not_redirected() -> None:
    moved = reply(b"", "307 Temporary Redirect", Location="/api/v1/sources2")
    with (
        scripted(lambda _: moved) as server,
        Client(server.url) as client,
        pytest.raises(Redirected),
    ):
        client._requests.post("/sources", {})
    assert len(server.received) == 1


def test_a_missing_server_is_named_with_what_to_do() -> None:
    with scripted(lambda _: None) as server:
        url = server.url
    with pytest.raises(Unreachable, match=f"Nothing listens at {url}: is 'tidings run' running"):
        page(url)


def test_a_silent_server_is_not_waited_for() -> None:
    asked = threading.Event()

    def script(_: Received) -> None:
        asked.wait(60)

    with scripted(script) as server:
        with pytest.raises(TimedOut):
            page(server.url, timeout=0.2)
        asked.set()


@pytest.mark.parametrize("body", [b"<html>", b"", b"\xff\xfe", b"[" * 100_000], ids=len)
def test_what_is_not_json_is_named(body: bytes) -> None:
    with (
        scripted(lambda _: reply(body)) as server,
        pytest.raises(AnswerUnreadable, match="not JSON"),
    ):
        page(server.url)


def test_something_else_than_http_is_named() -> None:
    with (
        scripted(lambda _: b"SSH-2.0-OpenSSH_9.6\r\n\r\nconnection: close\r\n") as server,
        pytest.raises(AnswerUnreadable, match="does not speak HTTP"),
    ):
        page(server.url)


@pytest.mark.parametrize("token", ["", "two words", "line\r\nX: y", "ümlaut", "nul\0"], ids=repr)
def test_a_malformed_token_is_refused_and_not_shown(token: str) -> None:
    with pytest.raises(ValueError, match="one word of visible ASCII") as caught:
        Client(token=token)
    assert not token or token not in str(caught.value)


@pytest.mark.parametrize(
    "url", ["", "post.example", "file:///etc", "ftp://x", "http://", "http://u:p@post.example"]
)
def test_a_malformed_url_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match=r"Expected a URL|give a token"):
        Client(url)


def test_the_token_is_not_in_the_repr() -> None:
    client = Client("https://[::1]:8443/news", SECRET)
    assert repr(client) == "Client('https://[::1]:8443/news')"
