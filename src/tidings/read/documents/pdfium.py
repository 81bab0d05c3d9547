"""The child process that reads PDFs with PDFium: a PDF on its input, lines of text on its output.

PDFium cannot be interrupted: a kilobyte of forms that draw each other keeps it busy endlessly, and
a kilobyte of compressed blanks takes a gigabyte. So it runs in its own process, under limits that
the kernel enforces. Pages are written as soon as they are read, so those before a limit are kept.
The output is one JSON object about the document, then one array of lines per page.
"""

import json
import math
import re
import resource
import sys
import time
from codecs import utf_16_le_decode
from collections.abc import Iterator
from ctypes import c_ushort, create_string_buffer
from typing import Any, Final

CPU_SECONDS: Final = 1  # in total; the kernel counts in whole seconds
MAX_MEMORY: Final = 160 * 1024 * 1024  # in addition to the interpreter's 30 MB
MAX_PAGES: Final = 100
MAX_CHARS: Final = 300_000
_SOFT_CPU_SECONDS: Final = 0.7  # no further page is begun after this
_MAX_PAGE_CHARS: Final = 60_000  # a page of the densest broadsheet has 30 000
_MAX_PAGE_LINES: Final = 2_000
_MAX_LINES: Final = 12_000  # in total; a hundred pages have 6 000
_FIELDS: Final = ("Title", "Author", "Subject", "Keywords", "CreationDate", "ModDate", "Creator")
_MAX_FIELD: Final = 2_000  # bytes
_UPRIGHT: Final = 0.1  # radians; text at a larger angle is a stamp or a watermark

_WIDE: Final = 0.5  # of the page: shorter lines do not contain columns
_GAP: Final = 1.2  # times the font size; justified text stretches spaces to half of that
_BOLD: Final = 600
_LINE_END = re.compile("(?<=[\ufffe\x02])")  # PDFium's mark for a hyphen at the end of a line

# left, bottom, right, top, whether bold, whether in the row of the line before, text
LineFields = tuple[float, float, float, float, int, int, str]


def main() -> None:
    """Read the PDF on standard input."""
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 1))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    import pypdfium2_raw as pdfium

    resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY, MAX_MEMORY))
    body = sys.stdin.buffer.read()
    resource.setrlimit(resource.RLIMIT_NOFILE, (0, 0))  # no files, whatever the PDF contains
    pdfium.FPDF_InitLibrary()
    document = pdfium.FPDF_LoadMemDocument64(body, len(body), None)
    if not document:
        _write({"error": int(pdfium.FPDF_GetLastError())})
        return
    count = pdfium.FPDF_GetPageCount(document)
    _write({"pages": count, "about": dict(_metadata(pdfium, document))})
    chars = count_of_lines = 0
    for number in range(min(count, MAX_PAGES)):
        if (
            chars > MAX_CHARS
            or count_of_lines > _MAX_LINES
            or time.process_time() > _SOFT_CPU_SECONDS
        ):
            return
        lines = _page(pdfium, document, number)
        count_of_lines += len(lines)
        chars += sum(len(line[-1]) for line in lines)
        _write(lines)


def _write(value: object) -> None:
    sys.stdout.write(json.dumps(value))
    sys.stdout.write("\n")
    sys.stdout.flush()


