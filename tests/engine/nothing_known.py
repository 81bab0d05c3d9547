"""What deciding looks up, without a database: nothing, unless a test says otherwise."""

from dataclasses import dataclass, field

from tidings.model.articles.article import Article
from tidings.model.crawl.list_history import ListHistory
from tidings.model.crawl.subscription import Subscription
from tidings.model.crawl.visit import UrlRecord
from tidings.store.tables.articles.annotations import PackedAnnotations
from tidings.store.tables.sources.rhythms import RhythmRow


@dataclass(frozen=True)
class NothingKnown:
    """One state of the store, as plain values."""

    urls: dict[int, UrlRecord] = field(default_factory=dict)
    articles: dict[str, Article] = field(default_factory=dict)
    pages: dict[str, str] = field(default_factory=dict)  # of articles, by id
    histories: dict[int, ListHistory] = field(default_factory=dict)
    similar: tuple[ListHistory, ...] = ()
    rhythms: dict[int, RhythmRow] = field(default_factory=dict)
    subscribed: Subscription | None = None
    seconds: float = 3600.0
    listed: frozenset[str] = frozenset()  # by feeds or sitemaps

    def url(self, host: str, url_id: int) -> UrlRecord | None:
        return self.urls.get(url_id)

    def article(self, article: str) -> Article | None:
        return self.articles.get(article)

    def is_kept(self, article: str) -> bool:
        return article in self.articles

    def kept_id(self, article: str) -> str:
        return article

    def is_listed(self, url: str) -> bool:
        return url in self.listed

    def annotations(self, article: str) -> PackedAnnotations | None:
        return None

    def page_of(self, article: Article) -> str | None:
        return self.pages.get(article.id)

    def list_history(self, url_id: int) -> ListHistory | None:
        return self.histories.get(url_id)

    def site_works(self, site: int) -> bool:
        return any(each.read_at for each in self.histories.values())

    def similar_feeds(self, history: ListHistory) -> list[ListHistory]:
        return list(self.similar)

    def rhythm(self, url_id: int) -> RhythmRow | None:
        return self.rhythms.get(url_id)

    def patience(self) -> float:
        return self.seconds

    def subscription(self, host: str, url_id: int) -> Subscription | None:
        return self.subscribed
