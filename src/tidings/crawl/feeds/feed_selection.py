"""Which of the feeds and sitemaps that pages and hosts announce are worth following."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from tidings.read.pages.page_announcements import PageAnnouncements
from tidings.read.url import canonical, domain_of, host_of, path_of

# In the languages of most sites; a comment feed never lists articles.
_COMMENTS = re.compile(
    r"comment|kommentar|commentaire|comentario|comentário|comentari|reacti[eo]|kommentit|"
    r"yorum|коммент|комент|коментар|komentar|komentář|評論|评论|留言|コメント|댓글|تعليق",
    re.IGNORECASE,
)
_MAX_ORIGINS = 100_000
_SEARCH = re.compile(r"[?&](?:s|q|query|search|suche|keyword)=|/search(?:[/?]|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class FeedSelection:
    """The feeds and sitemaps that a page announces or links to, addresses as written."""

    feeds: tuple[str, ...] = ()
    sitemaps: tuple[str, ...] = ()
    pages: tuple[str, ...] = ()  # links that look like feeds; their type is known once read
    side_feeds: int = 0  # number of ignored feeds: of comments, of this one article, or of a search


def selected_feeds(
    announced: PageAnnouncements, base: str, page: str, domain: str, is_article: bool
) -> FeedSelection:
    """Select among the feeds a page announces and those it links to on its own site."""
    on_site = [link for link in announced.linked if _is_on(link.href, base, domain)]
    side_feeds = {
        link.href
        for link in (*announced.feeds, *on_site)
        if _is_side_feed(link.href, link.title, base, page, is_article)
    }
    return FeedSelection(
        _except(side_feeds, (link.href for link in announced.feeds)),
        tuple(href for href in announced.sitemaps if _is_on(href, base, domain)),
        _except(side_feeds, (link.href for link in on_site)),
        len(side_feeds),
    )


def _except(side_feeds: set[str], hrefs: Iterable[str]) -> tuple[str, ...]:
    return tuple(href for href in hrefs if href not in side_feeds)


def _is_on(href: str, base: str, domain: str) -> bool:
    url = canonical(href, base)
    return url is not None and domain_of(url) == domain


def _is_side_feed(href: str, title: str, base: str, page: str, is_article: bool) -> bool:
    if _is_of_comments(href, title):
        return True
    url = canonical(href, base) if is_article else None
    return url is not None and _belongs_to(url, page)


@lru_cache(maxsize=4_096)  # every page of a site announces the same feeds
def _is_of_comments(href: str, title: str) -> bool:
    """Return whether a feed's name says that it lists comments or search results."""
    names = (_COMMENTS.search(href), _COMMENTS.search(title), _SEARCH.search(href))
    return any(names)


def _belongs_to(feed: str, article: str) -> bool:
    """Return whether a feed's address is the article's address with a suffix."""
    here = path_of(article).rstrip("/")
    return bool(here) and path_of(feed).startswith((f"{here}/", f"{here}?", f"{here}&"))


class SeenSitemaps:
    """The sitemaps each origin has named, so that they are added once; kept in memory only."""

    def __init__(self) -> None:
        self._named: dict[str, int] = {}  # origin -> hash of its sitemaps, if it names any

    def is_new(self, url: str, sitemaps: tuple[str, ...]) -> bool:
        """Return whether the origin of a page names other sitemaps than before."""
        origin = f"{url.partition('://')[0]}://{host_of(url)}"
        digest = hash(sitemaps)
        if not sitemaps or self._named.get(origin) == digest:
            return False
        if len(self._named) >= _MAX_ORIGINS:
            self._named.clear()  # all are added once more, which costs one lookup each
        self._named[origin] = digest
        return True
