"""The intake: what a reading found joins the frontier, each URL in the share of its site."""

import sqlite3
from collections.abc import Sequence
from datetime import datetime

from tidings.crawl.links.admission import LINKED, LinkContext, found_url, refusal
from tidings.crawl.visits.node_share import NodeShare, node_share_from
from tidings.engine.reading.reading_task import Reading
from tidings.engine.settling.followed_sources import FollowedSources
from tidings.engine.settling.list_histories import ListHistories
from tidings.model.crawl.visit import FoundUrl, Visit
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import domain_of
from tidings.settings.tree import CrawlSettings
from tidings.store.tables.frontier.counts import count_drops, site_size
from tidings.store.tables.frontier.link_prospects import keep_prospects
from tidings.store.tables.frontier.node_outbox import queue_for_node
from tidings.store.tables.frontier.seen_urls import SeenUrls
from tidings.store.tables.frontier.urls import add_urls

# A site that is full still brings news: what its feeds list joins up to so many shares, which is
# ten years of the largest papers; the bound is for those who list without end.
_NEWS_SHARES = 10
_NO_SITE = 0  # under which links are counted that another node wrongly took for ours


class FrontierIntake:
    """Adds URLs within the bounds of every site. Lives in the writer's thread."""

    def __init__(
        self, settings: CrawlSettings, followed: FollowedSources, lists: ListHistories
    ) -> None:
        self._settings = settings
        self._followed = followed
        self._lists = lists
        self._share = node_share_from(settings.node) or NodeShare()
        self._sizes: dict[int, int] = {}  # URLs of the sites met so far
        self._seen = SeenUrls(settings.seen_places)

    def forget(self) -> None:
        """Forget what the database may have forgotten too, when a transaction was undone."""
        self._seen.clear()
        self._sizes.clear()

    def take(
        self, connection: sqlite3.Connection, site: int, reading: Reading, now: datetime
    ) -> list[FoundUrl]:
        """Add what a page of a site led to and return what is new."""
        adopted, foreign = self._followed.adopted(reading.foreign)
        found, crowded = self._lists.admitted(connection, reading.found, now)
        for drops in (reading.drops, foreign, crowded):
            count_drops(connection, site, drops)
        new = self._add(connection, site, found, now)
        new += self._hand_on(connection, adopted, now)
        return [each for each in new if each.dropped is None]

    def adopt(
        self, connection: sqlite3.Connection, visit: Visit, url: str, now: datetime
    ) -> tuple[FoundUrl, ...]:
        """Hand the end of a redirect to the followed site it lies on, if there is one."""
        if refusal(url, domain_of(url), self._settings) is not None:
            return ()
        ground = LinkContext(visit.site, "", visit.depth, visit.url, self._settings)
        adopted, _ = self._followed.adopted((found_url(url, ground, UrlRole.PAGE, LINKED),))
        return tuple(self._hand_on(connection, adopted, now))

    def _hand_on(
        self, connection: sqlite3.Connection, adopted: Sequence[FoundUrl], now: datetime
    ) -> list[FoundUrl]:
        """Add what is ours and post the rest to the nodes that crawl those sites."""
        new: list[FoundUrl] = []
        for each in adopted:
            site = self._followed.get(each.site)
            if site is None or self._share.owns(site):
                new += self._add(connection, each.site, (each,), now)
            else:
                queue_for_node(connection, self._share.owner(site), (each,), now)
        return new

    def receive(
        self, connection: sqlite3.Connection, found: Sequence[FoundUrl], now: datetime
    ) -> list[FoundUrl]:
        """Add what another node found for sites of ours and return what is new."""
        adopted, foreign = self._followed.adopted(found)
        count_drops(connection, _NO_SITE, foreign)
        return [new for each in adopted for new in self._add(connection, each.site, (each,), now)]

    def _add(
        self, connection: sqlite3.Connection, site: int, found: Sequence[FoundUrl], now: datetime
    ) -> list[FoundUrl]:
        """Add URLs to a site's share of the frontier, as far as there is room."""
        if site not in self._sizes:
            self._sizes[site] = site_size(connection, site)
        fitting = self._fitting(found, self._sizes[site])
        new = add_urls(connection, fitting, now, self._seen)
        self._sizes[site] += len(new)
        new += keep_prospects(connection, fitting, now)
        if (held_back := len(found) - len(fitting)) > 0:
            count_drops(connection, site, {Reason.SITE_FULL: held_back})
        return new

    def _fitting(self, found: Sequence[FoundUrl], size: int) -> Sequence[FoundUrl]:
        """Return those that a site of so many URLs has room for."""
        share = self._settings.max_urls_per_site
        if size + len(found) <= share:
            return found
        fitting: list[FoundUrl] = []
        for each in found:
            is_news = each.listed or each.role is not UrlRole.PAGE
            if size + len(fitting) < share * (_NEWS_SHARES if is_news else 1):
                fitting.append(each)
        return fitting
