import io
import zipfile
from collections.abc import Mapping

import pytest

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.document import TextDocument
from tidings.model.web.reason import Reason
from tidings.read.office.office_formats import read_office_file
from tidings.read.office.package import DocumentRefusal, Package, PartHandler, read_part
from tidings.read.passages.passage_collector import MAX_CHARS

RELATIONS = (
    b'<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    b'<Relationship Id="r1" Type="http://x/officeDocument" Target="word/document.xml"/>'
    b"</Relationships>"
)
WORD = b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'


def package(parts: Mapping[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return file.getvalue()


def word(xml: bytes) -> bytes:
    return package({"_rels/.rels": RELATIONS, "word/document.xml": xml})


def test_a_text_bomb_is_cut_and_marked() -> None:
    paragraph = b"<w:p><w:r><w:t>" + b"word " * 1000 + b"</w:t></w:r></w:p>"
    body = word(WORD + paragraph * 20_000 + b"</w:document>")
    assert len(body) < 1_000_000
    found = read_office_file(body)
    assert isinstance(found, TextDocument)
    assert sum(len(p.text) for p in found.passages) <= MAX_CHARS
    assert found.cut


@pytest.mark.parametrize(
    "xml",
    [
        WORD + b" " * 100_000_000,
        WORD + b"<w:p/>" * 3_000_000,
        WORD + b"<w:tbl>" * 500_000,
        WORD + b"<w:p><w:r><w:t>" + b"x" * 60_000_000,
        WORD + b"<w:tr><w:tc>" + b"<w:p><w:r><w:t>abc</w:t></w:r></w:p>" * 1_000_000,
    ],
    ids=["blanks", "elements", "depth", "one text", "one cell"],
)
def test_endless_bombs_are_cut(xml: bytes) -> None:
    found = read_office_file(word(xml))
    assert isinstance(found, TextDocument)
    assert found.cut


@pytest.mark.parametrize(
    "declaration",
    [
        b'<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;&a;">]>',
        b'<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]>',
        b'<!DOCTYPE d [<!ENTITY % x SYSTEM "http://127.0.0.1/x"> %x;]>',
    ],
)
def test_entities_are_refused(declaration: bytes) -> None:
    text = b"<w:p><w:r><w:t>&b;&x;</w:t></w:r></w:p></w:document>"
    found = read_office_file(word(declaration + WORD + text))
    assert found == UnreadablePage(Reason.BROKEN, "a part that declares its own entities")


def test_thousands_of_parts_are_too_many() -> None:
    found = read_office_file(package({f"{number}": b"" for number in range(6_000)}))
    assert isinstance(found, UnreadablePage)
    assert found.reason is Reason.TOO_LARGE


def test_a_package_within_a_package_is_not_opened() -> None:
    inner = word(WORD + b"</w:document>")
    assert read_office_file(package({"inner.docx": inner})) == UnreadablePage(
        Reason.NOT_HTML, "a ZIP archive"
    )


def test_an_encrypted_part_gives_a_reason() -> None:
    body = bytearray(package({"mimetype": b"x", "a": b"b"}, zipfile.ZIP_STORED))
    for mark, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        body[body.find(mark) + offset] |= 1
    with pytest.raises(DocumentRefusal) as refused:
        Package(bytes(body)).head("mimetype", 10)
    assert refused.value.reason is Reason.ENCRYPTED


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_unusual_compressions_are_refused(method: int) -> None:
    body = package({"_rels/.rels": RELATIONS}, method)
    found = read_office_file(body)
    assert isinstance(found, UnreadablePage)
    assert found.reason is Reason.BROKEN


@pytest.mark.parametrize("body", [b"PK\x03\x04", word(WORD + b"</w:document>")[:-30]])
def test_a_cut_package_is_damaged(body: bytes) -> None:
    found = read_office_file(body)
    assert isinstance(found, UnreadablePage)
    assert found.reason is Reason.BROKEN


def test_bad_xml_is_damage() -> None:
    found = read_office_file(word(WORD + b"<w:p></w:q>"))
    assert found == UnreadablePage(Reason.BROKEN, "a part that is not well-formed XML")


def test_a_missing_part_gives_no_events() -> None:
    assert read_part(Package(package({"a": b""})), "b", PartHandler())


def test_a_spreadsheet_is_named() -> None:
    relations = RELATIONS.replace(b"word/document.xml", b"xl/workbook.xml")
    found = read_office_file(package({"_rels/.rels": relations, "xl/workbook.xml": b"<x/>"}))
    assert found == UnreadablePage(Reason.NOT_HTML, "a spreadsheet or drawing")
