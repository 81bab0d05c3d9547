"""The links of a page as agents see them: their words as terms. Called in worker processes."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from urllib.parse import unquote

from tidings.model.agents.page_sight import SeenLink
from tidings.model.web.page import UrlRole
from tidings.read.url import path_of
from tidings.text.terms.analysis import analyse

MAX_LINKS = 300  # of a page; a front page has two hundred

_MAX_ANCHOR, _MAX_AROUND, _MAX_ADDRESS = 24, 40, 16  # terms
_MAX_SHOWN = 120  # characters of a link's text
_NON_WORD = re.compile(r"[\W_]+|\d+")


@dataclass(frozen=True, slots=True)
class FoundLink:
    """A link as it was found on a page, in a feed or in a sitemap, before its words are read."""

    url: str  # canonical
    text: str = ""  # in a feed, the headline
    around: str = ""  # words before and after; in a feed, the summary
    role: UrlRole = UrlRole.PAGE
    published: datetime | None = None


def seen_links(found: Iterable[FoundLink], language: str) -> tuple[SeenLink, ...]:
    """Return each URL once, as its longest text describes it, in the page's order."""
    by_url: dict[str, FoundLink] = {}
    for link in found:
        known = by_url.get(link.url)
        if known is None and len(by_url) == MAX_LINKS:
            continue
        if known is None or len(link.text) > len(known.text):
            by_url[link.url] = link
    return tuple(_seen_link(link, language) for link in by_url.values())


def _seen_link(link: FoundLink, language: str) -> SeenLink:
    text = " ".join(link.text.split())
    return SeenLink(
        url=link.url,
        anchor=_terms(text, language)[:_MAX_ANCHOR],
        around=tuple(analyse(link.around[:1_000], language)[:_MAX_AROUND]),
        address=address_terms(link.url, language),
        role=link.role,
        published=link.published,
        words=text[:_MAX_SHOWN],
    )


@lru_cache(maxsize=20_000)  # menus are on every page of a site
def _terms(text: str, language: str) -> tuple[str, ...]:
    return tuple(analyse(text[:1_000], language))


@lru_cache(maxsize=20_000)
def address_terms(url: str, language: str) -> tuple[str, ...]:
    """Return the terms in a URL's path."""
    words = _NON_WORD.sub(" ", unquote(path_of(url)[:1_000], errors="replace"))
    return tuple(analyse(words, language)[:_MAX_ADDRESS])
