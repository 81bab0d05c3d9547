"""Builds paragraphs from PDF lines and finds headings, list items, notes and the title."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import Final

from tidings.model.web.document import DocumentPassage, PassageKind
from tidings.read.documents.pdf_lines import PdfLine
from tidings.read.passages.line_joining import LINE_END_HYPHEN, joined_lines

_PARAGRAPH_GAP: Final = 1.3  # times the usual line spacing: a gap between paragraphs
_OTHER_SIZE: Final = 1.12  # times the font size: a different size
_NOTE: Final = 0.88  # of the body's font size: footnotes and small print
_NOTE_ZONE: Final = 0.3  # of the page, from the bottom
_INDENT: Final = 0.7  # of the font size
_NEIGHBOURS: Final = 8  # lines before and after that show how wide a column is
_MAX_HEADING: Final = 160
_MAX_HEADLINE: Final = 250
_HEADLINE: Final = 1.15  # times the body's font size
_BULLET = re.compile(
    r"[•‣⁃◦▪▫■□●○◆◇▶►➢➤✓✔\uf0b7\uf0a7\uf0d8·–—*-]\s+(?=\S)|\(?(?:\d{1,2}|[a-z])[.)]\s+(?=\S)"
)
_LIST_MARK = re.compile(r"[•‣⁃◦▪▫■□●○◆◇▶►➢➤✓✔\uf0b7\uf0a7\uf0d8·–*-]\s+")
_END = re.compile(r"[.!?:;…。！？：；][\"'”’»)\]」』]*\s*$")
_COMPOUND = re.compile(r"[^\W\d_]+-[^\W\d_]+(?![\w-]*$)")
_WIDE_LETTER = "\u2e80"


def passages_of(pages: Sequence[Sequence[PdfLine]]) -> tuple[list[DocumentPassage], str]:
    """Return the passages in reading order, notes last, and the headline of the first page."""
    lines = [line for page in pages for line in page]
    size = _body_size(lines)
    compounds = {found.lower() for line in lines for found in _COMPOUND.findall(line.text)}
    flow, notes = _split_notes(pages, size)
    bold_body = 2 * sum(line.bold for line in flow) > len(flow)
    classifier = _PassageClassifier(size, bold_body, compounds, _heading_sizes(flow, size))
    passages = [
        classifier.passage(paragraph)
        for part in (flow, notes)
        for paragraph in _paragraphs(part, size)
    ]
    return passages, _headline(pages[0], size) if pages else ""


def _body_size(lines: Sequence[PdfLine]) -> float:
    """Return the font size of most letters."""
    letters: Counter[float] = Counter()
    for line in lines:
        letters[round(line.size * 2) / 2] += len(line.text)
    return letters.most_common(1)[0][0] if letters else 1.0


def _split_notes(
    pages: Sequence[Sequence[PdfLine]], size: float
) -> tuple[list[PdfLine], list[PdfLine]]:
    """Return the running text and, apart, the footnotes that would interrupt it."""
    flow: list[PdfLine] = []
    notes: list[PdfLine] = []
    for page in pages:
        bottoms = [line.bottom for line in page]
        foot = min(bottoms, default=0) + _NOTE_ZONE * (
            max(bottoms, default=0) - min(bottoms, default=0)
        )
        for line in page:
            (notes if line.size < _NOTE * size and line.bottom < foot else flow).append(line)
    return flow, notes


def _heading_sizes(lines: Sequence[PdfLine], size: float) -> list[float]:
    """Return the font sizes above the body's, largest first."""
    sizes = {round(line.size) for line in lines if line.size > _OTHER_SIZE * size}
    return sorted(sizes, reverse=True)


def _headline(page: Sequence[PdfLine], size: float) -> str:
    """Return the lines in the largest font, if it is larger than the body's, or an empty string."""
    large = [line for line in page if line.size >= _HEADLINE * size and _has_letters(line.text)]
    largest = max((line.size for line in large), default=0.0)
    first = next(
        (index for index, line in enumerate(page) if line in large and line.size > 0.95 * largest),
        None,
    )
    if first is None:
        return ""
    lines = [page[first].text]
    for line in page[first + 1 :]:
        if abs(line.size - page[first].size) > 0.05 * largest:
            break
        lines.append(line.text)
    text = joined_lines(lines).replace("\t", " ")
    return text if len(text) <= _MAX_HEADLINE else ""


def _has_letters(text: str) -> bool:
    letters = sum(map(str.isalpha, text))
    return letters >= 3 or any(letter >= _WIDE_LETTER for letter in text)


