"""Which of the feeds and sitemaps that pages and hosts make known are worth following."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from tidings.read.pages.page_announcements import PageAnnouncements
from tidings.read.url import canonical, domain_of, host_of, path_of

# In the languages of most sites; a feed of comments brings no article, whoever writes it.
_COMMENTS = re.compile(
    r"comment|kommentar|commentaire|comentario|comentário|comentari|reacti[eo]|kommentit|"
    r"yorum|коммент|комент|коментар|komentar|komentář|評論|评论|留言|コメント|댓글|تعليق",
    re.IGNORECASE,
)
_MAX_ORIGINS = 100_000
_SEARCH = re.compile(r"[?&](?:s|q|query|search|suche|keyword)=|/search(?:[/?]|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FeedSelection:
    """The lists that a page makes known, addresses as written."""

    feeds: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()  # seem to be feeds; read as what they are
    aside: int = 0  # feeds of comments, of this one article, or of a search


def selected_feeds(
    said: PageAnnouncements, base: str, page: str, domain: str, is_article: bool
) -> FeedSelection:
    """Choose among what a page announces, and among what it links to on its own site."""
    own = [link for link in said.linked if _is_on(link.href, base, domain)]
    aside = {
        link.href
        for link in (*said.feeds, *own)
        if _is_side_feed(link.href, link.title, base, page, is_article)
    }
    return FeedSelection(
        _without(aside, (link.href for link in said.feeds)),
        tuple(href for href in said.sitemaps if _is_on(href, base, domain)),
        _without(aside, (link.href for link in own)),
        len(aside),
    )


def _without(aside: set[str], hrefs: Iterable[str]) -> tuple[str, ...]:
    return tuple(href for href in hrefs if href not in aside)


def _is_on(href: str, base: str, domain: str) -> bool:
    url = canonical(href, base)
    return url is not None and domain_of(url) == domain


def _is_side_feed(href: str, title: str, base: str, page: str, is_article: bool) -> bool:
    if _is_of_comments(href, title):
        return True
    url = canonical(href, base) if is_article else None
    return url is not None and _belongs_to(url, page)


@lru_cache(maxsize=4_096)  # every page of a site announces the same
def _is_of_comments(href: str, title: str) -> bool:
    """Tell whether a feed has comments or the hits of a search, by its name."""
    names = (_COMMENTS.search(href), _COMMENTS.search(title), _SEARCH.search(href))
    return any(names)


def _belongs_to(feed: str, article: str) -> bool:
    """Tell whether a feed's address is that of an article with something added."""
    here = path_of(article).rstrip("/")
    return bool(here) and path_of(feed).startswith((f"{here}/", f"{here}?", f"{here}&"))


class SeenSitemaps:
    """Which sitemaps each origin has named, so that they are taken once; kept in memory only."""

    def __init__(self) -> None:
        self._said: dict[str, int] = {}  # a hash: only those that name some are kept

    def is_news(self, url: str, sitemaps: tuple[str, ...]) -> bool:
        """Tell whether the origin of a page names sitemaps that it has not named before."""
        origin = f"{url.partition('://')[0]}://{host_of(url)}"
        said = hash(sitemaps)
        if not sitemaps or self._said.get(origin) == said:
            return False
        if len(self._said) >= _MAX_ORIGINS:
            self._said.clear()  # all are heard once more, which costs nothing but a look
        self._said[origin] = said
        return True
