"""Reads a page as the peer does: trafilatura for the article, gzip for the copy; opens no files."""

import gzip
from dataclasses import dataclass
from urllib.parse import urlsplit

import trafilatura

_LEVEL = 2  # as in Tidings' archive


@dataclass(frozen=True, slots=True)
class Page:
    """A page as it was fetched."""

    url: str
    status: int
    encoding: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Row:
    """An article as the peer keeps it."""

    url: str
    source: str
    title: str
    date: str
    author: str
    text: str


def row_of(page: Page) -> Row | None:
    """Return the article that trafilatura finds with its default settings, or None."""
    html = page.body.decode(page.encoding, "replace")
    document = trafilatura.bare_extraction(html, url=page.url, with_metadata=True)
    if document is None or isinstance(document, dict) or not document.text:
        return None
    return Row(
        url=page.url,
        source=urlsplit(page.url).netloc,
        title=document.title or "",
        date=document.date or "",
        author=document.author or "",
        text=document.text,
    )


def copy_of(page: Page) -> bytes:
    """Return the raw page as a gzip member."""
    head = f"{page.url} {page.status} {len(page.body)}\r\n\r\n".encode()
    return gzip.compress(head + page.body + b"\r\n\r\n", _LEVEL)


def read_page(page: Page) -> tuple[bytes, Row | None]:
    """Return a page's copy for the archive and its article; runs in the pool."""
    return copy_of(page), row_of(page)
