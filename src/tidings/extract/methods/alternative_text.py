"""Replaces a page's text with what one of the published methods finds.

Title, dates and everything else stay as `article.py` found them. Only the text changes and,
because keen tags include a rule for it, whether the page is an article.
"""

from dataclasses import replace

from tidings.extract.content.blocks import blocks_of
from tidings.extract.content.reader_view import text_html
from tidings.extract.methods.dom_cleaner import dom_text
from tidings.extract.methods.keen_tags import PagePart, keen_part
from tidings.extract.methods.plateau import plateau_text
from tidings.model.articles.article import Extraction
from tidings.model.articles.extraction_method import ExtractionMethod
from tidings.model.web.page import PageKind, PageVerdict
from tidings.read.pages.html import Html

_MAX_TEXT = 1_000_000
_MAX_SOURCE = 1_000_000  # bytes …
_MAX_TAGS = 40_000  # … and tags: these methods visit each in Python

_NAMES = {
    ExtractionMethod.KEEN: "keen tags",
    ExtractionMethod.DOM: "dom",
    ExtractionMethod.PLATEAU: "plateau",
}
_NOTHING = {
    ExtractionMethod.KEEN: "no part of the page has text",
    ExtractionMethod.DOM: "no element has enough promising paragraphs or text",
    ExtractionMethod.PLATEAU: "the page has no words",
}


def with_alternative_text(
    page: Html,
    extraction: Extraction,
    method: ExtractionMethod,
    keen_tags: frozenset[str] = frozenset(),
) -> Extraction:
    """Return the extraction with the text that another method finds, and its signal.

    `keen_tags` are those learned for the page's site.
    """
    if method is ExtractionMethod.BEST:
        return extraction
    text, verdict = _alternative_text(page, extraction.verdict, method, keen_tags)
    text = text[:_MAX_TEXT]
    origin = _NAMES[method] if text else f"{_NAMES[method]}: {_NOTHING[method]}"
    signals = [(name, origin if name == "text" else was) for name, was in extraction.signals]
    return replace(
        extraction,
        text=text,
        verdict=verdict,
        html=text_html(text) if verdict.kind is PageKind.ARTICLE else "",
        signals=tuple(signals),
    )


def _alternative_text(
    page: Html, ours: PageVerdict, method: ExtractionMethod, keen_tags: frozenset[str]
) -> tuple[str, PageVerdict]:
    if method is ExtractionMethod.DOM:
        return dom_text(blocks_of(page)), ours
    tags = page.tree.raw_html[:_MAX_SOURCE].split(b"<", _MAX_TAGS)[:_MAX_TAGS]
    source = b"<".join(tags).decode("utf-8", "replace")
    if method is ExtractionMethod.PLATEAU:
        return plateau_text(source), ours
    found = keen_part(source, keen_tags)
    return found.text, keen_verdict(found.part, ours)


def keen_verdict(part: PagePart, ours: PageVerdict) -> PageVerdict:
    """Return the verdict of the keen tags rule for a page with this best part.

    The rule says article or not, without a confidence. For other pages our own verdict decides
    between index and valueless; if that was article, many links mean index.
    """
    reason = f"its richest part has {part.score} characters and {part.links} links"
    if part.is_article:
        return PageVerdict(PageKind.ARTICLE, 1.0, (reason,))
    if ours.kind is not PageKind.ARTICLE:
        return replace(ours, reasons=(reason, *ours.reasons))
    return PageVerdict(PageKind.INDEX if part.is_linked else PageKind.VALUELESS, 1.0, (reason,))
