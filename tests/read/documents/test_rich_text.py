from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.document import DocumentPassage, PassageKind, TextDocument
from tidings.model.web.reason import Reason
from tidings.read.documents.rich_text import read_rich_text
from tidings.read.passages.passage_collector import MAX_CHARS

KIND = PassageKind


def read(markup: str | bytes) -> TextDocument:
    body = markup if isinstance(markup, bytes) else markup.encode("ascii")
    found = read_rich_text(b"{\\rtf1\\ansi\\ansicpg1252 " + body + b"}")
    assert isinstance(found, TextDocument), found
    return found


def texts(markup: str | bytes) -> list[str]:
    return [passage.text for passage in read(markup).passages]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        (r"one {\b bold} two", "one bold two"),
        (r"M\'fcller", "Müller"),
        (r"\u20013?\u25991?", "中文"),
        (r"\uc0\u20013\u25991 x", "中文x"),
        (r"\uc2\u20013\'d6\'d0!", "中!"),
        (r"\u-10179?\u-8704?", "😀"),
        (r"\ldblquote so\rdblquote  \emdash  he said", "“so” — he said"),
        (r"a\tab b\line c\~d", "a b c d"),
        (r"\{braces\} and \\", "{braces} and \\"),
        (r"{\field{\*\fldinst HYPERLINK x}{\fldrslt a link}} here", "a link here"),
        (r"seen{\v hidden}{\deleted gone}", "seen"),
        (r"text{\*\unknown aside}{\pict 0f0f0f}{\header head}{\footnote note}", "text"),
        ("before\\bin4 \\}{x after", "before after"),
        ("broken\nlines", "brokenlines"),
    ],
)
def test_text_is_read_as_a_word_processor_shows_it(markup: str, text: str) -> None:
    assert texts(markup) == [text]


def test_bytes_are_read_in_the_code_page_of_their_font() -> None:
    fonts = r"{\fonttbl{\f0\fcharset0 Times;}{\f1\fcharset134 SimSun;}{\f2\fcharset204 Arial;}}"
    text = r"\f0 M\'fc {\f1 \'d6\'d0\'ce\'c4} {\f2 \'cc\'e8\'f0}"
    assert texts(fonts + text) == ["Mü 中文 Мир"]


def test_the_code_page_of_the_document_is_used() -> None:
    found = read_rich_text(rb"{\rtf1\ansi\ansicpg936 \'d6\'d0\par}")
    assert isinstance(found, TextDocument)
    assert found.passages == (DocumentPassage(KIND.PARAGRAPH, "中"),)


def test_headings_lists_and_tables_are_distinguished() -> None:
    styles = r"{\stylesheet{\s0 Normal;}{\s1 heading 1;}{\s2 Title;}{\s3 Quote;}}"
    found = read(
        styles + r"\pard\s2 Bridge\par\pard\s1 Costs\par\pard Text\par"
        r"\pard\ls1\ilvl1{\listtext\pard\plain \bullet\tab}below\par\pard\s3 So.\par"
        r"\trowd\intbl year\cell cost\cell\row\pard\outlinelevel2 Deep\par"
    )
    assert found.headline == "Bridge"
    assert found.passages == (
        DocumentPassage(KIND.HEADING, "Bridge", 1),
        DocumentPassage(KIND.HEADING, "Costs", 1),
        DocumentPassage(KIND.PARAGRAPH, "Text"),
        DocumentPassage(KIND.ITEM, "below", 1),
        DocumentPassage(KIND.QUOTE, "So."),
        DocumentPassage(KIND.ROW, "year\tcost"),
        DocumentPassage(KIND.HEADING, "Deep", 3),
    )


def test_the_metadata_is_read() -> None:
    about = read(
        r"{\info{\title Told {\b title}}{\author Jane Doe;John Roe}{\keywords a, b}{\operator X}"
        r"{\creatim\yr2024\mo3\dy4\hr10\min5}{\revtim\yr2024\mo13\dy4}}Text"
    ).about
    assert about.title == "Told title"
    assert about.authors == ("Jane Doe", "John Roe")
    assert about.keywords == ("a", "b")
    assert about.created == datetime(2024, 3, 4, 10, 5, tzinfo=UTC)
    assert about.modified is None


def test_a_cut_file_gives_its_beginning_and_is_marked() -> None:
    found = read_rich_text(rb"{\rtf1 The beginning\par and then {\b no")
    assert isinstance(found, TextDocument)
    assert [p.text for p in found.passages] == ["The beginning", "and then no"]
    assert found.cut


def test_a_cut_file_without_text_is_damaged() -> None:
    found = read_rich_text(rb"{\rtf1{\fonttbl{\f0 Ti")
    assert isinstance(found, UnreadablePage)
    assert found.reason is Reason.BROKEN


@pytest.mark.parametrize(
    "body",
    [
        b"{" * 300_000,
        b"{\\b " * 300_000,
        b"text " * 200_000,
        b"a\\cell " * 300_000,
        b"x\\par " * 300_000,
    ],
)
def test_too_much_is_cut(body: bytes) -> None:
    found = read_rich_text(b"{\\rtf1 start\\par " + body + b"}")
    assert isinstance(found, TextDocument)
    assert found.cut
    assert sum(len(p.text) for p in found.passages) <= MAX_CHARS


@given(st.text(alphabet="\\{}*'ab0 u9-;\n", max_size=200))
def test_any_markup_gives_a_result(markup: str) -> None:
    assert isinstance(read_rich_text(b"{\\rtf1" + markup.encode()), TextDocument | UnreadablePage)
