"""A galley: passages as they are gathered from a document, cleaned and within bounds.

It knows no format. Whoever fills it stops when it raises `Full`.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from tidings.model.web.document import DocumentPassage, PassageKind

MAX_CHARS: Final = 300_000  # fifty thousand words: a book; longer ones are cut there
ONLY_ITS_BEGINNING: Final = "only its beginning was read"
MAX_PASSAGES: Final = 20_000
_MAX_CELL: Final = 160  # longer cells are a layout made of a table
_MAX_CELLS: Final = 40
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069"
    "\ufeff\ufff9-\uffff\ufdd0-\ufdef\ud800-\udfff\ue000-\uf8ff]"
)
# Letters that stand for how other letters are drawn: Latin ligatures, Arabic forms, and radicals
# in place of the characters that look like them. Other compatibility characters mean something:
# "10²" is not "102", and full-width punctuation is how Chinese is written.
_DRAWN = re.compile(
    "[\ufb00-\ufb06\ufb13-\ufb17\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\u2f00-\u2fdf]"
)


class DocumentLimit(Exception):
    """The galley holds as much as it may."""


class PassageCollector:
    """Passages in order; empty ones never enter."""

    def __init__(self) -> None:
        self.passages: list[DocumentPassage] = []
        self.chars = 0

    def add(self, kind: PassageKind, text: str, level: int = 0) -> None:
        """Add a passage, cleaned."""
        text = _cleaned(kind, text)
        if not text:
            return
        room = MAX_CHARS - self.chars
        if len(self.passages) >= MAX_PASSAGES or room <= 0:
            raise DocumentLimit
        self.passages.append(DocumentPassage(kind, text[:room], level))
        self.chars += len(text)
        if len(text) > room:
            raise DocumentLimit

    def add_row(self, cells: Sequence[Sequence[DocumentPassage]]) -> None:
        """Add a row of a table; of one that only lays out the page, what stands in its cells."""
        texts = [clean_line(" ".join(passage.text for passage in cell)) for cell in cells]
        filled = [text for text in texts if text]
        if 2 <= len(filled) <= _MAX_CELLS and max(map(len, filled)) <= _MAX_CELL:
            self.add(PassageKind.ROW, "\t".join(texts))
            return
        for cell in cells:
            for passage in cell:
                self.add(passage.kind, passage.text, passage.level)


def _cleaned(kind: PassageKind, text: str) -> str:
    if kind is PassageKind.CODE:
        return clean_lines(text)
    if kind is PassageKind.ROW:
        return "\t".join(map(clean_line, text.split("\t"))).rstrip("\t")
    return clean_line(text)


def clean_line(text: str) -> str:
    """Return text on one line, without what cannot be seen, its letters as they are typed."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    return " ".join(_typed(text).split())


def clean_lines(text: str) -> str:
    """Return text cleaned line by line, keeping its indents."""
    return "\n".join(line.rstrip() for line in _typed(text).splitlines()).strip("\n")


def _typed(text: str) -> str:
    text = _DRAWN.sub(lambda drawn: unicodedata.normalize("NFKC", drawn[0]), text)
    return unicodedata.normalize("NFC", _UNSEEN.sub("", text))
