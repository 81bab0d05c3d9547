import io
import zlib
from collections.abc import Callable
from datetime import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.lib.styles import getSampleStyleSheet
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Frame,
    PageTemplate,
    Paragraph,
    SimpleDocTemplate,
    Spacer,
)

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.document import PassageKind, TextDocument
from tidings.model.web.reason import Reason
from tidings.read.documents.pdf import pdf_date, read_pdf
from tidings.read.documents.pdfium import MAX_PAGES

STYLES = getSampleStyleSheet()
SENTENCE = "The council decided that evening, after a long debate, what nobody had expected of it. "


def drawn(draw: Callable[[Canvas], None], **options: object) -> bytes:
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(600, 800), **options)
    draw(canvas)
    canvas.save()
    return file.getvalue()


def read(body: bytes) -> TextDocument:
    found = read_pdf(body)
    assert isinstance(found, TextDocument), found
    return found


def texts(found: TextDocument) -> list[str]:
    return [passage.text for passage in found.passages]


def story() -> bytes:
    file = io.BytesIO()
    document = SimpleDocTemplate(file, title="Bridge will be built", author="Jane Doe; John Roe")
    parts = [Paragraph("Bridge will be built", STYLES["Title"])]
    for number in range(4):
        parts += [Paragraph(f"{number}. {SENTENCE * 5}", STYLES["Normal"]), Spacer(1, 8)]
        parts += [Paragraph(f"Section {number}", STYLES["Heading2"])]
    document.build(parts)
    return file.getvalue()


def test_lines_become_paragraphs_and_large_type_headings() -> None:
    found = read(story())
    assert found.headline == "Bridge will be built"
    paragraphs = [p.text for p in found.passages if p.kind is PassageKind.PARAGRAPH]
    assert paragraphs == [f"{number}. {SENTENCE * 5}".strip() for number in range(4)]
    headings = [p.text for p in found.passages if p.kind is PassageKind.HEADING]
    assert headings == ["Bridge will be built", *(f"Section {number}" for number in range(4))]


def test_the_metadata_is_read() -> None:
    about = read(story()).about
    assert about.title == "Bridge will be built"
    assert about.authors == ("Jane Doe", "John Roe")
    assert about.created is not None
    assert about.created.tzinfo is not None


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("D:20240304101530+01'00'", "2024-03-04T10:15:30+01:00"),
        ("D:20240304101530-0730", "2024-03-04T10:15:30-07:30"),
        ("D:20240304101530Z", "2024-03-04T10:15:30+00:00"),
        ("D:20240304", "2024-03-04T00:00:00+00:00"),
        ("2024", "2024-01-01T00:00:00+00:00"),
        ("D:20241304", None),
        ("D:20240304101530+99'00'", None),
        ("yesterday", None),
    ],
)
def test_dates_keep_their_zone(text: str, moment: str | None) -> None:
    assert pdf_date(text) == (datetime.fromisoformat(moment) if moment else None)


def test_two_columns_are_read_one_after_the_other() -> None:
    file = io.BytesIO()
    frames = [Frame(50, 50, 240, 700), Frame(310, 50, 240, 700)]
    document = BaseDocTemplate(file, pagesize=(600, 800))
    document.addPageTemplates(PageTemplate(frames=frames))
    document.build([Paragraph(f"Number {n}. {SENTENCE * 4}", STYLES["Normal"]) for n in range(16)])
    found = " ".join(texts(read(file.getvalue())))
    places = [found.index(f"Number {number}.") for number in range(16)]
    assert places == sorted(places)
    assert SENTENCE * 3 in found


def test_columns_drawn_row_by_row_are_put_in_order() -> None:
    def draw(canvas: Canvas) -> None:
        for row in range(20):
            canvas.drawString(50, 700 - 14 * row, f"left {row} the council decided that night")
            canvas.drawString(320, 700 - 14 * row, f"right {row} what nobody had expected")

    found = " ".join(texts(read(drawn(draw))))
    assert found.index("left 19") < found.index("right 0")


