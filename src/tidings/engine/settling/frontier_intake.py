"""Frontier intake: adds the URLs of a reading to the frontier, within each site's limits."""

from collections.abc import Sequence
from datetime import datetime

from tidings.crawl.links.admission import LINKED, LinkContext, found_url, refusal
from tidings.crawl.visits.node_share import NodeShare, node_share_from
from tidings.engine.reading.reading_task import Reading
from tidings.engine.settling.late_dates import date_undated
from tidings.engine.settling.list_histories import ListHistories
from tidings.engine.state.source_state import SourceState
from tidings.model.crawl.visit import FoundUrl, Visit
from tidings.model.web.page import UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import domain_of
from tidings.settings.tree import CrawlSettings
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.counts import count_drops
from tidings.store.tables.frontier.link_prospects import keep_prospects
from tidings.store.tables.frontier.node_outbox import queue_for_node
from tidings.store.tables.frontier.urls import add_urls, add_urls_seen

# A full site still gets news: URLs that its feeds list are added up to this many times the limit,
# which is ten years of the largest papers. The bound stops feeds that list without end.
_NEWS_SHARES = 10
_NO_SITE = 0  # counts links that another node sent us by mistake


class FrontierIntake:
    """Adds URLs within the limits of each site. Runs in the writer's thread."""

    def __init__(self, settings: CrawlSettings, state: SourceState, lists: ListHistories) -> None:
        self._settings = settings
        self._state = state
        self._lists = lists
        self._share = node_share_from(settings.node) or NodeShare()

    def add_found(
        self, connection: Writer, site: int, reading: Reading, now: datetime
    ) -> list[FoundUrl]:
        """Add the URLs that a page of a site led to and return the new ones."""
        assigned, foreign = self._state.followed.assigned(reading.foreign)
        found, over_limit = self._lists.admitted(connection, reading.found, now)
        for drops in (reading.drops, foreign, over_limit):
            count_drops(connection, site, drops)
        date_undated(connection, found, now)
        new = self._add(connection, site, found, now)
        new += self._add_or_queue(connection, assigned, now)
        return [each for each in new if each.dropped is None]

    def add_redirect_target(
        self, connection: Writer, visit: Visit, url: str, now: datetime
    ) -> tuple[FoundUrl, ...]:
        """Add the target of a redirect to the source that follows it, if there is one."""
        if refusal(url, domain_of(url), self._settings) is not None:
            return ()
        context = LinkContext(visit.site, "", visit.depth, visit.url, self._settings)
        assigned, _ = self._state.followed.assigned(
            (found_url(url, context, UrlRole.PAGE, LINKED),)
        )
        return tuple(self._add_or_queue(connection, assigned, now))

    def _add_or_queue(
        self, connection: Writer, assigned: Sequence[FoundUrl], now: datetime
    ) -> list[FoundUrl]:
        """Add the URLs of our own sources and queue the rest for the nodes that crawl them."""
        new: list[FoundUrl] = []
        for each in assigned:
            site = self._state.followed.get(each.site)
            if site is None or self._share.owns(site):
                new += self._add(connection, each.site, (each,), now)
            else:
                queue_for_node(connection, self._share.owner(site), (each,), now)
        return new

    def receive(
        self, connection: Writer, found: Sequence[FoundUrl], now: datetime
    ) -> list[FoundUrl]:
        """Add what another node found for our sources and return what is new."""
        assigned, foreign = self._state.followed.assigned(found)
        count_drops(connection, _NO_SITE, foreign)
        return [new for each in assigned for new in self._add(connection, each.site, (each,), now)]

    def add_again(self, connection: Writer, seen: Sequence[tuple[FoundUrl, datetime]]) -> int:
        """Add what pages led to that were archived long ago; return how many URLs are new.

        Each was found at its own time. What was dropped was counted then.
        """
        by_site: dict[int, list[tuple[FoundUrl, datetime]]] = {}
        for found, at in seen:
            by_site.setdefault(found.site, []).append((found, at))
        return sum(
            self._add_again(connection, site, some) for site, some in sorted(by_site.items())
        )

    def _add_again(
        self, connection: Writer, site: int, seen: Sequence[tuple[FoundUrl, datetime]]
    ) -> int:
        times = [at for _, at in seen]
        found, _ = self._lists.admitted(connection, [each for each, _ in seen], min(times))
        at_time = {each.url: at for each, at in zip(found, times, strict=True)}
        urls = self._state.urls
        fitting = self._fitting(found, urls.size_of(connection, site))
        new = add_urls_seen(connection, [(each, at_time[each.url]) for each in fitting])
        urls.grow(site, len(new))
        return len(new)

    def weigh_again(self, connection: Writer, prospects: Sequence[FoundUrl], now: datetime) -> None:
        """Keep how promising the links to a URL are, if it is waiting."""
        keep_prospects(connection, prospects, now)

    def _add(
        self, connection: Writer, site: int, found: Sequence[FoundUrl], now: datetime
    ) -> list[FoundUrl]:
        """Add URLs of a site to the frontier, up to its limit."""
        urls = self._state.urls
        fitting = self._fitting(found, urls.size_of(connection, site))
        new = add_urls(connection, fitting, now, urls.seen)
        urls.grow(site, len(new))
        new += keep_prospects(connection, fitting, now)
        if (held_back := len(found) - len(fitting)) > 0:
            count_drops(connection, site, {Reason.SITE_FULL: held_back})
        return new

    def _fitting(self, found: Sequence[FoundUrl], size: int) -> Sequence[FoundUrl]:
        """Return the URLs that still fit into a site that has `size` URLs."""
        share = self._settings.max_urls_per_site
        if size + len(found) <= share:
            return found
        fitting: list[FoundUrl] = []
        for each in found:
            is_news = each.listed or each.role is not UrlRole.PAGE
            if size + len(fitting) < share * (_NEWS_SHARES if is_news else 1):
                fitting.append(each)
        return fitting
