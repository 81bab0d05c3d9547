"""Word documents (OOXML): the text that Word shows, with headings, lists and tables."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from tidings.model.web.document import DocumentFormat, DocumentPassage, PassageKind, TextDocument
from tidings.read.office.package import Package, PartHandler, attribute, read_part
from tidings.read.office.properties import properties_of
from tidings.read.passages.passage_collector import ONLY_ITS_BEGINNING, PassageCollector
from tidings.read.passages.table import Tables

_HEADING = re.compile(r"heading (\d)")
_MAX_ANCESTORS = 10


@dataclass(slots=True)
class _Style:
    """A paragraph style; files store its English name, whatever language Word shows."""

    name: str = ""
    parent: str = ""
    outline: int | None = None
    numbering: str = ""


class _Styles(PartHandler):
    """The styles by id."""

    skipped = frozenset({"latentStyles", "docDefaults", "rPr", "tblPr", "tblStylePr"})

    def __init__(self) -> None:
        self.by_id: dict[str, _Style] = {}
        self._open = _Style()

    def start_element(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "style":
            self._open = self.by_id.setdefault(attribute(attributes, "styleId"), _Style())
        elif name == "name":
            self._open.name = attribute(attributes, "val").lower()
        elif name == "basedOn":
            self._open.parent = attribute(attributes, "val")
        elif name == "outlineLvl":
            self._open.outline = _number(attribute(attributes, "val"))
        elif name == "numId":
            self._open.numbering = attribute(attributes, "val")

    def ancestry(self, style: str) -> list[_Style]:
        """Return the style and the styles it is based on, nearest first."""
        ancestry: list[_Style] = []
        while (found := self.by_id.get(style)) is not None and len(ancestry) < _MAX_ANCESTORS:
            ancestry.append(found)
            style = found.parent
        return ancestry


class _Numbering(PartHandler):
    """Which lists are numbered, by id and level."""

    def __init__(self) -> None:
        self._bulleted: set[tuple[str, int]] = set()
        self._abstract: dict[str, str] = {}
        self._open = self._list = ""
        self._level = 0

    def start_element(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "abstractNum":
            self._open = attribute(attributes, "abstractNumId")
        elif name == "lvl":
            self._level = _number(attribute(attributes, "ilvl"))
        elif name == "numFmt" and attribute(attributes, "val") in ("bullet", "none"):
            self._bulleted.add((self._open, self._level))
        elif name == "num":
            self._list = attribute(attributes, "numId")
        elif name == "abstractNumId":
            self._abstract[self._list] = attribute(attributes, "val")

    def is_numbered(self, number: str, level: int) -> bool:
        """Return whether a list shows numbers."""
        return number in self._abstract and (self._abstract[number], level) not in self._bulleted


@dataclass(slots=True)
class _Paragraph:
    style: str = ""
    numbering: str = ""
    level: int = 0
    outline: int | None = None
    parts: list[str] = field(default_factory=list)


class _Body(PartHandler):
    """The text of the document part."""

    # Deleted and moved text, formatting, and the fallback version of drawings.
    skipped = frozenset(
        {"del", "moveFrom", "Fallback", "pPrChange", "rPr", "sdtPr", "sectPr", "instrText"}
    )

    def __init__(self, collector: PassageCollector, styles: _Styles, numbering: _Numbering) -> None:
        self.headline = ""
        self._tables = Tables(collector)
        self._styles = styles
        self._numbering = numbering
        self._open: list[_Paragraph] = []
        self._in_text = False

    def start_element(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "p":
            self._open.append(_Paragraph())
        elif name in ("tr", "tc"):
            self._tables.open(name)
        elif self._open:
            self._start_in_paragraph(name, attributes, self._open[-1])

    def _start_in_paragraph(
        self, name: str, attributes: Mapping[str, str], paragraph: _Paragraph
    ) -> None:
        match name:
            case "t":
                self._in_text = True
            case "tab" | "br" | "cr":
                paragraph.parts.append(" ")
            case "noBreakHyphen":
                paragraph.parts.append("-")
            case "pStyle":
                paragraph.style = attribute(attributes, "val")
            case "numId":
                paragraph.numbering = attribute(attributes, "val")
            case "ilvl":
                paragraph.level = _number(attribute(attributes, "val"))
            case "outlineLvl":
                paragraph.outline = _number(attribute(attributes, "val"))

    def characters(self, text: str) -> None:
        if self._in_text and self._open:
            self._open[-1].parts.append(text)

    def end_element(self, name: str) -> None:
        if name == "t":
            self._in_text = False
        elif name == "p" and self._open:
            self._end(self._open.pop())
        elif name in ("tr", "tc"):
            self._tables.close(name)

    def _end(self, paragraph: _Paragraph) -> None:
        if not paragraph.parts:
            return
        text = "".join(paragraph.parts)
        ancestry = self._styles.ancestry(paragraph.style)
        names = [style.name for style in ancestry]
        if any(name.startswith(("toc ", "table of figures", "index ")) for name in names):
            return  # a table of contents repeats the headings
        if "title" in names[:2]:
            self.headline = self.headline or text.strip()
        self._tables.add(self._passage(paragraph, text, ancestry, names))

    def _passage(
        self, paragraph: _Paragraph, text: str, ancestry: list[_Style], names: list[str]
    ) -> DocumentPassage:
        if level := _heading_level(paragraph, ancestry):
            return DocumentPassage(PassageKind.HEADING, text, level)
        numbering = paragraph.numbering or next((s.numbering for s in ancestry if s.numbering), "")
        if numbering not in ("", "0"):
            is_numbered = self._numbering.is_numbered(numbering, paragraph.level)
            kind = PassageKind.NUMBERED if is_numbered else PassageKind.ITEM
            return DocumentPassage(kind, text, paragraph.level)
        if any(name.startswith(("list bullet", "list number")) for name in names):
            return DocumentPassage(PassageKind.ITEM, text)
        quoted = any("quote" in name for name in names)
        return DocumentPassage(PassageKind.QUOTE if quoted else PassageKind.PARAGRAPH, text)


def _heading_level(paragraph: _Paragraph, ancestry: list[_Style]) -> int:
    if ancestry and ancestry[0].name == "title":
        return 1
    for style in ancestry:
        if match := _HEADING.fullmatch(style.name):
            return min(int(match[1]) or 1, 6)
    outline = paragraph.outline
    if outline is None:
        outline = next((style.outline for style in ancestry if style.outline is not None), None)
    return min(outline + 1, 6) if outline is not None and outline < 9 else 0


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def read_word(package: Package, part: str, properties: str) -> TextDocument:
    """Return the document part of a package, with the styles and numbering of their own parts."""
    folder = part.rpartition("/")[0]
    styles, numbering, collector = _Styles(), _Numbering(), PassageCollector()
    read_part(package, f"{folder}/styles.xml", styles)
    read_part(package, f"{folder}/numbering.xml", numbering)
    body = _Body(collector, styles, numbering)
    is_whole = read_part(package, part, body)
    return TextDocument(
        DocumentFormat.WORD,
        tuple(collector.passages),
        properties_of(package, properties),
        body.headline,
        "" if is_whole else ONLY_ITS_BEGINNING,
    )
