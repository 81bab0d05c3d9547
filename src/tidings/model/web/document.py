"""Documents other than web pages (PDF, Word, Markdown …), as parsed."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class DocumentFormat(StrEnum):
    """The document formats that we read, by their common names."""

    PDF = "PDF"
    WORD = "Word"  # OOXML, like the next one
    SLIDES = "PowerPoint"
    OPEN_TEXT = "OpenDocument text"
    OPEN_SLIDES = "OpenDocument presentation"
    RICH_TEXT = "RTF"
    MARKDOWN = "Markdown"
    PLAIN = "plain text"


class PassageKind(StrEnum):
    """The kind of a passage, as far as the format marks it."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"  # with a level from 1
    ITEM = "item"  # of a list; its level is the number of enclosing lists
    NUMBERED = "numbered"  # the same, of a numbered list
    ROW = "row"  # of a table, cells separated by tabs
    QUOTE = "quote"
    CODE = "code"  # with its line breaks


@dataclass(frozen=True, slots=True)
class DocumentPassage:
    """One paragraph, heading, item or row, cleaned, without line breaks unless it is code."""

    kind: PassageKind
    text: str
    level: int = 0


@dataclass(frozen=True, slots=True)
class DocumentMetadata:
    """A document's metadata as written. Any of it may be wrong."""

    title: str = ""
    authors: tuple[str, ...] = ()
    created: datetime | None = None
    modified: datetime | None = None
    language: str = ""  # with or without a country
    keywords: tuple[str, ...] = ()
    subject: str = ""


NO_METADATA = DocumentMetadata()


@dataclass(frozen=True, slots=True)
class TextDocument:
    """A parsed document: its passages in order, and its metadata."""

    format: DocumentFormat
    passages: tuple[DocumentPassage, ...]
    about: DocumentMetadata = NO_METADATA
    headline: str = ""  # the visible title, found by style or font size
    cut: str = ""  # a message about what was left out because of size limits
