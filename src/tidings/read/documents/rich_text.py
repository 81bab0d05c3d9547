"""RTF documents: the text that a word processor shows, with headings, lists and tables."""

import re
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.document import (
    DocumentFormat,
    DocumentMetadata,
    DocumentPassage,
    PassageKind,
    TextDocument,
)
from tidings.model.web.reason import Reason
from tidings.read.documents.rich_text_tokens import RichTextToken, is_whole, tokens_of
from tidings.read.office.properties import keywords_in, split_values
from tidings.read.passages.passage_collector import (
    MAX_CHARS,
    ONLY_ITS_BEGINNING,
    DocumentLimit,
    PassageCollector,
    clean_line,
)
from tidings.read.passages.table import Tables

_BODY, _SKIP, _FONTS, _STYLES = "body", "skip", "fonttbl", "stylesheet"
_FIELDS = frozenset({"title", "author", "subject", "keywords"})
_TIMES = frozenset({"creatim", "revtim"})
_CLOCK = ("yr", "mo", "dy", "hr", "min", "sec")
# Groups whose text is not part of the document; so are unknown groups that begin with \*.
_IGNORED = frozenset(
    "colortbl info pict object objdata nonshppict shppict header headerl headerr headerf footer "
    "footerl footerr footerf footnote annotation atnid atnauthor fldinst listtext pntext pntxta "
    "pntxtb xe tc tcn rxe txe revtbl listtable listoverridetable themedata datastore".split()
)
_CHARACTERS = {
    "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote": "“",
    "rdblquote": "”", "bullet": "•", "tab": " ", "line": " ", "emspace": " ", "enspace": " ",
    "qmspace": " ", "softline": " ",
}  # fmt: skip
_SYMBOLS = {"~": "\u00a0", "_": "\u2011", "\\": "\\", "{": "{", "}": "}", "\n": "\n", "\r": "\n"}
# Windows' character set numbers, as in LOGFONT.
_CHARSETS = {
    0: "cp1252", 77: "mac-roman", 128: "cp932", 129: "cp949", 134: "gb18030", 136: "big5hkscs",
    161: "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257",
    204: "cp1251", 222: "cp874", 238: "cp1250",
}  # fmt: skip
_PAGES = {936: "gb18030", 950: "big5hkscs", 10000: "mac-roman", 65001: "utf-8"}
_HEADING = re.compile(r"heading (\d)", re.IGNORECASE)
_BULLET = re.compile(r"[•·▪◦‣–-]\s+")


@dataclass(slots=True)
class _Group:
    """The state that a closing brace resets."""

    destination: str = _BODY
    codec: str = ""  # of the font; empty for the document's
    fallback: int = 1  # bytes that stand for a \\u character in old readers
    hidden: bool = False


@dataclass(frozen=True, slots=True)
class _Layout:
    """The paragraph layout, which \\pard resets."""

    style: int = -1
    level: int = 0
    outline: int = 9
    in_list: bool = False


