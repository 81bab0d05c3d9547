"""A followed source with what it has brought."""

from dataclasses import dataclass
from datetime import datetime

from tidings.model.crawl.freshness import SourceFreshness, UrlFreshness, source_freshness
from tidings.model.crawl.source import Source
from tidings.model.crawl.source_condition import FINE, SourceCondition
from tidings.model.crawl.subscription import Subscription, SubscriptionState


@dataclass(frozen=True, slots=True)
class SourceStatus:
    """A followed source with what it has brought."""

    site: Source
    articles: int
    feeds: int
    sitemaps: int
    index_pages: int
    next_visit: datetime | None
    learned_from: int = 0  # articles that the site memory was learned from
    repeated_blocks: int = 0  # blocks that appear on many of its pages
    judged: int = 0  # articles judged by the topic
    wanted: int = 0  # of these, kept
    resting: int = 0  # feeds, sitemaps and index pages that bring nothing now; visited rarely
    synthetic: bool = False  # no feed and no sitemap: a feed is made from its articles
    subscriptions: tuple[Subscription, ...] = ()  # of its feeds, with hubs
    live_urls: tuple[UrlFreshness, ...] = ()  # feeds, sitemaps and index pages
    host_rank: float | None = None  # log 10, from links of other hosts; None until known
    domain_rank: float | None = None
    paused_at: datetime | None = None  # nothing is fetched until it is resumed
    condition: SourceCondition = FINE  # whether it brings articles, and if not, why

    @property
    def freshness(self) -> SourceFreshness:
        """How fresh our picture of the source is."""
        return source_freshness(self.live_urls)

    @property
    def pushed(self) -> int:
        """The number of feeds that a hub delivers."""
        return sum(each.state is SubscriptionState.ACTIVE for each in self.subscriptions)
