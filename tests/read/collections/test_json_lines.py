import io
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.read.collections.byte_stream import ByteStream
from tidings.read.collections.json_lines import json_spans, parse_json_line
from tidings.read.collections.record import NoRecord, PageRecord, SkipReason, Span, TextRecord

TEXT = "Words of a text."


def parsed(**fields: Any) -> object:
    return parse_json_line(json.dumps(fields).encode(), "collection", 1000)


def article(**fields: Any) -> TextRecord:
    found = parsed(**{"text": TEXT, **fields})
    assert isinstance(found, TextRecord)
    return found


def spans_of(data: bytes, max_bytes: int = 1000) -> list[Span]:
    return list(json_spans(ByteStream(io.BytesIO(data).read), max_bytes, contents=False))


@pytest.mark.parametrize(
    "value",
    ["2024-03-01T08:00:00Z", 1709280000, 1709280000000, "1709280000",
     {"$date": "2024-03-01T08:00:00Z"}, "Fri, 01 Mar 2024 08:00:00 GMT"],
)  # fmt: skip
def test_dates_may_be_written_in_many_ways(value: object) -> None:
    assert article(date=value).published == datetime(2024, 3, 1, 8, tzinfo=UTC)


@pytest.mark.parametrize("value", [float("inf"), float("nan"), -1e300, True, [], "never", 1e30])
def test_what_is_no_date_is_none(value: object) -> None:
    assert article(date=value).published is None


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("A. Bee", ("A. Bee",)),
        ("A. Bee, C. Dee", ("A. Bee", "C. Dee")),
        (["A. Bee", "C. Dee", "A. Bee"], ("A. Bee", "C. Dee")),
        ([{"name": "A. Bee"}, {"url": None}, 3], ("A. Bee",)),
        ({"name": "A. Bee"}, ("A. Bee",)),
        (7, ()),
    ],
)
def test_authors_may_be_written_in_many_ways(value: object, names: tuple[str, ...]) -> None:
    assert article(author=value).authors == names


def test_text_comes_before_html() -> None:
    assert isinstance(parsed(url="https://a.b/", text=TEXT, html="<p>"), TextRecord)
    page = parsed(url="https://a.b/", html="<p>Grüße", crawl_date=1709280000)
    assert isinstance(page, PageRecord)
    assert (page.body, page.at) == ("<p>Grüße".encode(), datetime(2024, 3, 1, 8, tzinfo=UTC))


def test_a_row_without_an_address_gets_one_by_its_id_or_content() -> None:
    assert article(id="a/b 1").url == "http://collection.invalid/a%2Fb%201"
    assert article(id="WAPO-123").url == "http://wapo.invalid/WAPO-123"
    assert article(url="file:///etc/passwd").url.startswith("http://collection.invalid/")
    assert article().url == article().url != article(title="x").url


def test_what_a_publisher_asked_for_is_kept() -> None:
    found = article(
        rights={"search": False, "noarchive": True, "max_snippet": 9, "with_login": True}
    )
    assert (found.rights.search, found.robots.noarchive, found.robots.max_snippet) == (
        False,
        True,
        9,
    )
    assert found.with_login


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (b"{", SkipReason.BROKEN),
        (b"[1]", SkipReason.BROKEN),
        (b"[" * 100_000, SkipReason.BROKEN),
        (b"\xff{}", SkipReason.BROKEN),
        (b"{}", SkipReason.NO_TEXT),
        (b'{"html": "<p>"}', SkipReason.NO_URL),
    ],
)
def test_rows_that_are_no_articles_say_why(line: bytes, reason: SkipReason) -> None:
    found = parse_json_line(line, "collection", 1000)
    assert isinstance(found, NoRecord)
    assert found.reason is reason


def test_lines_are_found_and_long_ones_passed_over() -> None:
    data = b'{"url": "https://a.b/1"}\n\n{"a": "' + b"x" * 5000 + b'"}\r\n{"url": "https://a.b/2"}'
    spans = spans_of(data)
    assert [(span.url, span.skip) for span in spans] == [
        ("https://a.b/1", None), ("", SkipReason.TOO_LARGE), ("https://a.b/2", None)
    ]  # fmt: skip
    assert data[spans[2].start : spans[2].end] == b'{"url": "https://a.b/2"}'


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)
NAMES = st.sampled_from(["url", "text", "title", "date", "authors", "tags", "rights", "html", "id"])


@given(st.dictionaries(NAMES, JSON))
def test_no_row_is_too_strange(fields: dict[str, object]) -> None:
    line = json.dumps(fields).encode()
    found = parse_json_line(line, "collection", 100)
    if isinstance(found, TextRecord):
        assert found.text.encode()
        assert found.title.encode() or not found.title
    spans_of(line)
