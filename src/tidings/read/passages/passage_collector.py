"""Collects the passages of a document, cleaned and within limits; knows nothing about formats.

Readers stop when it raises `DocumentLimit`.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from tidings.model.web.document import DocumentPassage, PassageKind

MAX_CHARS: Final = 300_000  # fifty thousand words, a book; longer documents are cut
ONLY_ITS_BEGINNING: Final = "only its beginning was read"
MAX_PASSAGES: Final = 20_000
_MAX_CELL: Final = 160  # longer cells mean that the table is page layout
_MAX_CELLS: Final = 40
_INVISIBLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\xad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069"
    "\ufeff\ufff9-\uffff\ufdd0-\ufdef\ud800-\udfff\ue000-\uf8ff]"
)
# Presentation forms of other letters: Latin ligatures, Arabic forms, and radicals used for the
# characters that look like them. Other compatibility characters have a meaning: "10²" is not
# "102", and Chinese uses full-width punctuation.
_PRESENTATION_FORM = re.compile(
    "[\ufb00-\ufb06\ufb13-\ufb17\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefc\u2f00-\u2fdf]"
)


class DocumentLimit(Exception):
    """The document has reached a limit."""


class PassageCollector:
    """Passages in order, without empty ones."""

    def __init__(self) -> None:
        self.passages: list[DocumentPassage] = []
        self.chars = 0

    def add(self, kind: PassageKind, text: str, level: int = 0) -> None:
        """Clean a passage and add it."""
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
        """Add a table row, or the passages in its cells if the table is only page layout."""
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
    """Return text on one line, without invisible characters and presentation forms."""
    if text.isascii() and text.isprintable():
        return " ".join(text.split())
    return " ".join(_normalised(text).split())


def clean_lines(text: str) -> str:
    """Return text cleaned line by line, keeping its indents."""
    return "\n".join(line.rstrip() for line in _normalised(text).splitlines()).strip("\n")


def _normalised(text: str) -> str:
    text = _PRESENTATION_FORM.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text)
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", text))
