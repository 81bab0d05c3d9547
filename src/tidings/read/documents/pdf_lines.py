"""Lines of PDF pages in reading order, without running headers, footers and page numbers."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from statistics import median
from typing import Final

_EDGE_ROWS: Final = 3  # at most this many are headers, and this many footers
_EDGE_GAP: Final = 1.6  # times the font size; line spacing is 1.2, rarely 1.5
_REPEATED_SHARE: Final = 0.3  # of the pages: left and right pages may have different headers
_TITLE_SIZE: Final = 1.2
_MIN_COLUMN_ROWS: Final = 6
_MIN_COLUMN_CHARS: Final = 14
_PAGE_WORDS = "page|seite|página|pagina|pág|pag|стр|strona|sida|side|sivu|p|s"
_ROMAN_OR_DIGITS = r"(?:\d{1,4}|[ivxlc]{1,7})"
_PAGE_NUMBER = re.compile(
    rf"\W*(?:(?:{_PAGE_WORDS})\W{{0,3}})?{_ROMAN_OR_DIGITS}"
    rf"(?:\s*(?:/|of|von|de|di|sur|из|av|z|\|)\s*\d{{1,4}})?\W*|第?\s*\d{{1,4}}\s*[页頁ページ쪽]+",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class PdfLine:
    """A line of text, or a piece of one that is separated by a wide gap."""

    left: float
    bottom: float
    right: float
    top: float
    bold: bool
    follows: bool  # it is in the same row as the line before
    text: str

    @property
    def size(self) -> float:
        """The font size."""
        return max(self.top - self.bottom, 0.1)


def in_reading_order(pages: Sequence[Sequence[PdfLine]]) -> list[list[PdfLine]]:
    """Return the pages without repeated lines, each in reading order."""
    return [_ordered(page) for page in _without_headers_and_footers(pages)]


def _without_headers_and_footers(pages: Sequence[Sequence[PdfLine]]) -> list[list[PdfLine]]:
    edges = [_edge_lines(page) for page in pages]
    repeated = _repeated(edges)
    kept = [
        [line for line in page if line not in edge or not _is_header_or_footer(line, repeated)]
        for page, edge in zip(pages, edges, strict=True)
    ]
    if not any(kept):  # pages of one line that differ only in a number
        return [list(page) for page in pages]
    return kept


def _edge_lines(page: Sequence[PdfLine]) -> frozenset[PdfLine]:
    """Return the few lines at the top and bottom that a gap separates from the text."""
    sizes: dict[int, float] = {}
    for line in page:
        sizes[round(line.bottom)] = max(line.size, sizes.get(round(line.bottom), 0))
    rows = sorted(sizes)
    edge = {*_first_rows(rows, sizes), *_first_rows(rows[::-1], sizes)}
    return frozenset(line for line in page if round(line.bottom) in edge)


def _first_rows(rows: Sequence[int], sizes: Mapping[int, float]) -> Sequence[int]:
    for place, (row, after) in enumerate(pairwise(rows), 1):
        if abs(after - row) > _EDGE_GAP * max(sizes[row], sizes[after]):
            return rows[:place]
        if place == _EDGE_ROWS:
            return []
    return rows


def _repeated(edges: Sequence[frozenset[PdfLine]]) -> dict[tuple[str, int], float]:
    """Return the lines at the edges of several pages, with their smallest font size."""
    counts = Counter(key for edge in edges for key in {_key(line) for line in edge})
    least = max(2.0, _REPEATED_SHARE * len(edges))
    sizes: dict[tuple[str, int], float] = {}
    for line in (line for edge in edges for line in edge):
        key = _key(line)
        if counts[key] >= least:
            sizes[key] = min(line.size, sizes.get(key, line.size))
    return sizes


def _is_header_or_footer(line: PdfLine, repeated: Mapping[tuple[str, int], float]) -> bool:
    """Return whether to drop a line; a larger title stays, even if it is later the header."""
    size = repeated.get(_key(line))
    if size is not None and line.size < _TITLE_SIZE * size:
        return True
    return _PAGE_NUMBER.fullmatch(line.text.strip()) is not None


def _key(line: PdfLine) -> tuple[str, int]:
    """Return the text of a line without page numbers, and its height on the page."""
    return _DIGITS.sub("#", " ".join(line.text.split()).lower()), round(line.bottom / 4)


def _ordered(page: Sequence[PdfLine]) -> list[PdfLine]:
    """Return the lines in reading order, which is nearly always the order they were drawn in.

    Only a page that was drawn row by row across its columns is reordered. Pieces of other rows are
    table cells: they become one line, separated by tabs.
    """
    rows = [list(row) for row in _rows(page)]
    gutter = _gutter(rows)
    if gutter is None:
        return [_joined_row(row) for row in rows]
    return list(_column_by_column(rows, gutter))


def _rows(page: Sequence[PdfLine]) -> Iterator[list[PdfLine]]:
    row: list[PdfLine] = []
    for line in page:
        if row and not line.follows:
            yield row
            row = []
        row.append(line)
    if row:
        yield row


def _joined_row(row: Sequence[PdfLine]) -> PdfLine:
    if len(row) == 1:
        return row[0]
    return replace(row[0], right=row[-1].right, text="\t".join(line.text for line in row))


def _gutter(rows: Sequence[Sequence[PdfLine]]) -> float | None:
    """Return where the second of two columns begins, if rows run across both of them."""
    pairs = [row for row in rows if len(row) == 2]
    if len(pairs) < _MIN_COLUMN_ROWS or 2 * len(pairs) < len(rows):
        return None
    start = median(row[1].left for row in pairs)
    aligned = [row for row in pairs if abs(row[1].left - start) <= row[1].size]
    lengths = [median(len(row[side].text) for row in pairs) for side in (0, 1)]
    if 3 * len(aligned) < 2 * len(pairs) or min(lengths) < _MIN_COLUMN_CHARS:
        return None
    return start


def _column_by_column(rows: Sequence[list[PdfLine]], gutter: float) -> Iterator[PdfLine]:
    """Yield the left column, then the right one, between lines that cross the gutter."""
    for crosses, group in groupby(rows, key=lambda row: _crosses(row, gutter)):
        lines = [replace(line, follows=False) for row in group for line in row]
        if crosses:
            yield from lines
        else:
            yield from (line for line in lines if line.left < gutter - line.size)
            yield from (line for line in lines if line.left >= gutter - line.size)


def _crosses(row: Sequence[PdfLine], gutter: float) -> bool:
    return len(row) == 1 and row[0].left < gutter - row[0].size and row[0].right > gutter