def test_the_cells_of_a_table_stay_in_their_row() -> None:
    def draw(canvas: Canvas) -> None:
        canvas.drawString(50, 750, "The table below shows what the bridge costs in each year.")
        for row in range(5):
            canvas.drawString(50, 700 - 14 * row, f"Year {2020 + row}")
            canvas.drawString(400, 700 - 14 * row, f"{row} million")

    rows = [p.text for p in read(drawn(draw)).passages if p.kind is PassageKind.ROW]
    assert rows == [f"Year {2020 + row}\t{row} million" for row in range(5)]


def test_running_headers_and_page_numbers_are_dropped() -> None:
    def draw(canvas: Canvas) -> None:
        for page in range(4):
            canvas.drawString(50, 780, "The Daily, Monday issue")
            canvas.drawString(300, 20, f"Page {page + 1} of 4")
            for row in range(10):
                canvas.drawString(50, 700 - 14 * row, f"On page {page} line {row} says something.")
            canvas.showPage()

    found = " ".join(texts(read(drawn(draw))))
    assert "The Daily" not in found
    assert "of 4" not in found
    assert "On page 3 line 9 says something." in found


def test_a_title_stays_even_if_it_is_the_header_of_other_pages() -> None:
    def draw(canvas: Canvas) -> None:
        for page in range(4):
            canvas.setFont("Helvetica", 10 if page else 24)
            canvas.drawString(50, 780, "Bridge will be built")
            canvas.setFont("Helvetica", 10)
            for row in range(10):
                canvas.drawString(50, 700 - 14 * row, f"On page {page} line {row} says something.")
            canvas.showPage()

    found = read(drawn(draw))
    assert found.headline == "Bridge will be built"
    assert texts(found).count("Bridge will be built") == 1


def test_hyphens_at_the_end_of_lines_are_removed() -> None:
    def draw(canvas: Canvas) -> None:
        lines = ["The proceed-", "ings of the Rhine-", "Main congress, a well-known and well-",
                 "known event, were published."]  # fmt: skip
        for row, line in enumerate(lines):
            canvas.drawString(50, 700 - 14 * row, line)

    (text,) = texts(read(drawn(draw)))
    assert text == (
        "The proceedings of the Rhine-Main congress, a well-known and well-known event, "
        "were published."
    )


def test_chinese_lines_are_joined_without_spaces() -> None:
    pdfmetrics.registerFont(UnicodeCIDFont("STSong-Light"))
    lines = [
        "市议会星期一晚上经过长时间",
        "辩论之后作出了谁也没有料到",
        "的决定新大桥将耗资两百万元",
    ]

    def draw(canvas: Canvas) -> None:
        canvas.setFont("STSong-Light", 12)
        for row, line in enumerate(lines):
            canvas.drawString(50, 700 - 16 * row, line)

    assert texts(read(drawn(draw))) == ["".join(lines)]


def test_a_stamp_along_the_margin_is_not_text() -> None:
    def draw(canvas: Canvas) -> None:
        for row in range(10):
            canvas.drawString(50, 700 - 14 * row, f"Line {row} of the text says something here.")
        canvas.rotate(90)
        canvas.drawString(200, -30, "a stamp")

    assert "stamp" not in " ".join(texts(read(drawn(draw))))


@pytest.mark.parametrize("turn", [90, 180, 270])
def test_a_rotated_page_is_read_like_an_upright_one(turn: int) -> None:
    def draw(canvas: Canvas) -> None:
        canvas.setPageRotation(turn)
        canvas.translate(*{90: (600, 0), 180: (600, 800), 270: (0, 800)}[turn])
        canvas.rotate(turn)
        for row in range(12):
            canvas.drawString(50, 500 - 14 * row, f"Line {row} of the text,")

    (text,) = texts(read(drawn(draw)))
    assert text.startswith("Line 0 of the text, Line 1 of the text, Line 2")


def test_a_password_gives_a_reason() -> None:
    body = drawn(
        lambda canvas: canvas.drawString(50, 700, SENTENCE), encrypt=StandardEncryption("secret")
    )
    assert read_pdf(body) == UnreadablePage(Reason.ENCRYPTED, "a PDF")