@dataclass(slots=True)
class _Reader:
    """The state of reading tokens, one at a time."""

    tables: Tables
    codec: str = "cp1252"
    groups: list[_Group] = field(default_factory=lambda: [_Group()])
    layout: _Layout = field(default_factory=_Layout)
    raw: bytearray = field(default_factory=bytearray)
    parts: list[str] = field(default_factory=list)
    side_text: list[str] = field(default_factory=list)
    size: int = 0
    fallback_left: int = 0  # fallback bytes still to be skipped
    starred: bool = False
    font: int = 0
    fonts: dict[int, str] = field(default_factory=dict)
    styles: dict[int, str] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)
    times: dict[str, dict[str, int]] = field(default_factory=dict)
    row_open: bool = False
    headline: str = ""

    def read(self, token: RichTextToken) -> None:
        """Read one token."""
        if token.brace:
            self._brace(token.brace)
        elif token.raw:
            self._bytes(token.raw)
        elif token.symbol:
            self._symbol(token.symbol)
        else:
            self._word(token.word, token.number)

    def _brace(self, brace: str) -> None:
        self._flush()
        self.fallback_left, self.starred = 0, False
        if brace == "{":
            self.groups.append(replace(self.groups[-1]))
        elif len(self.groups) > 1:
            self._leave_destination(self.groups.pop().destination)

    def _leave_destination(self, destination: str) -> None:
        """Store the collected side text as a field of \\info or as the name of a style."""
        text = clean_line("".join(self.side_text)).rstrip(";")
        if destination in _FIELDS and destination != self.groups[-1].destination:
            self.fields.setdefault(destination, text)
            self.side_text.clear()
        elif destination == _STYLES:
            if text:
                self.styles.setdefault(max(self.layout.style, 0), text)
            self.layout = _Layout()
            self.side_text.clear()

    def _bytes(self, raw: bytes) -> None:
        skipped = min(self.fallback_left, len(raw))
        self.fallback_left -= skipped
        if self._is_kept():
            self.raw += raw[skipped : skipped + MAX_CHARS]
        self._count(len(raw))

    def _symbol(self, symbol: str) -> None:
        if symbol == "*":
            self.starred = True
        elif self.fallback_left:
            self.fallback_left -= 1
        elif symbol in "\r\n":
            self._word("par", None)
        elif symbol in _SYMBOLS:
            self._append(_SYMBOLS[symbol])

    def _word(self, word: str, number: int | None) -> None:
        group = self.groups[-1]
        if self.starred or word in _IGNORED or word in _FIELDS or word in _TIMES or word in _TABLES:
            self._enter_destination(word, group)
        elif word == "u":
            self._unicode(number or 0, group)
        elif word in _CHARACTERS:
            self._append(_CHARACTERS[word])
        elif group.destination in _TIMES and word in _CLOCK:
            self.times.setdefault(group.destination, {})[word] = number or 0
        elif group.destination != _SKIP:  # list markers have properties of their own
            self._property(word, number, group)

    def _enter_destination(self, word: str, group: _Group) -> None:
        """Enter a destination: text up to its closing brace is side text or skipped."""
        starred, self.starred = self.starred, False
        self._flush()
        if group.destination in (_SKIP, _FONTS) or (
            word in _FIELDS and group.destination != "info"
        ):
            return
        if word in _FIELDS or word in _TIMES or word in _TABLES:
            group.destination = word
        elif starred or word in _IGNORED:
            group.destination = _SKIP

    def _property(self, word: str, number: int | None, group: _Group) -> None:
        match word:
            case "par" | "sect" | "page":
                self._end_paragraph()
            case "cell" | "nestcell":
                self._end_cell()
            case "row" | "nestrow":
                self._end_row()
            case "pard":
                self.layout = _Layout()
            case "ansicpg":
                self.codec = _codec(number or 1252)
            case "f" | "fcharset":
                self._font(word, number or 0, group)
            case "uc":
                group.fallback = max(0, min(number if number is not None else 1, 8))
            case "v" | "deleted":
                group.hidden = number != 0
            case "plain":
                group.hidden, group.codec = False, ""
            case _:
                self._layout_property(word, number)

    def _layout_property(self, word: str, number: int | None) -> None:
        match word:
            case "s":
                self.layout = replace(self.layout, style=number or 0)
            case "ls" | "pnlvlblt":
                self.layout = replace(self.layout, in_list=number != 0)
            case "ilvl":
                self.layout = replace(self.layout, level=max(0, min(number or 0, 8)))
            case "outlinelevel":
                self.layout = replace(self.layout, outline=number or 0)

    def _font(self, word: str, number: int, group: _Group) -> None:
        self._flush()
        if word == "fcharset":
            if len(self.fonts) < 1000:
                self.fonts[self.font] = _CHARSETS.get(number, "")
        elif group.destination == _FONTS:
            self.font = number
        else:
            group.codec = self.fonts.get(number, "")

    def _unicode(self, number: int, group: _Group) -> None:
        self.fallback_left = group.fallback
        if 0 <= number % 0x10000 <= 0xFFFF:
            self._append(chr(number % 0x10000))

    def _append(self, text: str) -> None:
        self._flush()
        self._count(len(text))
        if self._is_kept():
            self._target().append(text)

    def _count(self, size: int) -> None:
        if self.groups[-1].destination == _BODY:
            self.size += size
            if self.size > 2 * MAX_CHARS:
                raise DocumentLimit

    def _is_kept(self) -> bool:
        group = self.groups[-1]
        destination = group.destination
        return not group.hidden and (destination in (_BODY, _STYLES) or destination in _FIELDS)

    def _target(self) -> list[str]:
        return self.parts if self.groups[-1].destination == _BODY else self.side_text

    def _flush(self) -> None:
        if self.raw:
            codec = self.groups[-1].codec or self.codec
            self._target().append(self.raw.decode(codec, "replace"))
            self.raw.clear()

    def _text(self) -> str:
        self._flush()
        text = "".join(self.parts)
        self.parts.clear()
        # \\u is UTF-16: characters beyond the first plane come as surrogate pairs.
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")

    def _end_paragraph(self) -> None:
        if self.groups[-1].destination != _BODY:
            return
        text, layout = self._text(), self.layout
        name = self.styles.get(layout.style, "").lower()
        heading = _HEADING.match(name)
        if name == "title" or heading or layout.outline < 9:
            level = int(heading[1]) if heading else min(layout.outline + 1, 6)
            self.tables.add(
                DocumentPassage(PassageKind.HEADING, text, 1 if name == "title" else level)
            )
            self.headline = self.headline or (text.strip() if name == "title" else "")
        elif layout.in_list or _BULLET.match(text):
            self.tables.add(
                DocumentPassage(PassageKind.ITEM, _BULLET.sub("", text, 1), layout.level)
            )
        elif "quote" in name:
            self.tables.add(DocumentPassage(PassageKind.QUOTE, text))
        else:
            self.tables.add(DocumentPassage(PassageKind.PARAGRAPH, text))

    def finish(self) -> bool:
        """Close what is still open; return False if a limit is reached."""
        self.groups = [_Group()]
        try:
            self._end_row()
            self._end_paragraph()
        except DocumentLimit:
            return False
        return True

    def _end_cell(self) -> None:
        if not self.row_open:
            self.tables.open("tr")
            self.row_open = True
        self.tables.open("tc")
        self._end_paragraph()

    def _end_row(self) -> None:
        if self.row_open:
            self.row_open = False
            self.tables.close("tr")


