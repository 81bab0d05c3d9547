import io
import zipfile
from collections.abc import Callable

import pytest
from docx import Document
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pptx import Presentation

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.document import DocumentFormat, TextDocument
from tidings.model.web.reason import Reason
from tidings.read.documents.document_formats import is_document, read_document

PROSE = "The council decided that evening, after a long debate, what nobody had expected of it. "
OPEN_TEXT = (
    b'<o:document-content xmlns:o="urn:o" xmlns:text="urn:t"><text:h>Bridge</text:h>'
    b"<text:p>The council decided.</text:p></o:document-content>"
)
META = (
    b'<o:document-meta xmlns:o="urn:o" xmlns:dc="urn:dc"><dc:title>T</dc:title></o:document-meta>'
)


def word() -> bytes:
    document = Document()
    document.add_heading("Bridge", 0)
    document.add_paragraph(PROSE)
    document.add_table(rows=2, cols=2).rows[0].cells[0].text = "cell"
    return saved(document.save)


def slides() -> bytes:
    deck = Presentation()
    deck.slides.add_slide(deck.slide_layouts[0]).shapes.title.text = "Bridge"
    return saved(deck.save)


def opendocument() -> bytes:
    def save(file: io.BytesIO) -> None:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
            archive.writestr("content.xml", OPEN_TEXT)
            archive.writestr("meta.xml", META)

    return saved(save)


def saved(save: Callable[[io.BytesIO], object]) -> bytes:
    file = io.BytesIO()
    save(file)
    return file.getvalue()


WORD, SLIDES, OPEN = word(), slides(), opendocument()
RICH = (
    b"{\\rtf1\\ansi{\\fonttbl{\\f0 T;}}{\\info{\\title X}}\\f0 The council \\u20013? decided.\\par}"
)
MARKDOWN = f"# Bridge\n\n{PROSE}\n\n- [a](b)\n- **c**\n".encode()


@pytest.mark.parametrize(
    ("body", "form"),
    [
        (WORD, DocumentFormat.WORD),
        (SLIDES, DocumentFormat.SLIDES),
        (OPEN, DocumentFormat.OPEN_TEXT),
        (RICH, DocumentFormat.RICH_TEXT),
        (b"\xef\xbb\xbf\n" + RICH, DocumentFormat.RICH_TEXT),
        (MARKDOWN, DocumentFormat.MARKDOWN),
        (PROSE.encode(), DocumentFormat.PLAIN),
        (PROSE.encode("utf-16"), DocumentFormat.PLAIN),
        (PROSE, DocumentFormat.PLAIN),
        ("Less < more, and 5 > 4. a<b", DocumentFormat.PLAIN),
    ],
)
def test_the_bytes_decide_the_format(body: bytes | str, form: DocumentFormat) -> None:
    found = read_document(body)
    assert isinstance(found, TextDocument)
    assert found.format is form


@pytest.mark.parametrize(
    "body",
    [
        b"<!doctype html><p>x",
        b"<html><body>",
        b"\xef\xbb\xbf<HTML>",
        b"text with <b>one tag</b>",
        "<p>%PDF- is how a PDF begins</p>",
        b"<!-- a comment -->text",
        "<html>".encode("utf-16"),
        b'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">',
    ],
)
def test_a_page_is_not_a_document(body: bytes | str) -> None:
    assert read_document(body) is None


def test_the_address_or_the_type_marks_markdown_with_tags() -> None:
    body = "Some text with <b>HTML</b> in it."
    for url, kind in (("https://a.example/README.md?x=1", ""), ("", "text/markdown")):
        found = read_document(body, url, kind)
        assert isinstance(found, TextDocument)
        assert found.format is DocumentFormat.MARKDOWN
    assert read_document(f"<!doctype html>{body}", "https://a.example/README.md") is None


def test_old_and_encrypted_office_documents_give_a_reason() -> None:
    old = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
    found = read_document(old)
    assert isinstance(found, UnreadablePage)
    assert found.reason is Reason.NOT_HTML
    locked = read_document(old + "EncryptedPackage".encode("utf-16-le"))
    assert locked == UnreadablePage(Reason.ENCRYPTED, "an office document")


def test_documents_are_recognised_by_their_first_bytes() -> None:
    assert all(map(is_document, (WORD, SLIDES, OPEN, RICH, b"%PDF-1.4", b"\n\n%PDF-1.4")))
    assert not any(map(is_document, (MARKDOWN, b"<html>%PDF-", b"PK", b"")))


@pytest.mark.parametrize("bit", range(16))
@pytest.mark.parametrize("body", [WORD, SLIDES, OPEN])
def test_any_flag_of_a_part_gives_a_result(body: bytes, bit: int) -> None:
    flagged = bytearray(body)
    at = flagged.find(b"PK\x01\x02")
    while at >= 0:
        flagged[at + 8 + bit // 8] ^= 1 << bit % 8
        at = flagged.find(b"PK\x01\x02", at + 1)
    assert isinstance(read_document(bytes(flagged)), TextDocument | UnreadablePage | None)


@settings(max_examples=300, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_damage_gives_a_result(data: st.DataObject) -> None:
    body = bytearray(data.draw(st.sampled_from([WORD, SLIDES, OPEN, RICH, MARKDOWN])))
    for _ in range(data.draw(st.integers(0, 8))):
        body[data.draw(st.integers(0, len(body) - 1))] ^= 1 << data.draw(st.integers(0, 7))
    end = data.draw(st.one_of(st.just(len(body)), st.integers(0, len(body))))
    found = read_document(bytes(body[:end]))
    assert found is None or isinstance(found, TextDocument | UnreadablePage)


@settings(max_examples=200)
@given(xml=st.text(alphabet='<>/="&; wptrcl\x00é', max_size=200))
def test_any_part_gives_a_result(xml: str) -> None:
    def save(file: io.BytesIO) -> None:
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
            archive.writestr("content.xml", xml.encode())

    assert isinstance(read_document(saved(save)), TextDocument | UnreadablePage)
