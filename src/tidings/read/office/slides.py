"""PowerPoint slides (OOXML): the visible text in order, with titles as headings."""

from collections.abc import Mapping

from tidings.model.web.document import DocumentFormat, DocumentPassage, PassageKind, TextDocument
from tidings.read.office.package import Package, PartHandler, attribute, read_part
from tidings.read.office.properties import properties_of
from tidings.read.office.relations import relations_of
from tidings.read.passages.passage_collector import ONLY_ITS_BEGINNING, PassageCollector
from tidings.read.passages.table import Tables

_MAX_SLIDES = 300
_TITLES = frozenset({"title", "ctrTitle"})
_MARGINS = frozenset({"sldNum", "dt", "ftr", "hdr"})  # repeated on every slide
_MAX_POINT = 200  # characters; longer list items are paragraphs


class _Order(PartHandler):
    """The slides' relation ids in presentation order."""

    def __init__(self) -> None:
        self.slides: list[str] = []

    def start_element(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "sldId" and len(self.slides) <= _MAX_SLIDES:
            ids = (value for key, value in attributes.items() if key.endswith(" id"))
            self.slides.extend(ids)  # r:id; the other id has no namespace


class _Slide(PartHandler):
    """The text of one slide."""

    skipped = frozenset({"Fallback", "extLst", "timing"})

    def __init__(self, collector: PassageCollector) -> None:
        self.title = ""
        self._tables = Tables(collector)
        self._placeholder = ""  # type of the placeholder that the open shape fills, if any
        self._level = 0
        self._parts: list[str] = []
        self._in_text = self._hidden = False

    def start_element(self, name: str, attributes: Mapping[str, str]) -> None:
        match name:
            case "sld":
                self._hidden = attribute(attributes, "show") in ("0", "false")
            case "sp" | "graphicFrame" | "cxnSp":
                self._placeholder = ""
            case "ph":
                self._placeholder = attribute(attributes, "type") or "body"
            case "p":
                self._parts, self._level = [], 0
            case "pPr":
                level = attribute(attributes, "lvl")
                self._level = int(level) if level in tuple("12345678") else 0
            case "t":
                self._in_text = True
            case "br" | "tab":
                self._parts.append(" ")
            case "tr" | "tc":
                self._tables.open(name)

    def characters(self, text: str) -> None:
        if self._in_text:
            self._parts.append(text)

    def end_element(self, name: str) -> None:
        match name:
            case "t":
                self._in_text = False
            case "p":
                self._end("".join(self._parts))
                self._parts = []
            case "tr" | "tc":
                self._tables.close(name)

    def _end(self, text: str) -> None:
        if self._hidden or self._placeholder in _MARGINS:
            return
        if self._placeholder in _TITLES:
            self.title = self.title or text.strip()
            self._tables.add(DocumentPassage(PassageKind.HEADING, text, 2))
        elif self._placeholder == "body" and len(text) <= _MAX_POINT:
            self._tables.add(DocumentPassage(PassageKind.ITEM, text, self._level))
        else:
            self._tables.add(DocumentPassage(PassageKind.PARAGRAPH, text))


def read_slides(package: Package, part: str, properties: str) -> TextDocument:
    """Return the visible text of a presentation, without hidden slides and notes."""
    order, collector = _Order(), PassageCollector()
    read_part(package, part, order)
    targets = relations_of(package, part).by_id
    parts = [targets[slide] for slide in order.slides if slide in targets]
    headline, is_whole = "", len(parts) <= _MAX_SLIDES
    for name in parts[:_MAX_SLIDES]:
        slide = _Slide(collector)
        complete = read_part(package, name, slide)
        headline = headline or slide.title
        if not complete:
            is_whole = False
            break
    return TextDocument(
        DocumentFormat.SLIDES,
        tuple(collector.passages),
        properties_of(package, properties),
        headline,
        "" if is_whole else ONLY_ITS_BEGINNING,
    )
