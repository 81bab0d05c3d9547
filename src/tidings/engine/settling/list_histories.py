"""The life of feeds, sitemaps and index pages as rows: what crawl decides, written down.

All of it runs in the writer's thread, inside the transaction that settles a visit.
"""

import sqlite3
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from tidings.crawl.feeds.duplicate_feeds import extended_memory, feed_merit, is_same_feed, is_sure
from tidings.crawl.feeds.feed_health import after_failure, after_merger, after_visit
from tidings.model.crawl.list_history import ListHistory, Listing
from tidings.model.crawl.visit import FoundUrl, UrlState, Visit
from tidings.model.web.page import FrontierState, PageKind, UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings
from tidings.store.tables.frontier.urls import frontier_state_of, url_record
from tidings.store.tables.sources.list_histories import (
    child_sitemaps_of,
    idlest_feed,
    keep_list_history,
    list_history_of,
    live_list_count,
    rest_list,
    similar_feeds,
    wake_duplicate_feeds,
    wake_list,
)

_ENOUGH_READS = 3  # visits that brought nothing before a feed makes room for another
_MAX_SETTLED = 100_000  # lists whose place need not be looked up again; some megabytes
_TOO_MANY = {UrlRole.FEED: Reason.TOO_MANY_FEEDS, UrlRole.SITEMAP: Reason.TOO_MANY_SITEMAPS}


