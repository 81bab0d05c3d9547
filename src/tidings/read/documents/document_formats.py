"""Recognises documents that are not web pages by their first bytes, and reads them.

The address and the content type only decide between text and Markdown, which look alike. Readers
are imported on first use, which for most sites is never.
"""

import re
from typing import Final

from tidings.model.articles.article import UnreadablePage
from tidings.model.web.document import TextDocument
from tidings.model.web.reason import Reason
from tidings.read.characters.charset import decode

_PDF: Final = b"%PDF-"
_PDF_WITHIN: Final = 1024  # some servers put white space or a stray header before it
_ZIP: Final = b"PK\x03\x04"
_OLD_OFFICE: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_RICH_TEXT: Final = b"{\\rtf"
_ENCRYPTED: Final = "EncryptedPackage".encode("utf-16-le")
_HEAD: Final = 65_536
_MAX_TEXT_BYTES: Final = 2_000_000  # decoded at once; less of it is kept

_TAG = re.compile(
    r"<(?:!doctype|/?(?:html|head|title|meta|link|body|div|p|br|span|a|h[1-6]|table|tr|td|ul|ol|li|"
    r"article|section|main|header|nav|img|script|style|iframe|form|center|font|b|i|em|strong|pre|"
    r"noscript|frameset|svg|base|blockquote)\b)[^<]{0,4000}?>|<\?xml\b|<!--",
    re.IGNORECASE,
)
_ROOT_TAG = re.compile(rb"<(?:!doctype\s+html|html|head)\b", re.IGNORECASE)
_COMMON_TAG = re.compile(
    rb"<(?:!doctype\s+html|html|head|meta|title|body|script|div|p|a|br|h[1-6]|table)[\s>]",
    re.IGNORECASE,
)
_PAGE_WITHIN: Final = 4_096
_ROOT = re.compile(r"\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype|html|head|body)\b", re.IGNORECASE)
_MARKDOWN_NAME = re.compile(r"\.(?:md|markdown|mdown)(?:$|[?#])", re.IGNORECASE)
_HEADING = re.compile(r"^(?:\ufeff?#{1,6} +\S|[^\n]{3,100}\n(?:={3,}|-{3,})[ \t]*$)", re.MULTILINE)
_MARKS = tuple(
    re.compile(pattern, re.MULTILINE)
    for pattern in (
        r"\[[^]\n]{1,200}\]\([^)\s]{1,500}\)",
        r"^(?:[*+-]|\d{1,2}[.)]) +\S",
        r"\*\*\S[^*\n]{0,200}\*\*",
        r"^```",
        r"^> \S",
    )
)  # fmt: skip


def is_document(body: bytes) -> bool:
    """Return whether a body is a PDF or an office document, by its first bytes."""
    return _is_pdf(body) or body.startswith((_ZIP, _OLD_OFFICE)) or _is_rich_text(body)


def _is_pdf(body: bytes) -> bool:
    start = body.find(_PDF, 0, _PDF_WITHIN)
    return start == 0 or (start > 0 and b"<" not in body[:start])


def _is_rich_text(body: bytes) -> bool:
    return body[:64].lstrip(b"\xef\xbb\xbf \t\r\n").startswith(_RICH_TEXT)


def read_document(
    body: bytes | str, url: str = "", content_type: str = "", charset: str | None = None
) -> TextDocument | UnreadablePage | None:
    """Return the document or why it cannot be read, or None for a web page."""
    if isinstance(body, bytes):
        if _is_pdf(body):
            from tidings.read.documents.pdf import read_pdf

            return read_pdf(body)
        if body.startswith(_ZIP):
            from tidings.read.office.office_formats import read_office_file

            return read_office_file(body)
        if body.startswith(_OLD_OFFICE):
            return _old_office(body)
        if _is_rich_text(body):
            from tidings.read.documents.rich_text import read_rich_text

            return read_rich_text(body)
    return _read_text(body, url, content_type, charset)


def _old_office(body: bytes) -> UnreadablePage:
    if _ENCRYPTED in body:  # OOXML with a password uses the old container
        return UnreadablePage(Reason.ENCRYPTED, "an office document")
    return UnreadablePage(Reason.NOT_HTML, "an old binary office document (.doc, .xls, .ppt)")


def _read_text(
    body: bytes | str, url: str, content_type: str, charset: str | None
) -> TextDocument | None:
    is_named_markdown = bool(_MARKDOWN_NAME.search(url)) or content_type == "text/markdown"
    page_tag = _ROOT_TAG if is_named_markdown else _COMMON_TAG
    if isinstance(body, bytes) and page_tag.search(body, 0, _PAGE_WITHIN):
        return None  # most pages; costs a microsecond
    head = decode(body[:_HEAD], charset) if isinstance(body, bytes) else body[:_HEAD]
    if _ROOT.match(head.removeprefix("\ufeff")):
        return None
    if not is_named_markdown and _TAG.search(head):
        return None
    cut = body[:_MAX_TEXT_BYTES]
    text = decode(cut, charset) if isinstance(cut, bytes) else cut
    if is_named_markdown or _looks_like_markdown(head):
        from tidings.read.documents.markdown import read_markdown

        return read_markdown(text)
    from tidings.read.documents.plain_text import read_plain_text

    return read_plain_text(text)


def _looks_like_markdown(head: str) -> bool:
    """Return whether there is a heading and a mark, or three kinds of marks; text may have one."""
    head = head[:20_000]
    kinds = sum(1 for mark in _MARKS if mark.search(head))
    return kinds + 2 * bool(_HEADING.search(head)) >= 3
