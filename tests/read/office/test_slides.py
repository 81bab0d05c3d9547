import io

from pptx import Presentation
from pptx.util import Inches

from tidings.model.web.document import DocumentFormat, DocumentPassage, PassageKind, TextDocument
from tidings.read.office.office_formats import read_office_file

KIND = PassageKind


def read(deck: object) -> TextDocument:
    file = io.BytesIO()
    deck.save(file)  # type: ignore[attr-defined]
    found = read_office_file(file.getvalue())
    assert isinstance(found, TextDocument), found
    return found


def test_slides_are_read_in_presentation_order() -> None:
    deck = Presentation()
    for number in (1, 2):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        slide.shapes.title.text = f"Title {number}"
        frame = slide.placeholders[1].text_frame
        frame.text = "a point"
        below = frame.add_paragraph()
        below.text, below.level = "below it", 1
    order = deck.slides._sldIdLst
    order.append(order[0])  # the first one becomes the last
    found = read(deck)
    assert found.format is DocumentFormat.SLIDES
    assert found.headline == "Title 2"
    assert found.passages == (
        DocumentPassage(KIND.HEADING, "Title 2", 2),
        DocumentPassage(KIND.ITEM, "a point"),
        DocumentPassage(KIND.ITEM, "below it", 1),
        DocumentPassage(KIND.HEADING, "Title 1", 2),
        DocumentPassage(KIND.ITEM, "a point"),
        DocumentPassage(KIND.ITEM, "below it", 1),
    )


def test_boxes_and_tables_are_read_and_hidden_slides_are_not() -> None:
    deck = Presentation()
    slide = deck.slides.add_slide(deck.slide_layouts[6])
    box = slide.shapes.add_textbox(Inches(1), Inches(1), Inches(2), Inches(1))
    box.text_frame.text = "In a box"
    table = slide.shapes.add_table(1, 2, Inches(1), Inches(3), Inches(2), Inches(1)).table
    table.cell(0, 0).text, table.cell(0, 1).text = "year", "cost"
    hidden = deck.slides.add_slide(deck.slide_layouts[0])
    hidden.shapes.title.text = "Not shown"
    hidden._element.set("show", "0")
    assert read(deck).passages == (
        DocumentPassage(KIND.PARAGRAPH, "In a box"),
        DocumentPassage(KIND.ROW, "year\tcost"),
    )


def test_the_metadata_is_read() -> None:
    deck = Presentation()
    deck.core_properties.title = "Told title"
    deck.core_properties.author = "Jane Doe"
    about = read(deck).about
    assert (about.title, about.authors) == ("Told title", ("Jane Doe",))
