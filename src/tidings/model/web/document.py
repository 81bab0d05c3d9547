"""Documents that are no web pages (PDF, Word, Markdown …) as reading them yields."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class DocumentFormat(StrEnum):
    """The formats that we read, as people call them."""

    PDF = "PDF"
    WORD = "Word"  # OOXML, as all of them below
    SLIDES = "PowerPoint"
    OPEN_TEXT = "OpenDocument text"
    OPEN_SLIDES = "OpenDocument presentation"
    RICH_TEXT = "RTF"
    MARKDOWN = "Markdown"
    PLAIN = "plain text"


class PassageKind(StrEnum):
    """What a passage is to its readers, as far as the format tells."""

    PARAGRAPH = "paragraph"
    HEADING = "heading"  # with a level from 1
    ITEM = "item"  # of a list; its level counts the lists around that one
    NUMBERED = "numbered"  # likewise, of a list that counts
    ROW = "row"  # of a table, its cells parted by tabs
    QUOTE = "quote"
    CODE = "code"  # line breaks and all


@dataclass(frozen=True, slots=True)
class DocumentPassage:
    """One paragraph, heading, item or row, cleaned, without line breaks unless it is code."""

    kind: PassageKind
    text: str
    level: int = 0


@dataclass(frozen=True, slots=True)
class DocumentMetadata:
    """What a document's metadata says about it, as written; any of it may be rubbish."""

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
    """A document that was read: its passages in order, and what it says about itself."""

    format: DocumentFormat
    passages: tuple[DocumentPassage, ...]
    about: DocumentMetadata = NO_METADATA
    headline: str = ""  # what stands on it as its title: by style, or by size of type
    cut: str = ""  # what was left out for being too much, in words
