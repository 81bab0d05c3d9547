"""PDF documents: lines of text from a child process, turned into passages; nothing is rendered."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta, timezone
from typing import Any, Final

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.document import DocumentFormat, DocumentMetadata, TextDocument
from tidings.model.web.reason import Reason
from tidings.read.characters.one_line_text import one_line
from tidings.read.documents.pdf_lines import PdfLine, in_reading_order
from tidings.read.documents.pdf_paragraphs import passages_of
from tidings.read.documents.pdfium import CPU_SECONDS, MAX_PAGES
from tidings.read.office.properties import keywords_in, split_values
from tidings.read.passages.passage_collector import (
    ONLY_ITS_BEGINNING,
    DocumentLimit,
    PassageCollector,
)

_WALL_SECONDS: Final = 15  # the child may wait for the CPU; less than the workers' own limit
_MIN_LETTERS: Final = 10  # in total; fewer come from a scanner
_PASSWORD, _SECURITY = 4, 5  # PDFium's errors; all others are damage
_DATE = re.compile(
    r"(?:D:)?\s*(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?\s*(?:([+\-Z])(\d\d)?'?(\d\d)?)?"
)


def read_pdf(body: bytes) -> TextDocument | UnreadablePage:
    """Return the text of a PDF, or why there is none; costs a child process and a second of CPU."""
    try:
        child = subprocess.run(
            [sys.executable, "-m", "tidings.read.documents.pdfium"],
            input=body,
            capture_output=True,
            timeout=_WALL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return UnreadablePage(Reason.TOO_LARGE, f"a PDF that takes over {_WALL_SECONDS} s to read")
    head, *pages = _child_output(child.stdout)
    if "error" in head:
        return _refusal(head["error"])
    if not pages and (child.returncode or not head):
        return _stopped(child.returncode)
    return _document(head, [[PdfLine(*line) for line in page] for page in pages])


def _child_output(output: bytes) -> list[Any]:
    """Return the child's complete output lines; it may have been stopped."""
    values = [json.loads(line) for line in output.splitlines(keepends=True) if line.endswith(b"\n")]
    return values or [{}]


def _refusal(error: int) -> UnreadablePage:
    if error in (_PASSWORD, _SECURITY):
        return UnreadablePage(Reason.ENCRYPTED, "a PDF")
    return UnreadablePage(Reason.BROKEN, "a PDF that is cut short or damaged")


def _stopped(code: int) -> UnreadablePage:
    if code == -signal.SIGXCPU:
        return UnreadablePage(Reason.TOO_LARGE, f"a PDF that takes over {CPU_SECONDS} s to read")
    return UnreadablePage(Reason.TOO_LARGE, "a PDF that needs more memory than is allowed")


def _document(
    head: Mapping[str, Any], pages: Sequence[Sequence[PdfLine]]
) -> TextDocument | UnreadablePage:
    ordered = in_reading_order(pages)
    passages, headline = passages_of(ordered)
    collector, is_whole = PassageCollector(), len(pages) >= head["pages"]
    try:
        for passage in passages:
            collector.add(passage.kind, passage.text, passage.level)
    except DocumentLimit:
        is_whole = False
    letters = sum(map(str.isalpha, "".join(passage.text for passage in collector.passages[:100])))
    if letters < _MIN_LETTERS:
        return UnreadablePage(Reason.NO_TEXT, f"a PDF of {_page_count(head['pages'])}")
    return TextDocument(
        DocumentFormat.PDF,
        tuple(collector.passages),
        _metadata(head["about"]),
        headline,
        "" if is_whole else _cut_note(len(pages), head["pages"]),
    )


def _page_count(pages: int) -> str:
    return "one page" if pages == 1 else f"{pages:,} pages"


def _cut_note(read: int, pages: int) -> str:
    if read < pages:
        return f"only its first {_page_count(min(read, MAX_PAGES))} of {pages:,} were read"
    return ONLY_ITS_BEGINNING


def _metadata(fields: Mapping[str, str]) -> DocumentMetadata:
    texts = {name: one_line(text, 500) for name, text in fields.items()}
    return DocumentMetadata(
        title=texts.get("Title", ""),
        authors=split_values(texts.get("Author", ""), ";"),
        created=pdf_date(texts.get("CreationDate", "")),
        modified=pdf_date(texts.get("ModDate", "")),
        language=texts.get("Lang", ""),
        keywords=keywords_in(texts.get("Keywords", "")),
        subject=texts.get("Subject", ""),
    )


def pdf_date(text: str) -> datetime | None:
    """Return the moment of a PDF's date (ISO 32000, 7.9.4), which may end after any part."""
    match = _DATE.match(text)
    if match is None:
        return None
    year, *rest = (int(part) if part else None for part in match.groups()[:6])
    month, day, hour, minute, second = (part if part is not None else first for part, first in
                                        zip(rest, (1, 1, 0, 0, 0), strict=True))  # fmt: skip
    offset = timedelta(hours=int(match[8] or 0), minutes=int(match[9] or 0))
    try:
        zone = timezone(-offset if match[7] == "-" else offset)
        return datetime(year or 0, month, day, hour, minute, min(second, 59), tzinfo=zone)
    except ValueError:
        return None
