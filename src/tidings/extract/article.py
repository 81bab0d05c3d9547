"""Extraction: a page in, its article and kind out; the room's front door."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from tidings.extract.content import reader_view
from tidings.extract.content.blocks import PageBlocks, blocks_of
from tidings.extract.content.body import ArticleBody, body_of
from tidings.extract.document import extract_document
from tidings.extract.kinds.kind import verdict_of
from tidings.extract.kinds.traits import traits_of
from tidings.extract.metadata.page_metadata import Metadata, main_article, metadata_of
from tidings.extract.metadata.pictures import pictures_of
from tidings.extract.metadata.publication_date import DateWindow
from tidings.extract.methods.alternative_text import with_alternative_text
from tidings.extract.site_memory.memory import (
    EMPTY_SITE_MEMORY,
    MemoryUpdate,
    SiteMemory,
    memory_update_of,
)
from tidings.model.articles.article import Extraction, UnreadablePage
from tidings.model.articles.extraction_method import ExtractionMethod
from tidings.model.web.document import TextDocument
from tidings.model.web.page import PageKind
from tidings.model.web.reason import Reason
from tidings.read.characters.charset import unmarked_utf16
from tidings.read.documents.document_formats import is_document, read_document
from tidings.read.pages.html import Html, canonical_link, html_language, parse_html
from tidings.read.pages.jsonld import LinkedData, linked_data
from tidings.read.rights.robots_tags import robots_meta
from tidings.read.url import canonical
from tidings.text.language.detection import is_in_language, language_of

_MAX_CHARS = 5 * 1024 * 1024  # what fetch lets through
_MAX_TEXT = 1_000_000
_LINKED_BODY = 400  # characters from which a JSON-LD body outranks a page that shows half of it

_MAGIC = {
    b"\x89PNG": "a PNG image",
    b"\xff\xd8\xff": "a JPEG image",
    b"GIF8": "a GIF image",
    b"RIFF": "a RIFF medium",
    b"\x1f\x8b": "gzip data",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a RAR archive",
    b"MZ": "a program",
    b"\x7fELF": "a program",
    b"OggS": "an Ogg medium",
    b"ID3": "an MP3 file",
    b"wOFF": "a font",
}
_FEED = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,500}?-->\s*)?<(rss|feed|rdf:RDF|urlset|sitemapindex|opml|svg)\b",
    re.IGNORECASE | re.DOTALL,
)
_JSON = re.compile(r"\s*(?:\{\s*[\"}]|\[\s*[\[{\"\d\]])")
_CONTROLS = bytes(set(range(32)) - set(b"\t\n\r\f\x1b"))


def extract(
    html: str | bytes,
    url: str | None = None,
    charset: str | None = None,
    *,
    content_type: str = "",
    method: ExtractionMethod = ExtractionMethod.BEST,
    memory: SiteMemory = EMPTY_SITE_MEMORY,
    seen: datetime | None = None,
) -> Extraction | UnreadablePage:
    """Return what a page or another document holds, or why it is neither.

    `charset` and `content_type` are what the server said; `method` is how to find the text;
    `memory` what its site has taught us; `seen` when the page was first fetched, if dates are to
    be measured against it.
    """
    if unreadable := unreadable_of(html):
        return unreadable
    address = canonical(url) if url else None
    document = read_document(html, address or "", content_type, charset)
    if isinstance(document, TextDocument):
        return extract_document(document, address or "", seen=seen)
    if document is not None:
        return document
    return extract_html(
        parse_html(html[:_MAX_CHARS], address or "", charset),
        method=method,
        memory=memory,
        seen=seen,
    )


def unreadable_of(body: str | bytes) -> UnreadablePage | None:
    """Return why a body cannot be a page or a document, or None if it can."""
    if not body or body.isspace():
        return UnreadablePage(Reason.EMPTY)
    if isinstance(body, bytes):
        if is_document(body):
            return None
        if detail := _binary(body):
            return UnreadablePage(Reason.NOT_HTML, detail)
        head = body[:1024].decode("utf-8", "replace")
    else:
        head = body[:1024]
    head = head.removeprefix("\ufeff")
    if match := _FEED.match(head):
        return UnreadablePage(Reason.NOT_HTML, f"XML with the root {match[1].lower()}")
    if _JSON.match(head):
        return UnreadablePage(Reason.NOT_HTML, "JSON")
    return None


def _binary(body: bytes) -> str:
    if body.startswith(tuple(_MAGIC)):
        return next(words for magic, words in _MAGIC.items() if body.startswith(magic))
    if body[4:8] == b"ftyp":
        return "an MP4 medium"
    head = body[:2048]
    if head.startswith((b"\xff\xfe", b"\xfe\xff")) or unmarked_utf16(head):
        return ""  # UTF-16 is full of zeros
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return "binary data" if controls * 12 > len(head) else ""


def extract_html(
    page: Html,
    x_robots_tag: Sequence[str] = (),
    *,
    listed: bool = False,
    memory: SiteMemory = EMPTY_SITE_MEMORY,
    method: ExtractionMethod = ExtractionMethod.BEST,
    seen: datetime | None = None,
) -> Extraction:
    """Return what a parsed page holds; the tree is left as it is.

    `listed` says that a feed or a news sitemap of its site calls the page an article; `memory` is
    what its site's other pages have taught; `method` is how to find the text; `seen` is when the
    page was first fetched, which dates are measured against.
    """
    extraction, _ = extract_html_with_update(
        page, x_robots_tag, listed=listed, memory=memory, seen=seen
    )
    return with_alternative_text(page, extraction, method, memory.keen_tags)


def extract_html_with_update(
    page: Html,
    x_robots_tag: Sequence[str] = (),
    *,
    listed: bool = False,
    memory: SiteMemory = EMPTY_SITE_MEMORY,
    seen: datetime | None = None,
    dated: datetime | None = None,
) -> tuple[Extraction, Callable[[], MemoryUpdate]]:
    """Return what a parsed page holds, and on demand what it teaches about its site.

    `seen` is when the page was first fetched, `dated` the date that a feed gave it.
    """
    found = blocks_of(page)
    data = linked_data(page)
    meta = metadata_of(page, found, data, DateWindow(seen or datetime.now(UTC), seen), dated)
    told = _json_ld_text(data)
    chrome = memory.chrome(meta.title, meta.standfirst)
    body = body_of(found, meta.title, chrome, told)
    traits = traits_of(page, found, body, data, meta)
    own_verdict = verdict_of(traits, listed=listed)
    odds = memory.template_odds(page.url) if page.url else (0, 0, 0)
    verdict = verdict_of(traits, listed=listed, odds=odds) if any(odds) else own_verdict
    text, origin = _text(found, body, told)
    language, language_from = _language(page, text or meta.title, verdict.kind)
    own_address = canonical_link(page)
    images, images_from = _images(page, found, body, meta, verdict.kind)
    extraction = Extraction(
        verdict=verdict,
        title=meta.title,
        text=text,
        html=_reader(page, found, body, text, origin) if verdict.kind is PageKind.ARTICLE else "",
        standfirst=meta.standfirst,
        published=meta.published,
        modified=meta.modified,
        authors=meta.authors,
        language=language,
        section=meta.section,
        tags=meta.tags,
        image=next(iter(images), None),
        images=images,
        canonical=own_address,
        publisher=meta.publisher,
        accessible_for_free=meta.accessible_for_free,
        robots=robots_meta(page, x_robots_tag),
        signals=(
            *meta.signals,
            *images_from,
            *((("canonical", "link canonical"),) if own_address else ()),
            ("text", origin),
            ("language", language_from),
        ),
    )
    # What a site's habit decided must not teach the habit.
    return extraction, partial(memory_update_of, page.url, found, body, own_verdict)


def _json_ld_text(data: LinkedData) -> str:
    """The text that JSON-LD gives, if it is long enough to be one."""
    linked = main_article(data)
    told = linked.article_body if linked else ""
    return told if len(told) >= _LINKED_BODY else ""


def _text(found: PageBlocks, body: ArticleBody, told: str) -> tuple[str, str]:
    """The body's text: as seen, or from JSON-LD where the page shows less than half of it."""
    seen = body.text(found)
    if len(seen) * 2 < len(told):
        return told[:_MAX_TEXT], "json-ld articleBody"
    return seen[:_MAX_TEXT], "blocks"


def _images(
    page: Html, found: PageBlocks, body: ArticleBody, meta: Metadata, kind: PageKind
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The pictures of an article, of other pages the one that stands for them, and the signals."""
    told = (meta.image,) if meta.image else ()
    images = pictures_of(page, found, body, meta.image) if kind is PageKind.ARTICLE else told
    signals = () if told or not images else (("image", "body"),)
    return images, (*signals, ("images", "body")) if len(images) > len(told) else ()


def _reader(page: Html, found: PageBlocks, body: ArticleBody, text: str, origin: str) -> str:
    if origin == "blocks":
        return reader_view.reader_html(page, found, body)
    return reader_view.text_html(text)


def _language(page: Html, text: str, kind: PageKind) -> tuple[str | None, str]:
    """The language of the text; of a page without an article, what it claims is good enough."""
    claimed = html_language(page)
    if claimed and kind is not PageKind.ARTICLE:
        return claimed, "html lang"
    if claimed and is_in_language(text, claimed):
        return claimed, "text"  # most pages: two that agree need no further reading
    language = language_of(text)
    if language != "und":
        return language, "text"
    return claimed, "html lang" if claimed else ""
