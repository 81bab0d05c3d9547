import gzip
import importlib
import importlib.util
import warnings
from base64 import b32encode
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from hashlib import sha1
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.model.web.exchange import Response
from tidings.store.archive.warc_record import (
    DamagedRecord,
    inflate_member,
    parse_record,
    payload_digest,
    read_record,
    response_record,
    warcinfo,
)

with warnings.catch_warnings():
    # FastWARC 1.1 warns about its own deprecated classes on import.
    warnings.simplefilter("ignore", DeprecationWarning)
    fastwarc = importlib.import_module("fastwarc.warc")
ArchiveIterator, WarcRecordType = fastwarc.ArchiveIterator, fastwarc.WarcRecordType

AT = datetime(2024, 5, 1, 10, 0, 0, 123456, tzinfo=UTC)


def response(
    body: bytes = b"<p>Hello</p>",
    headers: tuple[tuple[str, str], ...] = (("content-type", "text/html; charset=utf-8"),),
    url: str = "https://example.com/a?b=1",
    status: int = 200,
    truncated: bool = False,
    at: datetime = AT,
) -> Response:
    return Response(url, url, status, headers, body, truncated, (), "192.0.2.1", at, 0.1)


def test_a_record_is_one_gzip_member_with_all_headers_of_warc_1_1() -> None:
    lines = gzip.decompress(response_record(response(truncated=True))).split(b"\r\n")
    assert lines[0] == b"WARC/1.1"
    headers = dict(line.split(b": ", 1) for line in lines[1 : lines.index(b"")])
    assert headers.pop(b"WARC-Record-ID").startswith(b"<urn:uuid:")
    assert headers.pop(b"WARC-Block-Digest").startswith(b"sha1:")
    assert headers.pop(b"Content-Length").isdigit()
    assert headers == {
        b"WARC-Type": b"response",
        b"WARC-Date": b"2024-05-01T10:00:00.123456Z",
        b"WARC-Target-URI": b"https://example.com/a?b=1",
        b"WARC-IP-Address": b"192.0.2.1",
        b"WARC-Payload-Digest": payload_digest(b"<p>Hello</p>").encode(),
        b"WARC-Truncated": b"length",
        b"Content-Type": b"application/http; msgtype=response",
    }


def test_headers_about_the_encoding_are_prefixed_and_restored() -> None:
    headers = (
        ("content-encoding", "br"),
        ("content-type", "text/html"),
        ("transfer-encoding", "chunked"),
        ("content-length", "7"),
        ("x-archive-orig-content-length", "from another archive"),
    )
    member = response_record(response(b"inflated", headers))
    http = parse_record(inflate_member(member)[0]).block
    assert http.split(b"\r\n")[:-1] == [
        b"HTTP/1.1 200 OK",
        b"x-archive-orig-content-encoding: br",
        b"content-type: text/html",
        b"x-archive-orig-transfer-encoding: chunked",
        b"x-archive-orig-content-length: 7",
        b"x-archive-orig-x-archive-orig-content-length: from another archive",
        b"content-length: 8",
        b"",
    ]
    assert read_record(member).headers == headers


def test_no_header_can_inject_another() -> None:
    headers = (("x-a", "1\r\nx-evil: 2\0"), ("bad name", "x"), ("", "y"))
    page = read_record(response_record(response(headers=headers, url="https://a.example/\r\nx: y")))
    assert page.headers == (("x-a", "1x-evil: 2"),)
    assert page.url == "https://a.example/x: y"


def test_a_status_without_a_phrase_is_kept() -> None:
    assert read_record(response_record(response(status=599))).status == 599


