"""JSON-LD: the article-like objects on a page; other types are only listed."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from html import unescape
from typing import TypeAlias

from tidings.read.characters.invisible_characters import visible_text
from tidings.read.dates.date_parser import parse_date
from tidings.read.pages.html import Html

Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
JsonObject: TypeAlias = dict[str, Json]

_MAX_BYTES = 1_000_000  # of one script; live blogs reach 400 KB
_MAX_SCRIPTS = 30
_MAX_OBJECTS = 2_000
_MAX_BODY = 500_000
_MAX_LIST = 50
_MAX_MEMBERS = 500  # of a list of articles

_ARTICLE = re.compile(
    r"(?:\w*Article|\w*BlogPosting|Report\w*|Review\w*|OpinionPiece|\w*NewsStory|PressRelease)$"
)
_OPENINGS = ("<!--", "//<![CDATA[", "// <![CDATA[", "/*<![CDATA[*/", "/* <![CDATA[ */", "<![CDATA[")
_CLOSINGS = (";", "-->", "//]]>", "// ]]>", "/*]]>*/", "/* ]]> */", "]]>")
_TRAILING_COMMA = re.compile(r",\s*(?=[}\]])")
_MARKUP = re.compile(r"<[^<>]{0,500}>")


@dataclass(frozen=True, slots=True)
class LinkedArticle:
    """An article as its page's JSON-LD describes it; missing fields are empty."""

    types: tuple[str, ...]
    headline: str = ""
    description: str = ""
    published: datetime | None = None
    modified: datetime | None = None
    authors: tuple[str, ...] = ()
    newsrooms: frozenset[str] = frozenset()  # the authors that are organisations
    section: str = ""
    keywords: tuple[str, ...] = ()
    image: str | None = None  # as written
    publisher: str = ""
    article_body: str = ""
    accessible_for_free: bool | None = None
    language: str = ""
    url: str = ""  # as written


@dataclass(frozen=True, slots=True)
class LinkedData:
    """A page's JSON-LD: its articles in order, and all types."""

    articles: tuple[LinkedArticle, ...] = ()
    types: frozenset[str] = frozenset()


def linked_data(html: Html) -> LinkedData:
    """Return the article-like objects of the page and all types, such as ItemList."""
    objects = [(item, _types(item)) for item in _objects(html)]
    by_id = {key: item for item, _ in objects if isinstance(key := item.get("@id"), str)}
    articles = (
        _article(item, types, by_id) for item, types in objects if any(map(_ARTICLE.match, types))
    )
    return LinkedData(tuple(articles), frozenset(name for _, types in objects for name in types))


def listed_changes(html: Html) -> dict[str, datetime | None]:
    """Return when the articles that a page lists were changed, by their addresses as written.

    Of ItemList, Blog, CollectionPage and the like; the page's own object is not listed.
    """
    changes: dict[str, datetime | None] = {}
    for item in _objects(html):
        for member in _members(item):
            address = _text(member.get("url")) or _address(member.get("mainEntityOfPage"))
            changed = parse_date(_text(member.get("dateModified")))
            if address and changed is not None:
                changes[address] = changed
    return changes


def _members(item: JsonObject) -> Iterator[JsonObject]:
    """Yield the articles that an object lists, also wrapped in ListItem."""
    for key in ("itemListElement", "hasPart", "blogPost", "blogPosts"):
        values = item.get(key)
        for value in values[:_MAX_MEMBERS] if isinstance(values, list) else [values]:
            if isinstance(value, dict):
                member = value.get("item")
                yield member if isinstance(member, dict) else value


def _objects(html: Html) -> Iterator[JsonObject]:
    budget = _MAX_OBJECTS
    for script in html.tree.css('script[type*="ld+json" i]')[:_MAX_SCRIPTS]:
        for item in _top_objects(_lenient(script.text())):
            yield item
            budget -= 1
            if budget <= 0:
                return


def _top_objects(value: Json) -> Iterator[JsonObject]:
    """Yield the objects of arrays, @graph and mainEntity, a few levels deep."""
    level: list[Json] = [value]
    for _ in range(5):
        below: list[Json] = []
        for item in level:
            if isinstance(item, list):
                below.extend(item[:_MAX_OBJECTS])
            elif isinstance(item, dict):
                yield item
                below.extend(item[key] for key in ("@graph", "mainEntity") if key in item)
        level = below


