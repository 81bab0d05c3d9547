"""What an agent sees of a page: how relevant it is, and its links with the words around them."""

from dataclasses import dataclass
from datetime import datetime

from tidings.model.web.page import PageKind, UrlRole


@dataclass(frozen=True, slots=True)
class SeenLink:
    """A link as it stands on a page, in a feed or in a sitemap. Terms are stems, in order."""

    url: str  # canonical
    anchor: tuple[str, ...] = ()  # terms of its text; in a feed, of the headline
    around: tuple[str, ...] = ()  # terms of the words before and after; in a feed, of the summary
    address: tuple[str, ...] = ()  # terms of the words in its path
    role: UrlRole = UrlRole.PAGE  # a feed or sitemap leads to many
    published: datetime | None = None  # what a feed, a sitemap or a time tag beside it says
    words: str = ""  # its text as written, shortened, to be shown
    known: bool = False  # the index has its article: it would be no find


@dataclass(frozen=True, slots=True)
class PageRelevance:
    """How relevant a page is for the query, in three measures between 0 and 1."""

    ours: float = 0.0  # decides what is a find
    printed: float = 0.0  # the paper's formula (1), as printed; cut at 1
    cosine: float = 0.0  # its usual reading
    terms: tuple[str, ...] = ()  # what else the page is about: teaches words that go with finds


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page that an agent stands on."""

    url: str  # canonical, after redirects
    relevance: PageRelevance
    kind: PageKind
    links: tuple[SeenLink, ...]
    title: str = ""
    published: datetime | None = None
    seconds: float = 0.0  # from its request to the end of its response
    bytes: int = 0
    article: str = ""  # its id, if it was kept


@dataclass(frozen=True, slots=True)
class MissedPage:
    """A visit that brought no page."""

    url: str
    reason: str
    detail: str = ""
    seconds: float = 0.0
    bytes: int = 0


Sight = SeenPage | MissedPage
