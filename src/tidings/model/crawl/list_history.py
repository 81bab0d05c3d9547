"""The life of a list (a feed, a sitemap, an index page): what it shows, brings and suffers."""

from dataclasses import dataclass
from datetime import datetime

from tidings.model.web.page import UrlRole


@dataclass(frozen=True, slots=True)
class Listing:
    """What a feed or sitemap shows at one moment, kept small."""

    items: bytes = b""  # four bytes of hash for each address, in their order, the first ones only
    size: int = 0
    dated: int = 0  # entries with a date
    newest: datetime | None = None


@dataclass(frozen=True, slots=True)
class ListHistory:
    """How a list has fared since it was found."""

    host: str
    id: int  # of its URL
    site: int
    role: UrlRole
    reads: int = 0  # visits that found it readable
    read_at: datetime | None = None  # the last of them
    strikes: int = 0  # failures in a row that are the list's own fault
    failing_since: datetime | None = None
    brought: int = 0  # URLs that were new
    brought_at: datetime | None = None  # the last of them, or the first visit
    rests: int = 0  # in a row
    listing: Listing = Listing()
    memory: bytes = b""  # like the listing's items, with those it showed before
    twin: int | None = None  # the list that shows the same …
    agreed: int = 0  # … on so many visits
    parent: int | None = None  # the sitemap index that lists it
    lastmod: datetime | None = None  # as that index says …
    lastmod_read: datetime | None = None  # … and as it said when the sitemap was read last
    lies: bool = False  # it has changed while its lastmod stood still
