"""Extraction: a page in, its article and kind out. The entry point of this package."""

import re
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from functools import partial

from tidings.extract.content import reader_view
from tidings.extract.content.blocks import PageBlocks, blocks_of
from tidings.extract.content.body import ArticleBody, body_of
from tidings.extract.document import extract_document
from tidings.extract.kinds.kind import verdict_of
from tidings.extract.kinds.script_shell import is_script_shell
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
from tidings.model.web.page import PageKind, PageVerdict
from tidings.model.web.reason import Reason
from tidings.read.characters.charset import unmarked_utf16
from tidings.read.documents.document_formats import is_document, read_document
from tidings.read.pages.html import Html, canonical_link, html_language, parse_html
from tidings.read.pages.jsonld import LinkedData, linked_data
from tidings.read.rights.robots_tags import robots_meta
from tidings.read.url import canonical
from tidings.text.language.detection import is_in_language, language_of

_MAX_CHARS = 5 * 1024 * 1024  # the most that `fetch` accepts
_MAX_TEXT = 1_000_000
_MIN_JSON_LD_TEXT = 400  # characters from which JSON-LD outranks a page that shows half of it

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
    """Return the contents of a page or another document, or why it is neither.

    `charset` and `content_type` come from the server; `method` is how to find the text; `memory`
    is what was learned from other pages of the site; `seen` is when the page was first fetched,
    if dates are to be checked against it.
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
    """Return the contents of a parsed page; the tree is not changed.

    `listed` says that a feed or a news sitemap of the site lists the page as an article; `memory`
    is what was learned from other pages of the site; `method` is how to find the text; `seen` is
    when the page was first fetched, against which dates are checked.
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
    site: str = "",
) -> tuple[Extraction, Callable[[], MemoryUpdate]]:
    """Return the contents of a parsed page, and a function for what it adds to the site memory.

    `seen` is when the page was first fetched, `dated` the date given by a feed, `site` the name
    of the site.
    """
    found = blocks_of(page)
    data = linked_data(page)
    window = DateWindow(seen or datetime.now(UTC), seen)
    meta = metadata_of(page, found, data, window, dated, site)
    json_ld_text = _json_ld_text(data)
    repeated = memory.repeated_except(meta.title, meta.standfirst)
    body = body_of(found, meta.title, repeated, json_ld_text)
    traits = traits_of(page, found, body, data, meta)
    own_verdict = verdict_of(traits, listed=listed)
    odds = memory.template_odds(page.url) if page.url else (0, 0, 0)
    verdict = verdict_of(traits, listed=listed, odds=odds) if any(odds) else own_verdict
    text, origin = _text(found, body, json_ld_text)
    needs_script = origin == "blocks" and is_script_shell(page, found)
    if needs_script:
        verdict = own_verdict = PageVerdict(PageKind.VALUELESS, 1.0, (Reason.NEEDS_JAVASCRIPT,))
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
        needs_script=needs_script,
        signals=(
            *meta.signals,
            *images_from,
            *((("canonical", "link canonical"),) if own_address else ()),
            ("text", origin),
            ("language", language_from),
        ),
    )
    # A verdict that used the site memory must not update it.
    return extraction, partial(memory_update_of, page.url, found, body, own_verdict)


def _json_ld_text(data: LinkedData) -> str:
    """The text in JSON-LD, if it is long enough for an article."""
    linked = main_article(data)
    text = linked.article_body if linked else ""
    return text if len(text) >= _MIN_JSON_LD_TEXT else ""


def _text(found: PageBlocks, body: ArticleBody, json_ld_text: str) -> tuple[str, str]:
    """The visible text of the body, or that of JSON-LD if the page shows less than half of it."""
    visible = body.text(found)
    if len(visible) * 2 < len(json_ld_text):
        return json_ld_text[:_MAX_TEXT], "json-ld articleBody"
    return visible[:_MAX_TEXT], "blocks"


def _images(
    page: Html, found: PageBlocks, body: ArticleBody, meta: Metadata, kind: PageKind
) -> tuple[tuple[str, ...], tuple[tuple[str, str], ...]]:
    """The images of an article, or the declared image of another page, and the signals."""
    declared = (meta.image,) if meta.image else ()
    images = pictures_of(page, found, body, meta.image) if kind is PageKind.ARTICLE else declared
    signals = () if declared or not images else (("image", "body"),)
    return images, (*signals, ("images", "body")) if len(images) > len(declared) else ()


def _reader(page: Html, found: PageBlocks, body: ArticleBody, text: str, origin: str) -> str:
    if origin == "blocks":
        return reader_view.reader_html(page, found, body)
    return reader_view.text_html(text)


def _language(page: Html, text: str, kind: PageKind) -> tuple[str | None, str]:
    """The language of the text; for a page that is not an article, the declared one is enough."""
    declared = html_language(page)
    if declared and kind is not PageKind.ARTICLE:
        return declared, "html lang"
    if declared and is_in_language(text, declared):
        return declared, "text"  # most pages: markup and text agree
    language = language_of(text)
    if language != "und":
        return language, "text"
    return declared, "html lang" if declared else ""
