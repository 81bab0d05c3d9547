"""What a page declares about itself: JSON-LD, then meta, then h1; a baseline without body."""

import json
from collections.abc import Iterator
from datetime import date
from typing import Any

from selectolax.lexbor import LexborHTMLParser

from tidings.evaluate.pages.extractor import Extractor, ExtractorAnswer

_ARTICLES = ("Article", "NewsArticle", "BlogPosting", "ReportageNewsArticle", "LiveBlogPosting")


def _answer(body: bytes, url: str | None) -> ExtractorAnswer:
    tree = LexborHTMLParser(body)
    data = next(_articles(tree), {})
    titles = (
        data.get("headline"),
        _meta(tree, "og:title"),
        _text(tree, "h1"),
        _text(tree, "title"),
    )
    days = (data.get("datePublished"), _meta(tree, "article:published_time"), _meta(tree, "date"))
    return ExtractorAnswer(
        title=next((title for title in titles if isinstance(title, str) and title), ""),
        day=next((day for day in map(_day, days) if day), None),
        authors=tuple(_names(data.get("author"))) or tuple(_names(_meta(tree, "author"))),
    )


def _articles(tree: LexborHTMLParser) -> Iterator[dict[str, Any]]:
    for script in tree.css('script[type="application/ld+json"]'):
        try:
            data = json.loads(script.text())
        except ValueError:
            continue
        yield from _typed(data)


def _typed(data: Any) -> Iterator[dict[str, Any]]:
    if isinstance(data, list):
        for each in data:
            yield from _typed(each)
    elif isinstance(data, dict):
        kinds = data.get("@type")
        if any(kind in _ARTICLES for kind in (kinds if isinstance(kinds, list) else [kinds])):
            yield data
        yield from _typed(data.get("@graph"))


def _meta(tree: LexborHTMLParser, name: str) -> str:
    node = tree.css_first(f'meta[property="{name}"], meta[name="{name}"]')
    return (node.attributes.get("content") or "") if node else ""


def _text(tree: LexborHTMLParser, tag: str) -> str:
    node = tree.css_first(tag)
    return " ".join(node.text().split()) if node else ""


def _day(text: object) -> date | None:
    try:
        return date.fromisoformat(str(text)[:10]) if text else None
    except ValueError:
        return None


def _names(author: Any) -> Iterator[str]:
    if isinstance(author, list):
        for each in author:
            yield from _names(each)
    elif isinstance(author, dict):
        yield from _names(author.get("name"))
    elif isinstance(author, str) and author.strip():
        yield author.strip()


DECLARED = Extractor("declared", _answer)