def test_a_date_in_another_time_zone_is_stored_in_utc() -> None:
    at = datetime(2024, 5, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    assert read_record(response_record(response(at=at))).at == at


def test_fastwarc_reads_and_verifies_what_we_write() -> None:
    pages = [response(f"page {i}".encode() * 50, url=f"https://example.com/{i}") for i in range(3)]
    file = warcinfo("x.warc.gz", AT, "Test") + b"".join(map(response_record, pages))
    assert len(list(ArchiveIterator(BytesIO(file), verify_digests=True))) == 4
    bodies = []
    for record in ArchiveIterator(
        BytesIO(file), record_types=WarcRecordType.response, parse_http=False
    ):
        assert record.verify_block_digest()
        record.parse_http()
        assert record.verify_payload_digest()
        assert record.http_headers.status_code == 200
        assert record.record_date == AT
        bodies.append(record.reader.read())
    assert bodies == [page.body for page in pages]


@pytest.mark.skipif(importlib.util.find_spec("warcio") is None, reason="warcio is not installed")
def test_warcio_reads_what_we_write() -> None:
    iterator = importlib.import_module("warcio.archiveiterator").ArchiveIterator
    file = warcinfo("x.warc.gz", AT, "Test") + response_record(response())
    records = [(r.rec_type, r.content_stream().read()) for r in iterator(BytesIO(file))]
    assert records[1] == ("response", b"<p>Hello</p>")


def test_several_members_are_read_one_by_one() -> None:
    first, second = response_record(response(b"1")), response_record(response(b"2"))
    assert inflate_member(first + second)[1] == len(first)
    assert read_record(first + second).body == b"1"
    assert inflate_member(first + second, len(first))[1] == len(first + second)


def test_an_incomplete_record_is_damaged() -> None:
    member = response_record(response())
    for length in range(len(member)):
        with pytest.raises(DamagedRecord):
            read_record(member[:length])


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not a record",
        b"WARC/1.1\r\nWARC-Type: response\r\n\r\n",
        b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 99\r\n\r\nshort",
        b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: " + b"9" * 9999 + b"\r\n\r\n",
        b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 4\r\n\r\nbody\r\n\r\n",
        b"WARC/1.1\r\nWARC-Type: response\r\nContent-Length: 19\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
        warcinfo("x", AT, "y"),
    ],
)
def test_other_than_response_records_are_damaged(content: bytes) -> None:
    with pytest.raises(DamagedRecord):
        read_record(content if content.startswith(b"\x1f\x8b") else gzip.compress(content))


@given(st.binary() | st.binary().map(gzip.compress) | st.binary().map(b"\x1f\x8b\x08".__add__))
def test_random_bytes_are_damaged(member: bytes) -> None:
    with pytest.raises(DamagedRecord):
        read_record(member)


TOKENS = st.text("abcdefghijklmnopqrstuvwxyz0123456789-_", min_size=1, max_size=20)
RAW_BYTES = st.characters(min_codepoint=0xDC80, max_codepoint=0xDCFF)  # as clients pass them on
VALUES = st.text(st.characters(exclude_categories=["Cc", "Cs"]) | RAW_BYTES, max_size=30)
HEADERS = st.lists(
    st.tuples(TOKENS | st.sampled_from(["content-length", "x-archive-orig-a"]), VALUES), max_size=6
).map(tuple)


def as_kept(value: str) -> str:
    return value.encode("utf-8", "surrogateescape").strip().decode("utf-8", "surrogateescape")


@given(
    st.binary(max_size=4000),
    HEADERS,
    st.integers(100, 599),
    st.booleans(),
    st.datetimes(datetime(1970, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC)),
)
def test_any_response_is_read_back_unchanged(
    body: bytes,
    headers: tuple[tuple[str, str], ...],
    status: int,
    truncated: bool,
    at: datetime,
) -> None:
    page = read_record(
        response_record(response(body, headers, "https://example.com/ü", status, truncated, at))
    )
    assert (page.body, page.status, page.truncated, page.at) == (body, status, truncated, at)
    assert page.url == "https://example.com/ü"
    assert page.headers == tuple((name, as_kept(value)) for name, value in headers)


@given(st.binary(max_size=50))
def test_a_digest_is_the_sha_1_in_base_32(body: bytes) -> None:
    summed = sha1(body, usedforsecurity=False).digest()
    assert payload_digest(body) == f"sha1:{b32encode(summed).decode()}"


def test_headers_that_may_hold_secrets_are_never_archived() -> None:
    secret = ("Set-Cookie", "set-cookie2", "Cookie", "Authorization", "Proxy-Authorization")
    headers = (("server", "nginx"), *((name, "s3cret-horse") for name in secret))
    content, _ = inflate_member(response_record(response(headers=headers)))
    assert b"s3cret-horse" not in content
    assert read_record(response_record(response(headers=headers))).headers == (("server", "nginx"),)


def test_a_record_says_whether_its_page_was_fetched_with_credentials() -> None:
    assert not read_record(response_record(response())).with_login
    assert read_record(response_record(replace(response(), with_login=True))).with_login
