import io
from datetime import datetime

from docx import Document
from docx.oxml import OxmlElement, parse_xml
from docx.oxml.ns import nsdecls

from tidings.model.web.document import DocumentFormat, DocumentPassage, PassageKind, TextDocument
from tidings.read.office.office_formats import read_office_file

KIND = PassageKind
MAIN = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def read(document: object) -> TextDocument:
    file = io.BytesIO()
    document.save(file)  # type: ignore[attr-defined]
    found = read_office_file(file.getvalue())
    assert isinstance(found, TextDocument), found
    return found


def test_headings_lists_quotes_and_tables_are_distinguished() -> None:
    document = Document()
    document.add_heading("Bridge will be built", 0)
    document.add_paragraph("The council decided.")
    document.add_heading("What it costs", 2)
    document.add_paragraph("two million", style="List Bullet")
    document.add_paragraph("then that", style="List Number")
    document.add_paragraph("Nobody believed it.", style="Quote")
    table = document.add_table(rows=2, cols=2)
    for place, cell in enumerate(cell for row in table.rows for cell in row.cells):
        cell.text = f"cell {place}"
    found = read(document)
    assert found.format is DocumentFormat.WORD
    assert found.headline == "Bridge will be built"
    assert found.passages == (
        DocumentPassage(KIND.HEADING, "Bridge will be built", 1),
        DocumentPassage(KIND.PARAGRAPH, "The council decided."),
        DocumentPassage(KIND.HEADING, "What it costs", 2),
        DocumentPassage(KIND.ITEM, "two million"),
        DocumentPassage(KIND.NUMBERED, "then that"),
        DocumentPassage(KIND.QUOTE, "Nobody believed it."),
        DocumentPassage(KIND.ROW, "cell 0\tcell 1"),
        DocumentPassage(KIND.ROW, "cell 2\tcell 3"),
    )


def test_the_metadata_is_read() -> None:
    document = Document()
    document.add_paragraph("Text.")
    properties = document.core_properties
    properties.title, properties.author = "Told title", "Jane Doe;John Roe"
    properties.created = datetime(2024, 3, 4, 10)
    properties.modified = datetime(2024, 3, 5, 11)
    properties.keywords, properties.language = "bridge, council", "en-GB"
    about = read(document).about
    assert about.title == "Told title"
    assert about.authors == ("Jane Doe", "John Roe")
    assert (about.created, about.modified) == (
        datetime.fromisoformat("2024-03-04T10:00:00Z"),
        datetime.fromisoformat("2024-03-05T11:00:00Z"),
    )
    assert about.keywords == ("bridge", "council")
    assert about.language == "en-GB"


def test_deleted_text_and_field_codes_are_not_shown() -> None:
    document = Document()
    paragraph = document.add_paragraph("It is ")
    for xml in (
        f"<w:del {nsdecls('w')}><w:r><w:t>not </w:t><w:delText>never </w:delText></w:r></w:del>",
        f"<w:ins {nsdecls('w')}><w:r><w:t>so</w:t></w:r></w:ins>",
        f'<w:r {nsdecls("w")}><w:instrText>HYPERLINK "x"</w:instrText></w:r>',
        f"<w:r {nsdecls('w')}><w:tab/><w:t>indeed</w:t><w:br/><w:t>here</w:t></w:r>",
    ):
        paragraph._p.append(parse_xml(xml))
    assert read(document).passages == (DocumentPassage(KIND.PARAGRAPH, "It is so indeed here"),)


def test_a_table_that_lays_out_the_page_becomes_paragraphs() -> None:
    document = Document()
    cells = document.add_table(rows=1, cols=2).rows[0].cells
    cells[0].text = "A long text. " * 30
    cells[1].text = "Beside it."
    kinds = {passage.kind for passage in read(document).passages}
    assert kinds == {KIND.PARAGRAPH}


def test_a_table_of_contents_is_left_out() -> None:
    document = Document()
    paragraph = document.add_paragraph("Chapter 1 ..... 3")
    style = document.styles.add_style("toc 1", 1)
    paragraph.style = style
    document.add_paragraph("Chapter text.")
    assert [p.text for p in read(document).passages] == ["Chapter text."]


def test_text_in_boxes_is_read_once() -> None:
    box = (
        f"<w:r {nsdecls('w')} xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006'>"
        "<mc:AlternateContent><mc:Choice Requires='wps'><w:txbxContent><w:p><w:r><w:t>In the box"
        "</w:t></w:r></w:p></w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent><w:p><w:r><w:t>"
        "In the box</w:t></w:r></w:p></w:txbxContent></mc:Fallback></mc:AlternateContent></w:r>"
    )
    document = Document()
    document.add_paragraph("Around it.")._p.append(parse_xml(box))
    assert [p.text for p in read(document).passages] == ["In the box", "Around it."]


def test_an_outline_level_alone_makes_a_heading() -> None:
    document = Document()
    paragraph = document.add_paragraph("By outline")
    outline = OxmlElement("w:outlineLvl")
    outline.set(f"{{{MAIN}}}val", "1")
    paragraph._p.get_or_add_pPr().append(outline)
    assert read(document).passages == (DocumentPassage(KIND.HEADING, "By outline", 2),)
