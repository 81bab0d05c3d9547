"""What is known of each site's URLs without a look at the database."""

from tidings.store.database.session import Reader
from tidings.store.tables.frontier.counts import site_size
from tidings.store.tables.frontier.seen_urls import SeenUrls

_MAX_LISTS = 100_000  # lists that need no further lookup; some megabytes


class KnownUrls:
    """URLs that occur often, the number of URLs per site, and lists that are never dropped."""

    def __init__(self, places: int) -> None:
        self.seen = SeenUrls(places)
        self._sizes: dict[int, int] = {}  # URLs per site, for sites seen so far
        self._lists: set[int] = set()  # known feeds and sitemaps, never dropped again

    def size_of(self, connection: Reader, site: int) -> int:
        """Return the number of known URLs of a site."""
        if site not in self._sizes:
            self._sizes[site] = site_size(connection, site)
        return self._sizes[site]

    def grow(self, site: int, count: int) -> None:
        """Count URLs that were added to a site whose size is known."""
        self._sizes[site] += count

    def has_list(self, url_id: int) -> bool:
        """Return whether a URL is certainly a feed or sitemap in the frontier."""
        return url_id in self._lists

    def note_list(self, url_id: int) -> None:
        """Note a feed or sitemap in the frontier."""
        if len(self._lists) < _MAX_LISTS:
            self._lists.add(url_id)

    def forget(self, site: int | None = None) -> None:
        """Drop what is known of one site, or of all. Ids do not say whose they are: all go."""
        self.seen.clear()
        self._lists.clear()
        if site is None:
            self._sizes.clear()
        else:
            self._sizes.pop(site, None)
