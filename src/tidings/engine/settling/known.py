"""What deciding about a visit may look up. Decisions read it and change nothing.

Which rows are needed depends on what was read, so they are looked up one by one, not all before.
"""

from typing import Protocol

from tidings.engine.state.fetch_budget import FetchBudget
from tidings.model.articles.article import Article
from tidings.model.crawl.list_history import ListHistory
from tidings.model.crawl.subscription import Subscription
from tidings.model.crawl.visit import UrlRecord
from tidings.model.web.page import UrlRole
from tidings.read.url import host_of, url_id
from tidings.store.database.session import Reader
from tidings.store.tables.articles.annotations import PackedAnnotations, packed_annotations_of
from tidings.store.tables.articles.article_renaming import page_url_of
from tidings.store.tables.articles.articles import article_by_id, is_kept
from tidings.store.tables.articles.other_spellings import kept_id
from tidings.store.tables.frontier.urls import is_listed, url_record
from tidings.store.tables.sources.list_histories import (
    list_history_of,
    similar_feeds,
    site_works,
)
from tidings.store.tables.sources.rhythms import RhythmRow, rhythm_row_of
from tidings.store.tables.sources.subscriptions import subscription_of


class Known(Protocol):
    """One state of the store, as far as decisions need it."""

    def url(self, host: str, url_id: int) -> UrlRecord | None:
        """Return what is stored about a URL."""
        ...

    def article(self, article: str) -> Article | None:
        """Return an article."""
        ...

    def is_kept(self, article: str) -> bool:
        """Return whether an article has a row."""
        ...

    def kept_id(self, article: str) -> str:
        """Return the id under which an article is kept, or would be."""
        ...

    def is_listed(self, url: str) -> bool:
        """Return whether a feed or sitemap lists a URL, or was the first to name it."""
        ...

    def annotations(self, article: str) -> PackedAnnotations | None:
        """Return the annotations of an article."""
        ...

    def page_of(self, article: Article) -> str | None:
        """Return the URL of the page that an article was kept from, if it has another one."""
        ...

    def list_history(self, url_id: int) -> ListHistory | None:
        """Return the history of a list."""
        ...

    def site_works(self, site: int) -> bool:
        """Return whether a feed, sitemap or index page of a site could ever be read."""
        ...

    def similar_feeds(self, history: ListHistory) -> list[ListHistory]:
        """Return the feeds that may list the same."""
        ...

    def rhythm(self, url_id: int) -> RhythmRow | None:
        """Return what is known about the rhythm of a URL."""
        ...

    def patience(self) -> float:
        """Return how long expected articles may wait together, in article-seconds."""
        ...

    def subscription(self, host: str, url_id: int) -> Subscription | None:
        """Return the subscription to a feed."""
        ...


class StoredKnown:
    """Looks things up in the database, in the transaction of the writer.

    An article is read once: none is written while it is decided about a page.
    """

    def __init__(self, connection: Reader, budget: FetchBudget | None = None) -> None:
        self._connection = connection
        self._budget = budget
        self._articles: dict[str, Article | None] = {}

    def url(self, host: str, url_id: int) -> UrlRecord | None:
        """Return what is stored about a URL."""
        return url_record(self._connection, host, url_id)

    def article(self, article: str) -> Article | None:
        """Return an article."""
        if article not in self._articles:
            self._articles[article] = article_by_id(self._connection, article)
        return self._articles[article]

    def is_kept(self, article: str) -> bool:
        """Return whether an article has a row."""
        if article in self._articles:
            return self._articles[article] is not None
        return is_kept(self._connection, article)

    def kept_id(self, article: str) -> str:
        """Return the id under which an article is kept, or would be."""
        return kept_id(self._connection, article)

    def is_listed(self, url: str) -> bool:
        """Return whether a feed or sitemap lists a URL, or was the first to name it."""
        host, id_ = host_of(url), url_id(url)
        if is_listed(self._connection, host, id_):
            return True
        record = self.url(host, id_)
        parent = record.parent if record else None
        finder = self.url(host_of(parent), url_id(parent)) if parent else None
        return finder is not None and finder.state.role is not UrlRole.PAGE

    def annotations(self, article: str) -> PackedAnnotations | None:
        """Return the annotations of an article."""
        return packed_annotations_of(self._connection, [article]).get(article)

    def page_of(self, article: Article) -> str | None:
        """Return the URL of the page that an article was kept from, if it has another one."""
        return page_url_of(self._connection, article.id, article.url)

    def list_history(self, url_id: int) -> ListHistory | None:
        """Return the history of a list."""
        return list_history_of(self._connection, url_id)

    def site_works(self, site: int) -> bool:
        """Return whether a feed, sitemap or index page of a site could ever be read."""
        return site_works(self._connection, site)

    def similar_feeds(self, history: ListHistory) -> list[ListHistory]:
        """Return the feeds that may list the same."""
        return similar_feeds(self._connection, history)

    def rhythm(self, url_id: int) -> RhythmRow | None:
        """Return what is known about the rhythm of a URL."""
        return rhythm_row_of(self._connection, url_id)

    def patience(self) -> float:
        """Return how long expected articles may wait together, in article-seconds."""
        assert self._budget is not None  # only visits are planned
        return self._budget.patience(self._connection)

    def subscription(self, host: str, url_id: int) -> Subscription | None:
        """Return the subscription to a feed."""
        return subscription_of(self._connection, host, url_id)