def test_an_owners_password_alone_does_not_lock_readers_out() -> None:
    lock = StandardEncryption("", ownerPassword="secret", canCopy=0)
    body = drawn(lambda canvas: canvas.drawString(50, 700, SENTENCE), encrypt=lock)
    assert texts(read(body)) == [SENTENCE.strip()]


def test_a_scan_gives_a_reason() -> None:
    picture = ImageReader(io.BytesIO(b"P6 2 2 255\n" + bytes(12)))
    body = drawn(lambda canvas: canvas.drawImage(picture, 0, 0, 600, 800))
    assert read_pdf(body) == UnreadablePage(Reason.NO_TEXT, "a PDF of one page")


@pytest.mark.parametrize("body", [b"%PDF-1.7", b"%PDF-1.4\n1 0 obj\n" + b"[" * 10_000])
def test_damage_gives_a_reason(body: bytes) -> None:
    found = read_pdf(body)
    assert isinstance(found, UnreadablePage)
    assert found.reason is Reason.BROKEN


def test_a_long_document_is_cut_and_marked() -> None:
    def draw(canvas: Canvas) -> None:
        for page in range(MAX_PAGES + 5):
            canvas.drawString(50, 700, f"This is what stands on leaf {page}.")
            canvas.showPage()

    found = read(drawn(draw))
    assert found.cut == f"only its first {MAX_PAGES} pages of {MAX_PAGES + 5} were read"
    assert f"leaf {MAX_PAGES}." not in " ".join(texts(found))


def raw(*objects: bytes) -> bytes:
    """Return a PDF of these objects; the first is its root."""
    body = b"%PDF-1.7\n"
    for number, each in enumerate(objects, 1):
        body += b"%d 0 obj\n%s\nendobj\n" % (number, each)
    return body + b"trailer\n<</Size %d/Root 1 0 R>>\n%%%%EOF" % (len(objects) + 1)


def stream(data: bytes, more: bytes = b"") -> bytes:
    return b"<<%s/Length %d>>stream\n%s\nendstream" % (more, len(data), data)


CATALOG = b"<</Type/Catalog/Pages 2 0 R>>"
PAGE = (
    b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Contents 4 0 R"
    b"/Resources<</XObject<</X 5 0 R>>>>>>"
)
KIDS = b"<</Type/Pages/Kids[3 0 R]/Count 1>>"


def test_forms_that_draw_each_other_give_a_reason() -> None:
    form = b"/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X 5 0 R/Y 6 0 R>>>>"
    twice = stream(b"/X Do /Y Do /X Do /Y Do", form)
    found = read_pdf(raw(CATALOG, KIDS, PAGE, stream(b"/X Do"), twice, twice))
    assert isinstance(found, UnreadablePage)
    assert found.reason is Reason.TOO_LARGE


def test_a_bomb_gives_a_reason() -> None:
    inner = zlib.compress(b" " * 100_000_000, 9)
    bomb = stream(zlib.compress(inner * 10, 9), b"/Filter[/FlateDecode/FlateDecode]")
    wide = stream(zlib.compress(b" " * 300_000_000, 1), b"/Filter/FlateDecode")
    for content in (bomb, wide):
        found = read_pdf(raw(CATALOG, KIDS, PAGE, content, stream(b"")))
        assert isinstance(found, UnreadablePage)
        assert found.reason in (Reason.TOO_LARGE, Reason.NO_TEXT)


def test_a_circular_page_tree_terminates() -> None:
    found = read_pdf(raw(CATALOG, b"<</Type/Pages/Kids[2 0 R 2 0 R]/Count 1000>>"))
    assert isinstance(found, UnreadablePage)


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_damage_gives_a_result(data: st.DataObject) -> None:
    body = bytearray(story())
    for _ in range(data.draw(st.integers(0, 20))):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    end = data.draw(st.sampled_from([len(body), len(body) // 2, 20]))
    assert isinstance(read_pdf(bytes(body[:end])), TextDocument | UnreadablePage)