def _lenient(text: str) -> Json:
    """Return the value of a script, tolerating the usual JSON mistakes."""
    if len(text) > _MAX_BYTES:
        return None
    text = _without_comment_marks(text)
    for repair in (str, _without_trailing_commas):
        try:
            value: Json = json.loads(repair(text), strict=False)  # control characters are common
        except (ValueError, RecursionError):
            continue
        return value
    return _first_value(text)


def _without_trailing_commas(text: str) -> str:
    return _TRAILING_COMMA.sub("", text)


def _without_comment_marks(text: str) -> str:
    """Return the text without the comment and CDATA marks for old browsers."""
    text = text.strip()
    for mark in _OPENINGS:
        text = text.removeprefix(mark).lstrip()
    for mark in _CLOSINGS:
        text = text.removesuffix(mark).rstrip()
    return text


def _first_value(text: str) -> Json:
    """Return the first of several values in one script, or None."""
    try:
        value: Json = json.JSONDecoder(strict=False).raw_decode(text)[0]
    except (ValueError, RecursionError):
        return None
    return value


def _types(item: JsonObject) -> tuple[str, ...]:
    names = item.get("@type")
    listed = names[:_MAX_LIST] if isinstance(names, list) else [names]
    return tuple(re.split(r"[/#:]", name)[-1] for name in listed if isinstance(name, str))


def _article(
    item: JsonObject, types: tuple[str, ...], by_id: Mapping[str, JsonObject]
) -> LinkedArticle:
    authors = _resolved(item.get("author") or item.get("creator"), by_id)
    return LinkedArticle(
        types=types,
        headline=_text(item.get("headline")) or _text(item.get("name")),
        description=_text(item.get("description")),
        published=parse_date(_text(item.get("datePublished")) or _text(item.get("dateCreated"))),
        modified=parse_date(_text(item.get("dateModified"))),
        authors=tuple(_names(authors)),
        newsrooms=frozenset(_names([author for author in authors if _is_newsroom(author)])),
        section=next(iter(_words(item.get("articleSection"))), ""),
        keywords=tuple(_keywords(item.get("keywords"))),
        image=_address(item.get("image")) or _address(item.get("thumbnailUrl")),
        publisher=next(iter(_names(_resolved(item.get("publisher"), by_id))), ""),
        article_body=_long_text(item.get("articleBody")),
        accessible_for_free=_flag(item.get("isAccessibleForFree")),
        language=_text(item.get("inLanguage")),
        url=_text(item.get("url")) or _address(item.get("mainEntityOfPage")) or "",
    )


def _text(value: Json) -> str:
    if isinstance(value, list) and value:
        value = value[0]
    if isinstance(value, dict):
        value = value.get("@value")
    if not isinstance(value, str | int | float) or isinstance(value, bool):
        return ""
    return visible_text(_MARKUP.sub("", unescape(str(value)[:5_000])))


def _long_text(value: Json) -> str:
    if not isinstance(value, str):
        return ""
    text = unescape(value[:_MAX_BODY])
    lines = (visible_text(line) for line in _MARKUP.sub("\n", text).splitlines())
    return "\n".join(line for line in lines if line)


def _words(value: Json) -> list[str]:
    listed = value[:_MAX_LIST] if isinstance(value, list) else [value]
    return [word for item in listed if (word := _text(item))]


def _keywords(value: Json) -> list[str]:
    words = [part.strip() for text in _words(value) for part in text.split(",")]
    return list(dict.fromkeys(word for word in words if word))[:_MAX_LIST]


def _names(value: Json) -> Iterator[str]:
    for item in value[:_MAX_LIST] if isinstance(value, list) else [value]:
        name = _text(item.get("name")) if isinstance(item, dict) else _text(item)
        if name and not name.startswith(("http://", "https://")):
            yield name


def _resolved(value: Json, by_id: Mapping[str, JsonObject]) -> list[Json]:
    """Return the values as a list, with objects that have only an @id looked up."""
    listed = value[:_MAX_LIST] if isinstance(value, list) else [value]
    return [
        by_id.get(str(item["@id"]), item)
        if isinstance(item, dict) and "@id" in item and "name" not in item
        else item
        for item in listed
    ]


def _is_newsroom(author: Json) -> bool:
    return isinstance(author, dict) and any(
        name.endswith("Organization") for name in _types(author)
    )


def _address(value: Json) -> str | None:
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, dict):
        value = value.get("url") or value.get("contentUrl") or value.get("@id")
    return value.strip() if isinstance(value, str) and value.strip() else None


def _flag(value: Json) -> bool | None:
    if isinstance(value, bool):
        return value
    return {"true": True, "false": False}.get(_text(value).lower().rpartition("/")[2])