_TABLES = frozenset({_FONTS, _STYLES, "info"})


def read_rich_text(body: bytes) -> TextDocument | UnreadablePage:
    """Return the visible text of an RTF file, or of its beginning if it is cut."""
    collector = PassageCollector()
    reader = _Reader(Tables(collector))
    is_complete = is_whole(body)
    try:
        for token in tokens_of(body):
            reader.read(token)
    except DocumentLimit:
        is_complete = False
    is_complete = reader.finish() and is_complete
    if not collector.passages and not is_complete:
        return UnreadablePage(Reason.BROKEN, "an RTF document that is cut short")
    metadata = DocumentMetadata(
        title=reader.fields.get("title", ""),
        authors=split_values(reader.fields.get("author", ""), ";"),
        created=_moment(reader.times.get("creatim", {})),
        modified=_moment(reader.times.get("revtim", {})),
        keywords=keywords_in(reader.fields.get("keywords", "")),
        subject=reader.fields.get("subject", ""),
    )
    cut = "" if is_complete else ONLY_ITS_BEGINNING
    return TextDocument(
        DocumentFormat.RICH_TEXT, tuple(collector.passages), metadata, reader.headline, cut
    )


def _codec(page: int) -> str:
    if page in _PAGES:
        return _PAGES[page]
    return f"cp{page}" if page in _KNOWN_PAGES else "cp1252"


_KNOWN_PAGES = frozenset({437, 850, 852, 866, 874, 932, 949, *range(1250, 1259)})


def _moment(clock: dict[str, int]) -> datetime | None:
    """Return a date; RTF has no time zones, so UTC is assumed, as elsewhere in `read`."""
    try:
        return datetime(
            clock["yr"], clock["mo"], clock["dy"], clock.get("hr", 0), clock.get("min", 0),
            tzinfo=UTC,
        )  # fmt: skip
    except (KeyError, ValueError):
        return None
