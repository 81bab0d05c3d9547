import gzip
import io
import zlib
from datetime import UTC, datetime
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.read.collections.byte_stream import ByteStream
from tidings.read.collections.record import NoRecord, PageRecord, SkipReason
from tidings.read.collections.warc import fills_member, parse_warc_record, warc_spans

AT = datetime(2024, 3, 1, 8, tzinfo=UTC)
PAGE = b"<html><p>Words</p></html>"


def record(
    block: bytes, kind: str = "response", url: str = "https://a.example/1", **more: str
) -> bytes:
    lines = {
        "WARC-Type": kind,
        "WARC-Target-URI": url,
        "WARC-Date": "2024-03-01T08:00:00Z",
        "Content-Type": "application/http; msgtype=response",
        "Content-Length": str(len(block)),
        **{name.replace("_", "-"): value for name, value in more.items()},
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"WARC/1.0\r\n{head}\r\n".encode() + block + b"\r\n\r\n"


def response(body: bytes, *headers: str, status: str = "200 OK") -> bytes:
    return "\r\n".join([f"HTTP/1.1 {status}", *headers, "", ""]).encode() + body


def page_of(content: bytes, max_body: int = 1000) -> PageRecord:
    found = parse_warc_record(content, max_body)
    assert isinstance(found, PageRecord)
    return found


def stream(data: bytes) -> ByteStream:
    return ByteStream(io.BytesIO(data).read)


def test_a_response_is_a_page() -> None:
    page = page_of(record(response(PAGE, "Content-Type: text/html"), WARC_IP_Address="192.0.2.1"))
    assert page == PageRecord(
        "https://a.example/1", AT, 200, (("content-type", "text/html"),), PAGE, address="192.0.2.1"
    )


@pytest.mark.parametrize("url", ["<https://a.example/1>", "https://a.example/1"])
def test_addresses_may_stand_in_angle_brackets_as_version_1_0_wanted_it(url: str) -> None:
    assert page_of(record(response(PAGE), url=url)).url == "https://a.example/1"


def chunked(body: bytes) -> bytes:
    return (
        b"5;name=value\r\n" + body[:5] + b"\r\n%x\r\n" % len(body[5:]) + body[5:] + b"\r\n0\r\n\r\n"
    )


@pytest.mark.parametrize(
    ("body", "headers"),
    [
        (chunked(PAGE), ("Transfer-Encoding: chunked",)),
        (PAGE, ("Transfer-Encoding: chunked",)),
        (gzip.compress(PAGE), ("Content-Encoding: gzip",)),
        (PAGE, ("Content-Encoding: gzip",)),
        (PAGE, ("Content-Encoding: br",)),
        (chunked(gzip.compress(PAGE)), ("Transfer-Encoding: chunked", "Content-Encoding: gzip")),
        (zlib.compress(PAGE), ("Content-Encoding: deflate",)),
        (zlib.compress(PAGE)[2:-4], ("Content-Encoding: deflate",)),
    ],
    ids=[
        "chunked", "unchunked before", "gzip", "inflated before", "brotli inflated before",
        "chunked gzip", "deflate", "raw deflate",
    ],
)  # fmt: skip
def test_bodies_are_unchunked_and_inflated_if_they_need_it(
    body: bytes, headers: tuple[str, ...]
) -> None:
    assert page_of(record(response(body, *headers))).body == PAGE


def test_a_bomb_is_cut_at_the_limit() -> None:
    bomb = gzip.compress(b"<p>" + b"0" * 5_000_000)
    page = page_of(record(response(bomb, "Content-Encoding: gzip")), max_body=1000)
    assert (len(page.body), page.truncated) == (1000, True)


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (record(b"", "revisit"), SkipReason.REVISIT),
        (record(b"GET / HTTP/1.1\r\n\r\n", "request"), SkipReason.NO_RESPONSE),
        (record(response(b"", status="404 Not Found")), SkipReason.BAD_STATUS),
        (record(response(PAGE), url="dns:a.example"), SkipReason.NO_URL),
        (record(b"\x89PNG", "resource", Content_Type="image/png"), SkipReason.NO_PAGE),
        (record(b"no http"), SkipReason.BROKEN),
        (record(response(b"\x0b\x02\x80", "Content-Encoding: br")), SkipReason.BROKEN),
        (record(response(PAGE))[:-30], SkipReason.BROKEN),
        (b"garbage", SkipReason.BROKEN),
    ],
    ids=[
        "revisit", "request", "not found", "no address", "picture", "no answer", "brotli", "cut",
        "garbage",
    ],
)  # fmt: skip
def test_what_is_no_page_says_why(content: bytes, reason: SkipReason) -> None:
    found = parse_warc_record(content, 1000)
    assert isinstance(found, NoRecord)
    assert found.reason is reason


def test_a_resource_is_a_page_without_an_answer() -> None:
    page = page_of(record(PAGE, "resource", Content_Type="text/html"))
    assert (page.body, page.headers) == (PAGE, (("content-type", "text/html"),))


def test_records_are_found_with_and_without_their_contents() -> None:
    records = [record(response(PAGE + b"%d" % number)) for number in range(3)]
    for contents in (True, False):
        spans = list(warc_spans(stream(b"".join(records)), 10_000, contents=contents))
        assert [(span.url, span.at, span.skip) for span in spans] == [
            ("https://a.example/1", AT, None)
        ] * 3
        assert [span.start for span in spans] == [0, len(records[0]), 2 * len(records[0])]
    kept = list(warc_spans(stream(b"".join(records)), 10_000, contents=True))
    assert page_of(kept[1].content).body == PAGE + b"1"


def test_damage_costs_only_the_records_it_touches() -> None:
    one, two, three = (record(response(PAGE + b"%d" % number)) for number in range(3))
    spans = list(warc_spans(stream(one + b"JUNK" + two[10:] + three), 10_000, contents=True))
    assert [span.skip for span in spans] == [None, SkipReason.BROKEN, None]
    assert page_of(spans[2].content).body == PAGE + b"2"


def test_what_is_too_large_is_passed_over() -> None:
    large = record(response(b"x" * 100_000))
    spans = list(warc_spans(stream(large + record(response(PAGE))), 10_000, contents=True))
    assert [span.skip for span in spans] == [SkipReason.TOO_LARGE, None]


def test_a_file_that_ends_within_a_record_says_so() -> None:
    data = record(response(PAGE))
    file = io.BytesIO(data[:-20])
    opened = ByteStream(file.read, lambda size: file.seek(size, 1), len(data) - 20)
    (span,) = warc_spans(opened, 10_000, contents=False)
    assert (span.skip, span.detail) == (SkipReason.BROKEN, "the file ends within it")


def test_a_member_is_a_record_only_if_it_is_exactly_one() -> None:
    one = record(response(PAGE))
    assert fills_member(one[:300], len(one))
    assert not fills_member(one[:300], 2 * len(one))
    assert not fills_member(one[:300], len(one) - 10)
    assert not fills_member(b"<html>", 6)


@given(st.binary(max_size=400), st.integers(0, 300))
def test_no_bytes_are_too_strange(junk: bytes, at: int) -> None:
    data = bytearray(record(response(PAGE)))
    data[at : at + len(junk)] = junk
    parse_warc_record(bytes(data), 100)
    spans = list(warc_spans(stream(bytes(data)), 10_000, contents=True))
    assert all(one.end <= other.start for one, other in pairwise(spans))
