"""OpenDocument texts and presentations: the visible text, with headings, lists and tables."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tidings.model.web.document import DocumentFormat, DocumentPassage, PassageKind, TextDocument
from tidings.model.web.reason import Reason
from tidings.read.office.package import DocumentRefusal, Package, PartHandler, attribute, read_part
from tidings.read.office.properties import properties_of
from tidings.read.passages.passage_collector import ONLY_ITS_BEGINNING, PassageCollector
from tidings.read.passages.table import Tables

_MAX_ANCESTORS = 10
_TEXT = frozenset({"p", "h"})
_ROWS = {"table-row": "tr", "table-cell": "tc"}


@dataclass(slots=True)
class _Paragraph:
    kind: PassageKind = PassageKind.PARAGRAPH
    style: str = ""
    level: int = 0
    parts: list[str] = field(default_factory=list)


class _Body(PartHandler):
    """Handles the content part; automatic styles come before the text that uses them."""

    # Deleted text, notes, comments, speaker notes, and indexes generated from the text.
    skipped = frozenset(
        {
            "tracked-changes", "note", "annotation", "notes", "forms", "table-of-content",
            "illustration-index", "table-index", "object-index", "user-index", "ruby-text",
            "alphabetical-index", "sequence-decls", "header", "footer",
        }
    )  # fmt: skip

    def __init__(self, collector: PassageCollector) -> None:
        self.headline = ""
        self._tables = Tables(collector)
        self._parents: dict[str, str] = {}
        self._numbered_styles: set[str] = set()  # list styles that show numbers
        self._list_style = ""
        self._lists: list[bool] = []  # open lists: whether they are numbered
        self._frames: list[bool] = []  # open frames: whether they contain a slide's title
        self._open: list[_Paragraph] = []

    def start_element(self, name: str, attributes: Mapping[str, str]) -> None:
        if name in _TEXT:
            self._begin(name, attributes)
        elif self._open and name in ("s", "tab", "line-break"):
            self._open[-1].parts.append(" ")
        elif name in _ROWS:
            self._tables.open(_ROWS[name])
        elif name == "list":
            style = attribute(attributes, "style-name")
            outer = bool(self._lists) and self._lists[-1]
            self._lists.append(style in self._numbered_styles if style else outer)
        elif name == "frame":
            self._frames.append(attribute(attributes, "class") == "title")
        else:
            self._record_style(name, attributes)

    def _record_style(self, name: str, attributes: Mapping[str, str]) -> None:
        """Record a style."""
        if name == "style":
            parent = attribute(attributes, "parent-style-name")
            self._parents[attribute(attributes, "name")] = parent
        elif name == "list-style":
            self._list_style = attribute(attributes, "name")
        elif name == "list-level-style-number" and attribute(attributes, "level") == "1":
            self._numbered_styles.add(self._list_style)

    def _begin(self, name: str, attributes: Mapping[str, str]) -> None:
        paragraph = _Paragraph(style=attribute(attributes, "style-name"))
        level = attribute(attributes, "outline-level")
        if name == "h":
            paragraph.kind = PassageKind.HEADING
            paragraph.level = int(level) if level in tuple("123456") else 1
        elif self._frames and self._frames[-1]:
            paragraph.kind, paragraph.level = PassageKind.HEADING, 2
        elif self._lists:
            paragraph.kind = PassageKind.NUMBERED if self._lists[-1] else PassageKind.ITEM
            paragraph.level = len(self._lists) - 1
        self._open.append(paragraph)

    def characters(self, text: str) -> None:
        if self._open:
            self._open[-1].parts.append(text)

    def end_element(self, name: str) -> None:
        if name in _TEXT and self._open:
            self._end(self._open.pop())
        elif name in _ROWS:
            self._tables.close(_ROWS[name])
        elif name == "list" and self._lists:
            self._lists.pop()
        elif name == "frame" and self._frames:
            self._frames.pop()

    def _end(self, paragraph: _Paragraph) -> None:
        text = "".join(paragraph.parts)
        kind, level = paragraph.kind, paragraph.level
        styles = self._styles(paragraph.style)
        if "Title" in styles:
            kind, level = PassageKind.HEADING, 1
        elif "Quotations" in styles and kind is PassageKind.PARAGRAPH:
            kind = PassageKind.QUOTE
        if kind is PassageKind.HEADING and ("Title" in styles or self._frames):
            self.headline = self.headline or text.strip()
        self._tables.add(DocumentPassage(kind, text, level))

    def _styles(self, style: str) -> list[str]:
        found: list[str] = []
        while style and len(found) < _MAX_ANCESTORS:
            found.append(style)
            style = self._parents.get(style, "")
        return found


class _Manifest(PartHandler):
    """Finds out whether anything in the package is encrypted."""

    encrypted = False

    def start_element(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "encryption-data":
            self.encrypted = True


def read_opendocument(package: Package, form: DocumentFormat) -> TextDocument:
    """Return the visible text of an OpenDocument package."""
    manifest, collector = _Manifest(), PassageCollector()
    read_part(package, "META-INF/manifest.xml", manifest)
    if manifest.encrypted:
        raise DocumentRefusal(Reason.ENCRYPTED, "it requires a password")
    if "content.xml" not in package.names:
        raise DocumentRefusal(Reason.BROKEN, "a package without content.xml")
    body = _Body(collector)
    whole = read_part(package, "content.xml", body)
    return TextDocument(
        form,
        tuple(collector.passages),
        properties_of(package, "meta.xml"),
        body.headline,
        "" if whole else ONLY_ITS_BEGINNING,
    )