class ListHistories:
    """Keeps the lives of all lists."""

    def __init__(self, settings: CrawlSettings) -> None:
        self._settings = settings
        self._lasting: set[int] = set()  # feeds and sitemaps, named by every page, that never drop

    def forget(self) -> None:
        """Forget what the database may have forgotten too, when a transaction was undone."""
        self._lasting.clear()

    def failed(
        self, connection: sqlite3.Connection, visit: Visit, standing: UrlState, at: datetime
    ) -> UrlState:
        """Return where a list stands after a visit that brought nothing; pages stand as they do."""
        if visit.role is UrlRole.PAGE and visit.kind is not PageKind.INDEX and visit.depth > 0:
            return standing
        life, standing = after_failure(
            _history_of(connection, visit), visit, standing, at, self._settings
        )
        keep_list_history(connection, life)
        if standing.reason is Reason.DEAD:
            wake_duplicate_feeds(connection, life.id, at)
        # What the last good visit left is still what a list that comes back is compared with.
        return replace(
            standing,
            etag=visit.etag,
            last_modified=visit.last_modified,
            body_hash=visit.body_hash,
        )

    def visited(
        self,
        connection: sqlite3.Connection,
        visit: Visit,
        standing: UrlState,
        at: datetime,
        listing: Listing | None = None,
        brought: int = 0,
    ) -> UrlState:
        """Return where a list stands after it was read, or found unchanged (no listing)."""
        if standing.role is UrlRole.PAGE:
            self._recovered(connection, visit, standing, at)
            return standing
        before = replace(_history_of(connection, visit), role=standing.role)
        standing = replace(standing, target=None)
        life, standing = after_visit(before, standing, listing, brought, at, self._settings)
        life = replace(life, memory=extended_memory(before, life.listing.items))
        if life.listing.items and standing.state is not FrontierState.RESTING:
            life, standing = self._merged(connection, visit, before, life, standing)
        keep_list_history(connection, life)
        return standing

    def _recovered(
        self, connection: sqlite3.Connection, visit: Visit, standing: UrlState, at: datetime
    ) -> None:
        """Forget the strikes of an index page that is one again."""
        life = list_history_of(connection, visit.id) if standing.kind is PageKind.INDEX else None
        if life is not None and life.failing_since is not None:
            keep_list_history(connection, replace(life, strikes=0, failing_since=None, rests=0))

    def _merged(
        self,
        connection: sqlite3.Connection,
        visit: Visit,
        before: ListHistory,
        life: ListHistory,
        standing: UrlState,
    ) -> tuple[ListHistory, UrlState]:
        """Compare a feed with its like; of two that agree again and again the better one stays."""
        for other in similar_feeds(connection, life):
            same = is_same_feed(before, life, other)
            if same is False and life.twin == other.id:
                life = replace(life, twin=None, agreed=0)
            if not same:
                continue
            agreed = 1 + max(
                life.agreed if life.twin == other.id else 0,
                other.agreed if other.twin == life.id else 0,
            )
            life = replace(life, twin=other.id, agreed=agreed)
            if is_sure(life, other, agreed):
                return self._parted(connection, visit, life, other, standing)
            keep_list_history(connection, replace(other, twin=life.id, agreed=agreed))
            break
        return life, standing

    def _parted(
        self,
        connection: sqlite3.Connection,
        visit: Visit,
        life: ListHistory,
        other: ListHistory,
        standing: UrlState,
    ) -> tuple[ListHistory, UrlState]:
        """Let the worse of two twins rest."""
        assert life.read_at is not None
        known = url_record(connection, other.host, other.id)
        if known is None:
            return life, standing
        if feed_merit(life, visit.url, visit.depth) < feed_merit(other, known.url, known.depth):
            return after_merger(life, standing, known.url, life.read_at, self._settings)
        loser, resting = after_merger(
            replace(other, twin=life.id), known.state, visit.url, life.read_at, self._settings
        )
        keep_list_history(connection, loser)
        rest_list(connection, loser, resting.reason, resting.due, resting.target)
        return replace(life, twin=None, agreed=0), standing

    def admitted(
        self, connection: sqlite3.Connection, found: Sequence[FoundUrl], now: datetime
    ) -> tuple[list[FoundUrl], dict[Reason, int]]:
        """Return the URLs found, with the feeds and sitemaps marked that a site has no room for."""
        room: dict[tuple[int, UrlRole], int] = {}
        drops: dict[Reason, int] = {}
        admitted = list(found)
        page = UrlRole.PAGE  # nearly all are pages
        for place in [place for place, each in enumerate(admitted) if each.role is not page]:
            each = admitted[place]
            reason = self._no_room(connection, each, room, now) if each.dropped is None else None
            if reason is not None:
                admitted[place] = each._replace(dropped=reason)
                drops[reason] = drops.get(reason, 0) + 1
        return admitted, drops

    def _no_room(
        self,
        connection: sqlite3.Connection,
        found: FoundUrl,
        room: dict[tuple[int, UrlRole], int],
        now: datetime,
    ) -> Reason | None:
        if found.id in self._lasting:
            return None
        known = frontier_state_of(connection, found.host, found.id)
        too_many = _TOO_MANY[found.role]
        if known is not None and known[0] is not FrontierState.DROPPED:
            if known[1] is not UrlRole.PAGE and len(self._lasting) < _MAX_SETTLED:
                self._lasting.add(found.id)
            return None
        key = found.site, found.role
        if key not in room:
            room[key] = self._limit(found.role) - live_list_count(connection, *key)
        if room[key] <= 0 and not self._made_room(connection, found, now):
            return too_many if known is None else None
        room[key] -= 1
        if known is not None:
            wake_list(connection, found.host, found.id, now)
        return None

    def _limit(self, role: UrlRole) -> int:
        if role is UrlRole.FEED:
            return self._settings.max_feeds_per_site
        return self._settings.max_sitemaps_per_site

    def _made_room(self, connection: sqlite3.Connection, found: FoundUrl, now: datetime) -> bool:
        """Let a feed rest that never brought anything, so that another can show what it brings."""
        if found.role is not UrlRole.FEED:
            return False
        idle = idlest_feed(connection, found.site, _ENOUGH_READS)
        if idle is None:
            return False
        due = now + timedelta(days=self._settings.rest_days)
        rest_list(connection, idle, Reason.TOO_MANY_FEEDS, due)
        return True

    def indexed(
        self,
        connection: sqlite3.Connection,
        index: Visit,
        found: Sequence[FoundUrl],
        now: datetime,
    ) -> list[FoundUrl]:
        """Take what a sitemap index says about its sitemaps; return those that it wakes.

        One that it lists no longer rests until it is listed again.
        """
        children = [each for each in found if each.role is UrlRole.SITEMAP]
        if not children or index.role is not UrlRole.SITEMAP:
            return []
        known = child_sitemaps_of(connection, index.id)
        woken = [
            child
            for child in children
            if child.dropped is None
            and _note_lastmod(connection, index, child, known.get(child.id), now)
        ]
        for gone in known.keys() - {child.id for child in children}:
            keep_list_history(connection, replace(known[gone], parent=None))
            rest_list(connection, known[gone], Reason.UNLISTED, None)
        return woken


def _history_of(connection: sqlite3.Connection, visit: Visit) -> ListHistory:
    known = list_history_of(connection, visit.id)
    return known or ListHistory(visit.host, visit.id, visit.site, visit.role)


def _note_lastmod(
    connection: sqlite3.Connection,
    index: Visit,
    child: FoundUrl,
    life: ListHistory | None,
    now: datetime,
) -> bool:
    """Write down what an index says of a sitemap; tell whether it is due for that."""
    if life is not None and life.lastmod == child.published:
        return False
    is_back = life is None
    life = life or list_history_of(connection, child.id) or _new_history(child)
    keep_list_history(connection, replace(life, parent=index.id, lastmod=child.published))
    if life.read_at is None:
        return False  # it is new, or waits for its first visit anyway
    told = child.published
    moved = told is not None and (life.lastmod_read is None or told > life.lastmod_read)
    if moved or (is_back and life.parent is None):
        wake_list(connection, child.host, child.id, now)
        return True
    return False


def _new_history(child: FoundUrl) -> ListHistory:
    return ListHistory(child.host, child.id, child.site, UrlRole.SITEMAP)
