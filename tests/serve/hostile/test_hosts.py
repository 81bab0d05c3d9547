"""Names that a client gives us: none of them reaches an answer, and foreign ones get none."""

import pytest
from tests.serve.hostile.raw_requests import answer_in, exchange, request
from tests.serve.served_home import ServedHome

EVIL = "evil.example"
PATHS = ("/", "/search?q=ferry", "/search.atom?q=ferry", "/static", "/sources", "/opensearch.xml")


@pytest.mark.parametrize(
    "host",
    [
        EVIL, f"127.0.0.1@{EVIL}", f"127.0.0.1.{EVIL}", f"127.0.0.1:80@{EVIL}", f"{EVIL}:127.0.0.1",
        f"{EVIL}#127.0.0.1", f"{EVIL}/127.0.0.1", f"127.0.0.1, {EVIL}", f"127.0.0.1 {EVIL}",
        "localhost.evil.example", "127.0.0.1:99999", "127.0.0.1:x", "[::1", "[::1]x", "0.0.0.0",
        "", "\xff", "127.0.0.1%00", "0x7f.evil.example", "１２７.0.0.2".encode().decode("latin-1"),
    ],
    ids=repr,
)  # fmt: skip
def test_a_foreign_name_gets_nothing(site: ServedHome, host: str) -> None:
    answer = request(site.port, "/", host=host)
    assert answer.status in (400, 421)
    assert b"ferry" not in answer.body


def test_two_names_or_none_get_nothing(site: ServedHome) -> None:
    for hosts in (
        b"",
        b"Host: 127.0.0.1\r\nHost: evil.example\r\n",
        b"Host: evil.example\r\nHost: 127.0.0.1\r\n",
        b"Host: 127.0.0.1\r\nhost: 127.0.0.1\r\n",
    ):
        data = b"GET / HTTP/1.1\r\n" + hosts + b"Connection: close\r\n\r\n"
        assert answer_in(exchange(site.port, data)).status in (400, 421)


@pytest.mark.parametrize("path", PATHS)
def test_no_name_of_a_client_reaches_an_answer(site: ServedHome, path: str) -> None:
    """Neither by headers that only a trusted proxy may send, nor by the request line."""
    told = [
        f"X-Forwarded-Host: {EVIL}", f"Forwarded: host={EVIL};for=10.0.0.1", f"X-Host: {EVIL}",
        f"X-Forwarded-Server: {EVIL}", f"X-Original-URL: /{EVIL}", f"X-Rewrite-URL: /{EVIL}",
        f"Origin: http://{EVIL}", f"Referer: http://{EVIL}/", f"X-Forwarded-Prefix: //{EVIL}",
    ]  # fmt: skip
    for answer in (
        request(site.port, path, *told),
        request(site.port, f"http://{EVIL}{path}"),
        request(site.port, f"//{EVIL}{path}"),
    ):
        assert EVIL.encode() not in answer.body
        assert not [value for _, value in answer.headers if EVIL in value]
        assert answer.header("access-control-allow-origin") is None
