import io
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.read.collections.byte_stream import ByteStream
from tidings.read.collections.record import NoRecord, PageRecord, SkipReason, Span, TextRecord
from tidings.read.collections.trec_text import parse_trec_text
from tidings.read.collections.trec_web import parse_trec_web, trec_spans

WEB = (
    b"<DOC>\n<DOCNO>GX000-00-0</DOCNO>\n<DOCHDR>\n"
    b"http://sgra.jpl.nasa.gov/ 128.149.33.57 20011231030000 text/html 42\n"
    b"HTTP/1.1 200 OK\nDate: Tue, 09 Dec 2003 21:21:33 GMT\nContent-Type: text/html\n</DOCHDR>\n"
    b"<html><p>Words</p></html>\n</DOC>\n"
)


def spans_of(data: bytes, max_bytes: int = 10_000) -> list[Span]:
    return list(trec_spans(ByteStream(io.BytesIO(data).read), max_bytes, contents=True))


def text_of(source: str) -> TextRecord:
    found = parse_trec_text(source.encode(), "collection")
    assert isinstance(found, TextRecord)
    return found


def test_a_page_has_the_address_and_the_date_of_its_header() -> None:
    (span,) = spans_of(WEB)
    assert (span.url, span.at) == (
        "http://sgra.jpl.nasa.gov/",
        datetime(2001, 12, 31, 3, tzinfo=UTC),
    )
    page = parse_trec_web(span.content, 1000)
    assert isinstance(page, PageRecord)
    assert (page.body, page.address) == (b"<html><p>Words</p></html>", "128.149.33.57")
    assert ("content-type", "text/html") in page.headers


def test_without_digits_the_servers_date_counts() -> None:
    (span,) = spans_of(WEB.replace(b"20011231030000", b"x"))
    assert span.at == datetime(2003, 12, 9, 21, 21, 33, tzinfo=UTC)


def test_other_answers_are_no_pages() -> None:
    found = parse_trec_web(WEB.replace(b"200 OK", b"404 No").strip(), 1000)
    assert isinstance(found, NoRecord)
    assert found.reason is SkipReason.BAD_STATUS


def test_a_record_without_an_end_does_not_take_the_next_one_with_it() -> None:
    spans = spans_of(WEB.replace(b"</DOC>\n", b"") + WEB)
    assert [span.skip for span in spans] == [SkipReason.BROKEN, None]


def test_a_record_that_is_too_large_is_passed_over() -> None:
    large = WEB.replace(b"Words", b"x" * 50_000)
    assert [span.skip for span in spans_of(large + WEB)] == [SkipReason.TOO_LARGE, None]


@pytest.mark.parametrize(
    ("source", "published", "title", "authors"),
    [
        ("<DOC><DOCNO> WSJ870324-0001 </DOCNO><HL> John Blair Is Near Accord\n To Sell Unit </HL>"
         "<DD> 03/24/87</DD><SO> WALL STREET JOURNAL (J)</SO><TEXT>Words.</TEXT></DOC>",
         (1987, 3, 24), "John Blair Is Near Accord To Sell Unit", ()),
        ("<DOC><DOCNO>FT911-3</DOCNO><DATE>910514\n</DATE><HEADLINE>\nFT  14 MAY 91 / Contigas\n"
         "</HEADLINE><BYLINE>\n   By DAVID GOODHART\n</BYLINE><TEXT>\nWords.\n</TEXT></DOC>",
         (1991, 5, 14), "Contigas", ("DAVID GOODHART",)),
        ("<DOC><DOCNO> LA010189-0001 </DOCNO><DATE><P>January 1, 1989, Sunday, Home Edition</P>"
         "</DATE><HEADLINE><P>NEW YEAR</P></HEADLINE><TEXT><P>Words.</P></TEXT></DOC>",
         (1989, 1, 1), "NEW YEAR", ()),
        ("<DOC><DOCNO> FBIS3-1 </DOCNO><HT> \"cr00\" </HT><DATE1>  14 March 1994 </DATE1>"
         "<H3> <TI>POLITICIANS, PARTY PREFERENCES </TI></H3><TEXT>Words.</TEXT></DOC>",
         (1994, 3, 14), "POLITICIANS, PARTY PREFERENCES", ()),
        ("<DOC><DOCNO> XIE19980601.0001 </DOCNO><DATE_TIME> 1998-06-01 </DATE_TIME><BODY>"
         "<HEADLINE> News </HEADLINE><TEXT><P>Words.</P></TEXT></BODY></DOC>",
         (1998, 6, 1), "News", ()),
        ('<DOC id="AFP_ENG_20041001.0001" type="story"><HEADLINE>News</HEADLINE><TEXT><P>Words.'
         "</P></TEXT></DOC>", (2004, 10, 1), "News", ()),
        ("<DOC><DOCNO> LA010189-0001 </DOCNO><HEADLINE>N</HEADLINE><TEXT>Words.</TEXT></DOC>",
         (1989, 1, 1), "N", ()),
    ],
)  # fmt: skip
def test_newspapers_are_read_as_they_write(
    source: str, published: tuple[int, int, int], title: str, authors: tuple[str, ...]
) -> None:
    found = text_of(source)
    assert found.published is not None
    day = found.published
    assert (day.year, day.month, day.day) == published
    assert (found.title, found.authors, found.text) == (title, authors, "Words.")


def test_paragraphs_are_kept_and_entities_are_characters() -> None:
    found = text_of(
        "<DOC><DOCNO>AP1</DOCNO><TEXT>\n   AT&amp;T said\nso.\n   More &lt;b&gt;.\n\nLast.</TEXT>"
        "</DOC>"
    )
    assert found.text == "AT&T said so.\nMore <b>.\nLast."


def test_no_entity_of_a_document_type_is_expanded() -> None:
    source = (
        '<!DOCTYPE DOC [<!ENTITY a "aaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>'
        "<DOC><DOCNO>AP1</DOCNO><TEXT>&a; &b;</TEXT></DOC>"
    )
    assert text_of(source).text == "&a; &b;"


def test_records_with_ids_are_found() -> None:
    data = b'<DOC id="AFP_1" type="story">\n<TEXT>One</TEXT></DOC>\n<DOC id="AFP_2" >Two</DOC>'
    assert [span.url for span in spans_of(data)] == ["AFP_1", "AFP_2"]


@given(st.lists(st.sampled_from([b"<DOC>", b"</DOC>", b"<doc", b"<DOCNO>1</DOCNO>", b"<TEXT>",
       b"</TEXT>", b"<DOCHDR>", b"http://a.b/ 1 20011231030000", b"</DOCHDR>", b"x" * 90, b"\xff",
       b"<DATE>", b"</DATE>", b"99999999", b"&#x110000;"])))  # fmt: skip
def test_no_markup_is_too_strange(parts: list[bytes]) -> None:
    data = b"".join(parts)
    end = 0
    for span in spans_of(data, 200):
        assert end <= span.start < len(data)  # each after the one before
        assert span.content in data
        end = span.start + len(span.content)
        page = parse_trec_web(span.content, 50)
        assert isinstance(page, NoRecord | PageRecord)
        assert isinstance(page, NoRecord) or len(page.body) <= 50
        text = parse_trec_text(span.content, "collection")
        assert isinstance(text, TextRecord | NoRecord)
