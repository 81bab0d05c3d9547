from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from tidings.extract.article import extract
from tidings.extract.document import extract_document
from tidings.extract.document_title import metadata_title
from tidings.model.articles.article import Extraction
from tidings.model.web.document import (
    DocumentFormat,
    DocumentMetadata,
    DocumentPassage,
    PassageKind,
    TextDocument,
)
from tidings.model.web.page import PageKind
from tidings.model.web.rights import RobotsMeta

KIND = PassageKind
SENTENCE = "The council decided that evening, after a long debate, what nobody had expected of it."
TEXT = DocumentPassage(KIND.PARAGRAPH, " ".join([SENTENCE] * 5))
MADE = datetime(2024, 3, 4, 10, tzinfo=UTC)
LETTER = TextDocument(
    DocumentFormat.WORD,
    (DocumentPassage(KIND.HEADING, "Bridge will be built", 1), TEXT),
    DocumentMetadata(
        title="Bridge will be built", authors=("Jane Doe",), created=MADE, keywords=("bridge",)
    ),
    headline="Bridge will be built",
)


def with_about(**fields: object) -> TextDocument:
    return replace(LETTER, about=replace(LETTER.about, **fields))  # type: ignore[arg-type]


def test_a_document_with_text_is_an_article() -> None:
    found = extract_document(LETTER)
    assert found.kind is PageKind.ARTICLE
    assert found.title == "Bridge will be built"
    assert found.text == TEXT.text
    assert (found.published, found.modified) == (MADE, None)
    assert found.authors == ("Jane Doe",)
    assert found.language == "en"
    assert found.tags == ("bridge",)
    assert dict(found.signals)["published"] == "metadata"


def test_the_reader_view_has_headings_lists_and_tables() -> None:
    passages = (
        TEXT,
        DocumentPassage(KIND.HEADING, "Costs <b>", 3),
        DocumentPassage(KIND.ITEM, "one"),
        DocumentPassage(KIND.ITEM, "two"),
        DocumentPassage(KIND.NUMBERED, "three"),
        DocumentPassage(KIND.ROW, "year\tcost"),
        DocumentPassage(KIND.QUOTE, "So."),
        DocumentPassage(KIND.CODE, "a\n  b"),
    )
    html = extract_document(replace(LETTER, passages=passages)).html
    assert html.endswith(
        "</p><h3>Costs &lt;b&gt;</h3><ul><li>one</li><li>two</li></ul><ol><li>three</li></ol>"
        "<table><tr><td>year</td><td>cost</td></tr></table>"
        "<blockquote><p>So.</p></blockquote><pre>a\n  b</pre>"
    )


@pytest.mark.parametrize(
    ("passages", "reason"),
    [
        ((DocumentPassage(KIND.PARAGRAPH, "Closed today."),), "too short for an article"),
        (
            (DocumentPassage(KIND.PARAGRAPH, "x = y + 1; " * 200),),
            "a listing rather than sentences",
        ),
        (
            tuple(DocumentPassage(KIND.ROW, f"{n}\t{n * n}\tyen") for n in range(200)),
            "a listing rather than sentences",
        ),
    ],
)
def test_a_document_without_sentences_is_not_an_article(
    passages: tuple[DocumentPassage, ...], reason: str
) -> None:
    found = extract_document(replace(LETTER, passages=passages))
    assert found.kind is PageKind.VALUELESS
    assert reason in found.verdict.reasons
    assert found.html == ""


def test_chinese_needs_fewer_letters() -> None:
    text = (
        "市议会星期一晚上经过长时间辩论之后作出了谁也没有料到的决定。新大桥将耗资两百万元，预计明年动工。"
        * 2
    )
    found = extract_document(replace(LETTER, passages=(DocumentPassage(KIND.PARAGRAPH, text),)))
    assert found.kind is PageKind.ARTICLE
    assert found.language == "zh"


@pytest.mark.parametrize(
    ("declared", "title"),
    [
        ("Microsoft Word - x.doc", ""),
        ("Microsoft Word - Bridge will be built", "Bridge will be built"),
        ("untitled", ""),
        ("Untitled-1", ""),
        ("PowerPoint Presentation", ""),
        ("report_final_v2.indd", ""),
        ("20240304_press_release_bridge", ""),
        ("1234", ""),
        ("Document1", ""),
        ("The bridge", "The bridge"),
        ("大桥", "大桥"),
    ],
)
def test_titles_written_by_programs_are_ignored(declared: str, title: str) -> None:
    assert metadata_title(declared) == title


def test_the_headline_outranks_a_title_that_the_document_does_not_show() -> None:
    assert (
        extract_document(with_about(title="Template for letters")).title == "Bridge will be built"
    )


def test_without_a_headline_the_metadata_is_used() -> None:
    bare = replace(with_about(title="Declared title"), headline="", passages=(TEXT,))
    assert extract_document(bare).title == "Declared title"


def test_the_title_may_come_from_the_address() -> None:
    bare = TextDocument(DocumentFormat.PDF, (TEXT,))
    url = "https://a.example/files/new-bridge-for-town.pdf"
    assert extract_document(bare, url).title == "new bridge for town"
    assert extract_document(bare).title.startswith("The council decided")


def test_a_title_in_several_lines_is_removed_from_the_text() -> None:
    head = (
        DocumentPassage(KIND.HEADING, "Bridge will", 2),
        DocumentPassage(KIND.HEADING, "be built", 2),
    )
    assert extract_document(replace(LETTER, passages=(*head, TEXT))).text == TEXT.text


@pytest.mark.parametrize("name", ["admin", "Microsoft Office User", "user1", "DOMAIN\\jd", "Owner"])
def test_accounts_are_not_authors(name: str) -> None:
    assert extract_document(with_about(authors=(name,))).authors == ()


def test_an_old_date_needs_a_second_source() -> None:
    seen = MADE + timedelta(days=300)
    assert extract_document(LETTER, seen=seen).published is None
    dated = replace(LETTER, passages=(DocumentPassage(KIND.PARAGRAPH, "4 March 2024"), TEXT))
    assert extract_document(dated, seen=seen).published == MADE
    address = "https://a.example/2024/03/04/letter.docx"
    assert extract_document(LETTER, address, seen=seen).published == MADE
    assert extract_document(LETTER, seen=MADE + timedelta(days=1)).published == MADE
    assert extract_document(LETTER, seen=seen, dated=MADE).published == MADE


def test_a_later_change_is_given() -> None:
    later = MADE + timedelta(hours=5)
    assert extract_document(with_about(modified=later)).modified == later


def test_headers_forbid_indexing_documents_too() -> None:
    assert extract_document(LETTER, "", ["noindex"]).robots == RobotsMeta(noindex=True)


def test_what_was_cut_is_among_the_reasons() -> None:
    found = extract_document(replace(LETTER, cut="only its first 100 pages of 300 were read"))
    assert "only its first 100 pages of 300 were read" in found.verdict.reasons


def test_extract_reads_documents_too() -> None:
    text = f"# Bridge will be built\n\n{TEXT.text}\n\n- **one**\n- two\n"
    found = extract(text.encode())
    assert isinstance(found, Extraction)
    assert found.title == "Bridge will be built"
    assert "<ul><li>one</li><li>two</li></ul>" in found.html
