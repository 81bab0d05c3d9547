from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.model.crawl.visit import ArchivePlace
from tidings.store.archive.cdxj import (
    Capture,
    capture_from_line,
    cdxj_line,
    lines_in_sorted,
    lines_in_unsorted,
    surt,
)

PLACE = ArchivePlace("tidings-20240501100000-00001.warc.gz", 345, 678)
AT = datetime(2024, 5, 1, 10, 0, 7, tzinfo=UTC)


def capture(url: str) -> Capture:
    return Capture(url, AT, 200, "text/html", "sha1:ABC", PLACE)


@pytest.mark.parametrize(
    ("url", "key"),
    [
        ("http://www.archive.org/", "org,archive)/"),
        ("https://archive.org", "org,archive)/"),
        ("http://www2.archive.org/goo/", "org,archive)/goo"),
        ("http://archive.org/goo/?", "org,archive)/goo"),
        ("http://archive.org/goo/?b&a", "org,archive)/goo?a&b"),
        ("http://archive.org/goo/?a=2&b&a=1", "org,archive)/goo?a=1&a=2&b"),
        ("http://archive.org:80/Goo#part", "org,archive)/goo"),
        ("https://archive.org:8443/goo", "org,archive:8443)/goo"),
        ("http://archive.org:443/", "org,archive:443)/"),
        ("http://123.45.167.89/", "89,167,45,123)/"),
        ("http://[::1]:8000/a", "[::1]:8000)/a"),
        ("http://localhost/", "localhost)/"),
        ("http://www.com/", "com)/"),
        ("http://example.com/a b/ü", "com,example)/a%20b/%c3%bc"),
        ("http://[broken/", "http://[broken/"),
        ("http://example.com:99999/", "http://example.com:99999/"),
    ],
)
def test_a_url_becomes_its_sort_friendly_key(url: str, key: str) -> None:
    assert surt(url) == key


PATHS = st.text("aZ0/._~%!$&'()*+,;=:@-[]^|\\ü ", max_size=12)
PORTS = st.sampled_from(["", ":80", ":443", ":8080", ":080", ":0"])


@given(
    st.sampled_from(["http", "https"]),
    st.sampled_from(["example.com", "www.a-b.example", "127.0.0.1", "[::1]", "u@h.example"]),
    PORTS,
    PATHS,
    st.none() | PATHS,
)
def test_the_fast_path_gives_the_same_key_as_the_slow_one(
    scheme: str, host: str, port: str, path: str, query: str | None
) -> None:
    url = f"{scheme}://{host}{port}/{path}" + ("" if query is None else f"?{query}")
    assert surt(url) == surt(f"{url}#fragment")  # only the slow path parses fragments


def test_a_line_has_key_time_and_json() -> None:
    assert cdxj_line(capture("https://www.example.com/A?b=1")) == (
        b'com,example)/a?b=1 20240501100007 {"url": "https://www.example.com/A?b=1", '
        b'"mime": "text/html", "status": "200", "digest": "sha1:ABC", "length": "678", '
        b'"offset": "345", "filename": "tidings-20240501100000-00001.warc.gz"}\n'
    )


def test_an_incomplete_line_is_not_a_capture() -> None:
    line = cdxj_line(capture("https://example.com/"))
    for length in range(len(line) - 1):
        assert capture_from_line(line[:length]) is None
    assert capture_from_line(line) == capture("https://example.com/")


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"a b c",
        b"a 20240501100007 {}",
        b"a 20240501100007 []",
        b'a 20240501100007 {"url": 1}',
        b"a 20241301100007 " + cdxj_line(capture("http://a/")).split(b" ", 2)[2],
        b"a 2024050110 " + cdxj_line(capture("http://a/")).split(b" ", 2)[2],
        b"a 20240501100007 " + b"[" * 100_000,
    ],
)
def test_an_invalid_line_is_not_a_capture(line: bytes) -> None:
    assert capture_from_line(line) is None


@given(st.binary())
def test_random_bytes_are_not_a_capture(line: bytes) -> None:
    assert capture_from_line(line) is None


URLS = st.builds(
    "http://{}.example/{}".format,
    st.sampled_from(["a", "b", "www", "ab"]),
    st.text(max_size=4),
) | st.text(max_size=10)


@given(URLS)
def test_a_key_is_ascii_without_white_space(url: str) -> None:
    key = surt(url)
    assert key.isascii()
    assert not key.split()[1:]
    assert "\n" not in key
    assert key == surt(url)


@given(st.lists(URLS, max_size=20), URLS)
def test_binary_search_and_scan_find_the_same_lines(urls: list[str], wanted: str) -> None:
    lines = [cdxj_line(capture(url)) for url in urls]
    expected = sorted(cdxj_line(capture(url)) for url in urls if surt(url) == surt(wanted))
    assert sorted(lines_in_unsorted(b"".join(lines), surt(wanted))) == expected
    assert list(lines_in_sorted(b"".join(sorted(lines)), surt(wanted))) == expected


def test_an_unfinished_last_line_is_not_found() -> None:
    line = cdxj_line(capture("http://a.example/"))
    assert list(lines_in_unsorted(line + line[:-1], surt("http://a.example/"))) == [line]
