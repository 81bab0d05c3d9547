"""The history of a list (a feed, sitemap or index page): its entries, yield and failures."""

from dataclasses import dataclass
from datetime import datetime

from tidings.model.web.page import UrlRole


@dataclass(frozen=True, slots=True)
class Listing:
    """The entries of a feed or sitemap at one moment, in compact form."""

    items: bytes = b""  # a 4-byte hash for each of the first URLs, in order
    size: int = 0
    dated: int = 0  # entries with a date
    newest: datetime | None = None


@dataclass(frozen=True, slots=True)
class ListHistory:
    """What happened to a list since it was found."""

    host: str
    id: int  # of its URL
    site: int
    role: UrlRole
    reads: int = 0  # visits that found it readable
    read_at: datetime | None = None  # last such visit
    strikes: int = 0  # consecutive failures caused by the list itself
    failing_since: datetime | None = None
    brought: int = 0  # number of new URLs found in it
    brought_at: datetime | None = None  # when it last had one, or the first visit
    rests: int = 0  # consecutive rests
    listing: Listing = Listing()
    memory: bytes = b""  # like listing.items, plus earlier entries
    twin: int | None = None  # the list with the same entries …
    agreed: int = 0  # … on this number of visits
    parent: int | None = None  # the sitemap index that lists it
    lastmod: datetime | None = None  # in that index …
    lastmod_read: datetime | None = None  # … and its value when the sitemap was last read
    lies: bool = False  # it changed although its lastmod did not
