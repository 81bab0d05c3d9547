import io
import zipfile

import pytest
from odfdo import Document, Header, List, Paragraph, Table

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.document import DocumentFormat, DocumentPassage, PassageKind, TextDocument
from tidings.model.web.reason import Reason
from tidings.read.office.office_formats import read_office_file

KIND = PassageKind
TEXT = b"application/vnd.oasis.opendocument.text"
HEAD = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" '
    'xmlns:presentation="urn:oasis:names:tc:opendocument:xmlns:presentation:1.0" '
    'xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0">'
)


def package(parts: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def content(body: str, mimetype: bytes = TEXT) -> bytes:
    xml = f"{HEAD}<office:body>{body}</office:body></office:document-content>"
    return package({"mimetype": mimetype, "content.xml": xml.encode()})


def read(body: bytes) -> TextDocument:
    found = read_office_file(body)
    assert isinstance(found, TextDocument), found
    return found


def test_a_text_by_another_program_is_read() -> None:
    document = Document("text")
    document.body.clear()
    document.body.append(Header(1, "Bridge will be built"))
    document.body.append(Paragraph("The council decided."))
    document.body.append(List(["two million", "three million"]))
    table = Table("Costs", width=2, height=1)
    table.set_value("A1", "year")
    table.set_value("B1", "cost")
    document.body.append(table)
    document.meta.title = "Told title"
    document.meta.initial_creator = "Jane Doe"
    file = io.BytesIO()
    document.save(file)
    found = read(file.getvalue())
    assert found.format is DocumentFormat.OPEN_TEXT
    assert found.passages == (
        DocumentPassage(KIND.HEADING, "Bridge will be built", 1),
        DocumentPassage(KIND.PARAGRAPH, "The council decided."),
        DocumentPassage(KIND.ITEM, "two million"),
        DocumentPassage(KIND.ITEM, "three million"),
        DocumentPassage(KIND.ROW, "year\tcost"),
    )
    assert found.about.title == "Told title"
    assert found.about.authors == ("Jane Doe",)
    assert found.about.created is not None


def test_styles_mark_the_title_and_quotes() -> None:
    styles = (
        '<style:style style:name="P1" style:parent-style-name="Title"/>'
        '<style:style style:name="P2" style:parent-style-name="Quotations"/>'
    )
    body = '<text:p text:style-name="P1">Bridge</text:p><text:p text:style-name="P2">So.</text:p>'
    found = read(content(styles + body))
    assert found.headline == "Bridge"
    assert found.passages == (
        DocumentPassage(KIND.HEADING, "Bridge", 1),
        DocumentPassage(KIND.QUOTE, "So."),
    )


def test_spaces_tabs_and_breaks_separate_words_and_notes_are_left_out() -> None:
    body = (
        '<text:p>one<text:s text:c="3"/>two<text:tab/>three<text:line-break/>four'
        "<text:note><text:p>a note</text:p></text:note></text:p>"
        "<text:tracked-changes><text:p>deleted</text:p></text:tracked-changes>"
    )
    assert [p.text for p in read(content(body)).passages] == ["one two three four"]


def test_numbered_lists_are_recognised_by_their_style() -> None:
    body = (
        '<text:list-style style:name="L1"><text:list-level-style-number text:level="1"/>'
        '</text:list-style><text:list text:style-name="L1"><text:list-item><text:p>one</text:p>'
        "<text:list><text:list-item><text:p>below</text:p></text:list-item></text:list>"
        "</text:list-item></text:list>"
    )
    assert read(content(body)).passages == (
        DocumentPassage(KIND.NUMBERED, "one"),
        DocumentPassage(KIND.NUMBERED, "below", 1),
    )


def test_a_presentation_has_its_titles_as_headings() -> None:
    body = (
        '<draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>Title</text:p>'
        "</draw:text-box></draw:frame><draw:frame><draw:text-box><text:p>Text</text:p>"
        "</draw:text-box></draw:frame></draw:page>"
    )
    found = read(content(body, b"application/vnd.oasis.opendocument.presentation"))
    assert found.format is DocumentFormat.OPEN_SLIDES
    assert found.headline == "Title"
    assert found.passages == (
        DocumentPassage(KIND.HEADING, "Title", 2),
        DocumentPassage(KIND.PARAGRAPH, "Text"),
    )


def test_an_encrypted_document_gives_a_reason() -> None:
    manifest = (
        b'<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        b"<m:file-entry><m:encryption-data/></m:file-entry></m:manifest>"
    )
    parts = {"mimetype": TEXT, "META-INF/manifest.xml": manifest, "content.xml": b"\x00\x01"}
    found = read_office_file(package(parts))
    assert isinstance(found, UnreadablePage)
    assert found.reason is Reason.ENCRYPTED


@pytest.mark.parametrize(
    ("mimetype", "detail"),
    [
        (b"application/vnd.oasis.opendocument.spreadsheet", "a spreadsheet"),
        (b"application/epub+zip", "an e-book"),
    ],
)
def test_other_packages_are_named(mimetype: bytes, detail: str) -> None:
    found = read_office_file(package({"mimetype": mimetype}))
    assert found == UnreadablePage(Reason.NOT_HTML, detail)


def test_a_package_without_its_content_is_damaged() -> None:
    found = read_office_file(package({"mimetype": TEXT}))
    assert isinstance(found, UnreadablePage)
    assert found.reason is Reason.BROKEN