def _metadata(pdfium: Any, document: Any) -> Iterator[tuple[str, str]]:
    buffer = create_string_buffer(_MAX_FIELD + 2)
    for field in _FIELDS:
        size = pdfium.FPDF_GetMetaText(document, field.encode(), buffer, len(buffer))
        if 2 < size <= len(buffer):
            yield field, _decoded(buffer.raw[: size - 2])
    size = pdfium.FPDFCatalog_GetLanguage(document, None, 0)
    if 2 < size <= len(buffer):
        wide = (c_ushort * (size // 2))()
        pdfium.FPDFCatalog_GetLanguage(document, wide, size)
        yield "Lang", _decoded(bytes(wide)[: size - 2])


def _decoded(wide: bytes) -> str:
    return utf_16_le_decode(wide, "replace")[0]  # "utf-16-le" by name would open a file


def _page(pdfium: Any, document: Any, number: int) -> list[LineFields]:
    page = pdfium.FPDF_LoadPage(document, number)
    if not page:
        return []
    text = pdfium.FPDFText_LoadPage(page)
    lines = list(_PdfPage(pdfium, page, text).lines()) if text else []
    pdfium.FPDFText_ClosePage(text)
    pdfium.FPDF_ClosePage(page)
    return lines


class _PdfPage:
    """One page: its characters in drawing order, with their positions."""

    def __init__(self, pdfium: Any, page: Any, text: Any) -> None:
        self._pdfium = pdfium
        self._text = text
        self._rotation = int(pdfium.FPDFPage_GetRotation(page)) % 4
        wide, high = pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)
        self._size = (high, wide) if self._rotation % 2 else (wide, high)  # before rotation
        self._box = pdfium.FS_RECTF()

    def lines(self) -> Iterator[LineFields]:
        """Yield the lines of the page; a wide gap splits a line into pieces."""
        start = 0
        for number, line in enumerate(self._characters().split("\r\n")):
            if number >= _MAX_PAGE_LINES:
                return
            for piece in _LINE_END.split(line):
                yield from self._pieces(start, piece)
                start += len(piece)
            start += 2

    def _characters(self) -> str:
        count = min(self._pdfium.FPDFText_CountChars(self._text), _MAX_PAGE_CHARS)
        buffer = (c_ushort * (count + 1))()
        size = self._pdfium.FPDFText_GetText(self._text, 0, count, buffer)
        return _decoded(bytes(buffer)[: 2 * max(0, size - 1)])

    def _pieces(self, start: int, text: str) -> Iterator[LineFields]:
        if text.isspace() or not text:
            return
        first, last = len(text) - len(text.lstrip()), len(text.rstrip()) - 1
        angle = self._pdfium.FPDFText_GetCharAngle(self._text, self._index(start + first))
        if angle >= 0 and _angle_from_upright(angle + self._rotation * math.pi / 2) > _UPRIGHT:
            return  # a stamp along the margin, or a watermark
        begin, follows = first, 0
        for gap in self._gaps(start, text, first, last):
            yield self._line(start, text, begin, gap - 1, follows)
            begin, follows = gap + 1, 1
        yield self._line(start, text, begin, last, follows)

    def _gaps(self, start: int, text: str, first: int, last: int) -> Iterator[int]:
        """Yield the spaces that are as wide as a gap between columns or table cells."""
        left, bottom, _, top = self._char_box(start + first)
        right = self._char_box(start + last)[2]
        if right - left < _WIDE * self._size[self._rotation % 2]:
            return
        widest = _GAP * (top - bottom)
        # Usually character and text indexes differ by a constant; then none is looked up.
        begin, end = self._index(start + first), self._index(start + last)
        shift = begin - first if end - begin == last - first else None
        space = text.find(" ", first + 1, last)
        while space > 0:
            at = self._index(start + space) if shift is None else space + shift
            if self._span(at + 1)[0] - self._span(at - 1)[1] > widest:
                yield space
            space = text.find(" ", space + 2, last)

    def _span(self, index: int) -> tuple[float, float]:
        """Return where a character begins and ends in reading direction."""
        box = self._box
        self._pdfium.FPDFText_GetLooseCharBox(self._text, index, box)
        match self._rotation:
            case 1:
                return box.bottom, box.top
            case 2:
                return -box.right, -box.left
            case 3:
                return -box.top, -box.bottom
        return box.left, box.right

    def _line(self, start: int, text: str, first: int, last: int, follows: int) -> LineFields:
        middle = (first + last) // 2 + (text[(first + last) // 2] == " ")  # not a superscript
        left, right = self._char_box(start + first)[0], self._char_box(start + last)[2]
        _, bottom, _, top = self._char_box(start + middle)
        weight = self._pdfium.FPDFText_GetFontWeight(self._text, self._index(start + middle))
        bold = int(weight >= _BOLD)
        return left, bottom, right, top, bold, follows, text[first : last + 1]

    def _char_box(self, text_index: int) -> tuple[float, float, float, float]:
        """Return the box of a character after rotation: left, bottom, right, top."""
        self._pdfium.FPDFText_GetLooseCharBox(self._text, self._index(text_index), self._box)
        box = self._box
        edges = (box.left, box.bottom, box.right, box.top)
        left, bottom, right, top = (round(edge, 1) for edge in edges)
        wide, high = self._size
        match self._rotation:
            case 1:
                return bottom, wide - right, top, wide - left
            case 2:
                return wide - right, high - top, wide - left, high - bottom
            case 3:
                return high - top, left, high - bottom, right
        return left, bottom, right, top

    def _index(self, text_index: int) -> int:
        return int(self._pdfium.FPDFText_GetCharIndexFromTextIndex(self._text, text_index))


def _angle_from_upright(angle: float) -> float:
    """Return the angle from upright, in radians."""
    angle %= 2 * math.pi
    return min(angle, 2 * math.pi - angle)


if __name__ == "__main__":
    main()
