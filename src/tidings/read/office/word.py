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
    """A style of paragraphs: its name in English, as Word writes it whatever it shows."""

    name: str = ""
    parent: str = ""
    outline: int | None = None
    numbering: str = ""


class _Styles(PartHandler):
    """The styles by their ids."""

    skipped = frozenset({"latentStyles", "docDefaults", "rPr", "tblPr", "tblStylePr"})

    def __init__(self) -> None:
        self.by_id: dict[str, _Style] = {}
        self._open = _Style()

    def opened(self, name: str, attributes: Mapping[str, str]) -> None:
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

    def line_of(self, style: str) -> list[_Style]:
        """The style and those it is based on, nearest first."""
        line: list[_Style] = []
        while (found := self.by_id.get(style)) is not None and len(line) < _MAX_ANCESTORS:
            line.append(found)
            style = found.parent
        return line


class _Numbering(PartHandler):
    """Which lists count, by their id and level."""

    def __init__(self) -> None:
        self._bulleted: set[tuple[str, int]] = set()
        self._abstract: dict[str, str] = {}
        self._open = self._list = ""
        self._level = 0

    def opened(self, name: str, attributes: Mapping[str, str]) -> None:
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

    def counts(self, number: str, level: int) -> bool:
        """Tell whether a list shows numbers."""
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

    # Deleted and moved text, the looks of letters, and the second rendering of drawings.
    skipped = frozenset(
        {"del", "moveFrom", "Fallback", "pPrChange", "rPr", "sdtPr", "sectPr", "instrText"}
    )

    def __init__(self, galley: PassageCollector, styles: _Styles, numbering: _Numbering) -> None:
        self.headline = ""
        self._tables = Tables(galley)
        self._styles = styles
        self._numbering = numbering
        self._open: list[_Paragraph] = []
        self._taking = False

    def opened(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "p":
            self._open.append(_Paragraph())
        elif name in ("tr", "tc"):
            self._tables.opened(name)
        elif self._open:
            self._within(name, attributes, self._open[-1])

    def _within(self, name: str, attributes: Mapping[str, str], paragraph: _Paragraph) -> None:
        match name:
            case "t":
                self._taking = True
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

    def said(self, text: str) -> None:
        if self._taking and self._open:
            self._open[-1].parts.append(text)

    def closed(self, name: str) -> None:
        if name == "t":
            self._taking = False
        elif name == "p" and self._open:
            self._end(self._open.pop())
        elif name in ("tr", "tc"):
            self._tables.closed(name)

    def _end(self, paragraph: _Paragraph) -> None:
        if not paragraph.parts:
            return
        text = "".join(paragraph.parts)
        line = self._styles.line_of(paragraph.style)
        names = [style.name for style in line]
        if any(name.startswith(("toc ", "table of figures", "index ")) for name in names):
            return  # a table of contents says everything twice
        if "title" in names[:2]:
            self.headline = self.headline or text.strip()
        self._tables.add(self._passage(paragraph, text, line, names))

    def _passage(
        self, paragraph: _Paragraph, text: str, line: list[_Style], names: list[str]
    ) -> DocumentPassage:
        if level := _heading_level(paragraph, line):
            return DocumentPassage(PassageKind.HEADING, text, level)
        numbering = paragraph.numbering or next((s.numbering for s in line if s.numbering), "")
        if numbering not in ("", "0"):
            counts = self._numbering.counts(numbering, paragraph.level)
            kind = PassageKind.NUMBERED if counts else PassageKind.ITEM
            return DocumentPassage(kind, text, paragraph.level)
        if any(name.startswith(("list bullet", "list number")) for name in names):
            return DocumentPassage(PassageKind.ITEM, text)
        quoted = any("quote" in name for name in names)
        return DocumentPassage(PassageKind.QUOTE if quoted else PassageKind.PARAGRAPH, text)


def _heading_level(paragraph: _Paragraph, line: list[_Style]) -> int:
    if line and line[0].name == "title":
        return 1
    for style in line:
        if match := _HEADING.fullmatch(style.name):
            return min(int(match[1]) or 1, 6)
    outline = paragraph.outline
    if outline is None:
        outline = next((style.outline for style in line if style.outline is not None), None)
    return min(outline + 1, 6) if outline is not None and outline < 9 else 0


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else 0


def read_word(package: Package, part: str, properties: str) -> TextDocument:
    """Return what the document part of a package holds, styled as its neighbours say."""
    folder = part.rpartition("/")[0]
    styles, numbering, galley = _Styles(), _Numbering(), PassageCollector()
    read_part(package, f"{folder}/styles.xml", styles)
    read_part(package, f"{folder}/numbering.xml", numbering)
    body = _Body(galley, styles, numbering)
    whole = read_part(package, part, body)
    return TextDocument(
        DocumentFormat.WORD,
        tuple(galley.passages),
        properties_of(package, properties),
        body.headline,
        "" if whole else ONLY_ITS_BEGINNING,
    )
