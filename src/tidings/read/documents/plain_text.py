"""Plain text files: paragraphs from lines, wrapped or not."""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from tidings.model.web.document import DocumentFormat, DocumentPassage, PassageKind, TextDocument
from tidings.read.passages.line_joining import joined_lines
from tidings.read.passages.passage_collector import (
    MAX_CHARS,
    ONLY_ITS_BEGINNING,
    DocumentLimit,
    PassageCollector,
)

_BULLET = re.compile(r"[ \t]*(?:[-*•·]|\d{1,2}[.)])[ \t]+(?=\S)")
_RULE = re.compile(r"[\s=\-_*~#.]*")
_MAX_TITLE = 120
_WRAPPED = range(40, 101)  # usual line widths
_WRAPPED_SHARE = 0.5


def read_plain_text(text: str) -> TextDocument:
    """Return the paragraphs of a text; a separate short first line is its headline."""
    collector = PassageCollector()
    cut = len(text) > MAX_CHARS
    try:
        for passage in _passages(text[:MAX_CHARS]):
            collector.add(passage.kind, passage.text)
    except DocumentLimit:
        cut = True
    return TextDocument(
        DocumentFormat.PLAIN,
        tuple(collector.passages),
        headline=_headline(collector.passages),
        cut=ONLY_ITS_BEGINNING if cut else "",
    )


def _headline(passages: list[DocumentPassage]) -> str:
    if len(passages) < 2 or passages[0].kind is not PassageKind.PARAGRAPH:
        return ""
    first = passages[0].text
    is_title = len(first) <= _MAX_TITLE and first[-1:] not in ".,;:。，；："
    return first if is_title and len(passages[1].text) > len(first) else ""


def _passages(text: str) -> Iterator[DocumentPassage]:
    lines = text.replace("\f", "\n\n").splitlines()
    wrapped = _is_wrapped(lines)
    for group in _groups(lines):
        for piece in _items(group) if wrapped else ([line] for line in group):
            bullet = _BULLET.match(piece[0])
            kind = PassageKind.ITEM if bullet else PassageKind.PARAGRAPH
            rest = piece[0][bullet.end() :] if bullet else piece[0]
            yield DocumentPassage(kind, joined_lines([rest, *piece[1:]]))


def _is_wrapped(lines: list[str]) -> bool:
    """Return whether the lines were wrapped to a width."""
    followed = [
        len(line.rstrip()) for line, after in pairwise(lines)
        if line.strip() and after.strip()
    ]  # fmt: skip
    fitting = sum(1 for length in followed if length in _WRAPPED)
    return (
        bool(followed)
        and max(followed) <= 2 * _WRAPPED.stop
        and (fitting >= _WRAPPED_SHARE * len(followed))
    )


def _groups(lines: Iterable[str]) -> Iterator[list[str]]:
    """Yield the lines between blank lines and rules."""
    group: list[str] = []
    for line in lines:
        if _RULE.fullmatch(line[:300]):
            if group:
                yield group
            group = []
        else:
            group.append(line)
    if group:
        yield group


def _items(group: list[str]) -> Iterator[list[str]]:
    """Yield a group of lines, split where list items begin."""
    piece: list[str] = []
    for line in group:
        if piece and _BULLET.match(line):
            yield piece
            piece = []
        piece.append(line)
    yield piece
