"""Slides (PowerPoint, OOXML): what stands on them in their order, each title a heading."""

from collections.abc import Mapping

from tidings.model.web.document import DocumentFormat, DocumentPassage, PassageKind, TextDocument
from tidings.read.office.package import Package, PartHandler, attribute, read_part
from tidings.read.office.properties import properties_of
from tidings.read.office.relations import relations_of
from tidings.read.passages.passage_collector import ONLY_ITS_BEGINNING, PassageCollector
from tidings.read.passages.table import Tables

_MAX_SLIDES = 300
_TITLES = frozenset({"title", "ctrTitle"})
_MARGINS = frozenset({"sldNum", "dt", "ftr", "hdr"})  # what stands on every slide
_MAX_POINT = 200  # characters; longer ones are text, whatever bullet stands before them


class _Order(PartHandler):
    """The slides' relations in the order of the show."""

    def __init__(self) -> None:
        self.slides: list[str] = []

    def opened(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "sldId" and len(self.slides) <= _MAX_SLIDES:
            ids = (value for key, value in attributes.items() if key.endswith(" id"))
            self.slides.extend(ids)  # r:id; the other id has no namespace


class _Slide(PartHandler):
    """The text of one slide."""

    skipped = frozenset({"Fallback", "extLst", "timing"})

    def __init__(self, galley: PassageCollector) -> None:
        self.title = ""
        self._tables = Tables(galley)
        self._place = ""  # which placeholder the open shape fills, if any
        self._level = 0
        self._parts: list[str] = []
        self._taking = self._hidden = False

    def opened(self, name: str, attributes: Mapping[str, str]) -> None:
        match name:
            case "sld":
                self._hidden = attribute(attributes, "show") in ("0", "false")
            case "sp" | "graphicFrame" | "cxnSp":
                self._place = ""
            case "ph":
                self._place = attribute(attributes, "type") or "body"
            case "p":
                self._parts, self._level = [], 0
            case "pPr":
                level = attribute(attributes, "lvl")
                self._level = int(level) if level in tuple("12345678") else 0
            case "t":
                self._taking = True
            case "br" | "tab":
                self._parts.append(" ")
            case "tr" | "tc":
                self._tables.opened(name)

    def said(self, text: str) -> None:
        if self._taking:
            self._parts.append(text)

    def closed(self, name: str) -> None:
        match name:
            case "t":
                self._taking = False
            case "p":
                self._end("".join(self._parts))
                self._parts = []
            case "tr" | "tc":
                self._tables.closed(name)

    def _end(self, text: str) -> None:
        if self._hidden or self._place in _MARGINS:
            return
        if self._place in _TITLES:
            self.title = self.title or text.strip()
            self._tables.add(DocumentPassage(PassageKind.HEADING, text, 2))
        elif self._place == "body" and len(text) <= _MAX_POINT:
            self._tables.add(DocumentPassage(PassageKind.ITEM, text, self._level))
        else:
            self._tables.add(DocumentPassage(PassageKind.PARAGRAPH, text))


def read_slides(package: Package, part: str, properties: str) -> TextDocument:
    """Return what the slides of a presentation show; hidden ones and notes are left out."""
    order, galley = _Order(), PassageCollector()
    read_part(package, part, order)
    targets = relations_of(package, part).by_id
    parts = [targets[slide] for slide in order.slides if slide in targets]
    headline, whole = "", len(parts) <= _MAX_SLIDES
    for name in parts[:_MAX_SLIDES]:
        slide = _Slide(galley)
        complete = read_part(package, name, slide)
        headline = headline or slide.title
        if not complete:
            whole = False
            break
    return TextDocument(
        DocumentFormat.SLIDES,
        tuple(galley.passages),
        properties_of(package, properties),
        headline,
        "" if whole else ONLY_ITS_BEGINNING,
    )
