"""Traits of a page that its URL alone shows. The content of the page is not used."""

import re

from tidings.read.url import path_of
from tidings.text.alternation import any_of

Traits = dict[str, float]

_NUMBER = re.compile(r"\d{5,}|/\d{4}/\d\d?/|-\d{4,}\b|[a-f0-9]{8}-[a-f0-9]{4}")
# All for lower-case addresses.
_ARTICLE = re.compile(
    r"/(?:articles?/|story/|artikel|artigo|artykul|nota/|noticias?/.*[-/]\d|news/.*[-/]\d|"
    r"articulo|beitrag|post/|\d{4}/\d\d?/[^/]{8,})"
)
_SHOW = re.compile(r"/(?:videos?/|watch|galler|photos?/|fotos?/|slideshow|bilder)|foto-?gal")
_SERVICE = re.compile(
    any_of(
        r"""
log-?in sign-?(?:in|up) regist(?:er|ration) passwor[dt] account checkout basket wishlist privacy
cookie terms legal impressum imprint datenschutz \bagb\b contact kontakt about faq
su[bs]scri[bpc] abonn sponsor advertorial werbung publicit publicidad patrocin disclaimer
conditions error confidentialit mentions newthread showthread
/(?:cart|help|abo\b|404|product)
""".split()
    )
)
_SLUG_WORDS = 4
_MUCH = 0.25
_DEEP = 4


def url_traits(url: str) -> Traits:
    """Return the traits of an address; all are 0 for an unknown one."""
    path = path_of(url) if url else ""
    bare, lowered = path.partition("?")[0], path.lower()
    named, headline = _without_headline(lowered)
    depth = bare.strip("/").count("/")
    return {
        "url_root": float(bool(url) and depth == 0 and len(bare) <= 4 and "?" not in path),
        "url_shallow": float(bool(url) and depth == 0),
        "url_depth": min(1.0, depth / _DEEP),
        "url_slug": float(_is_slug(bare)),
        "url_number": float(_NUMBER.search(bare) is not None),
        "url_article": float(_ARTICLE.search(lowered) is not None),
        "url_show": float(_SHOW.search(named) is not None),
        "url_service": float(_is_service(named, headline)),
    }


def _without_headline(path: str) -> tuple[str, str]:
    """Return a path without its last part, and that part, if it is a headline; else all."""
    bare, mark, query = path.partition("?")
    if not _is_slug(bare):
        return path, ""
    folder, _, headline = bare.rstrip("/").rpartition("/")
    return f"{folder}/{mark}{query}", headline


def _is_service(path: str, headline: str) -> bool:
    """Whether service words are in a path, or are much of a headline: it may be about anything."""
    matched = sum(len(match[0]) for match in _SERVICE.finditer(headline))
    return matched >= _MUCH * len(headline) > 0 or _SERVICE.search(path) is not None


def _is_slug(path: str) -> bool:
    """Return whether the last part of an address is a headline: four words or more."""
    last = path.rstrip("/").rpartition("/")[2].partition(".")[0].replace("_", "-")
    return sum(any(map(str.isalpha, word)) for word in last.split("-")[:12]) >= _SLUG_WORDS