class _PassageClassifier:
    """Classifies the passages of one document."""

    def __init__(
        self, size: float, bold_body: bool, compounds: set[str], heading_sizes: Sequence[float]
    ) -> None:
        self._size = size
        self._bold_body = bold_body
        self._compounds = compounds
        self._heading_sizes = heading_sizes

    def passage(self, lines: Sequence[PdfLine]) -> DocumentPassage:
        """Return the lines of one paragraph as a passage."""
        text = joined_lines((line.text for line in lines), self._compounds)
        if "\t" in text:
            return DocumentPassage(PassageKind.ROW, text)
        if level := self._level(lines, text):
            return DocumentPassage(PassageKind.HEADING, text, level)
        if mark := _LIST_MARK.match(text):
            return DocumentPassage(PassageKind.ITEM, text[mark.end() :])
        return DocumentPassage(PassageKind.PARAGRAPH, text)

    def _level(self, lines: Sequence[PdfLine], text: str) -> int:
        if len(text) > _MAX_HEADING or not _has_letters(text) or text.rstrip()[-1:] in ".,;。，；":
            return 0
        if lines[0].size > _OTHER_SIZE * self._size:
            return min(2 + self._heading_sizes.index(round(lines[0].size)), 5)
        bold = all(line.bold for line in lines) and not self._bold_body
        return 6 if bold and len(lines) <= 3 and lines[0].size > 0.9 * self._size else 0


def _paragraphs(lines: Sequence[PdfLine], size: float) -> Iterator[list[PdfLine]]:
    spacing = _line_spacing(lines)
    paragraph: list[PdfLine] = []
    for index, line in enumerate(lines):
        if paragraph and _begins_paragraph(
            paragraph, line, spacing, _right_edge(lines, index), size
        ):
            yield paragraph
            paragraph = []
        paragraph.append(line)
    if paragraph:
        yield paragraph


def _line_spacing(lines: Sequence[PdfLine]) -> float:
    """Return the usual line spacing, in font sizes."""
    steps = [
        (before.bottom - after.bottom) / before.size
        for before, after in pairwise(lines)
        if before.size * 0.5 < before.bottom - after.bottom < before.size * 3
    ]
    return median(steps) if steps else 1.2


def _right_edge(lines: Sequence[PdfLine], index: int) -> float:
    """Return the right edge of the column of the line before this index."""
    before = lines[index - 1]
    near = lines[max(0, index - _NEIGHBOURS) : index + _NEIGHBOURS]
    return max(
        (line.right for line in near if abs(line.left - before.left) < 4 * before.size),
        default=before.right,
    )


def _begins_paragraph(
    paragraph: Sequence[PdfLine], line: PdfLine, spacing: float, edge: float, size: float
) -> bool:
    """Return whether a line begins a new paragraph."""
    before = paragraph[-1]
    if "\t" in line.text or "\t" in before.text or _BULLET.match(line.text):
        return True
    if max(before.size, line.size) > _OTHER_SIZE * min(before.size, line.size):
        return True
    if before.text.endswith(LINE_END_HYPHEN):
        return False
    step = (before.bottom - line.bottom) / before.size
    if step < -0.5 or step > 6 * spacing:  # another column or page
        return bool(_END.search(before.text)) and not line.text[:1].islower()
    if step > _PARAGRAPH_GAP * spacing:
        return True
    if before.size > _OTHER_SIZE * size:
        return False  # a heading of several lines, perhaps centred
    return (
        _ends_early(before, line, edge)
        or _is_indented(paragraph, line)
        or _ends_bold_heading(paragraph, line)
    )


def _ends_early(before: PdfLine, line: PdfLine, edge: float) -> bool:
    """Return whether the first word of the line would have fitted into the line before."""
    word = line.text[:1] if line.text[:1] >= _WIDE_LETTER else line.text.split(maxsplit=1)[0]
    letter = (line.right - line.left) / max(len(line.text), 1)
    room = edge - before.right - (len(word) + 1) * letter
    if room <= 0.5 * before.size:
        return False
    return room > 4 * before.size or bool(_END.search(before.text))


def _is_indented(paragraph: Sequence[PdfLine], line: PdfLine) -> bool:
    """Return whether a line is indented, or outdented, like a first line."""
    before = paragraph[-1]
    indent = line.left - before.left
    if indent > _INDENT * line.size:
        return indent < 6 * line.size and bool(_END.search(before.text))
    hanging = len(paragraph) > 1 and abs(paragraph[-2].left - before.left) < 0.2 * line.size
    return hanging and -6 * line.size < indent < -_INDENT * line.size


def _ends_bold_heading(paragraph: Sequence[PdfLine], line: PdfLine) -> bool:
    """Return whether bold lines end here: a heading in the body's font size."""
    return len(paragraph) <= 3 and all(each.bold for each in paragraph) and not line.bold
