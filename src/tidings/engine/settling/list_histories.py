"""Histories of feeds and sitemaps that a page names: which are admitted, and what is noted.

It runs in the writer's thread, as part of the intake. `list_decision.py` decides about visits.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta

from tidings.engine.state.known_urls import KnownUrls
from tidings.model.crawl.list_history import ListHistory
from tidings.model.crawl.visit import FoundUrl, Visit
from tidings.model.web.page import FrontierState, UrlRole
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.urls import frontier_state_of
from tidings.store.tables.sources.list_histories import (
    child_sitemaps_of,
    idlest_feed,
    keep_list_history,
    list_history_of,
    live_list_count,
    rest_list,
    wake_list,
)

_ENOUGH_READS = 3  # visits without new articles before a feed makes room for another
_TOO_MANY = {UrlRole.FEED: Reason.TOO_MANY_FEEDS, UrlRole.SITEMAP: Reason.TOO_MANY_SITEMAPS}


class ListHistories:
    """Stores the histories of all lists."""

    def __init__(self, settings: CrawlSettings, urls: KnownUrls) -> None:
        self._settings = settings
        self._urls = urls

    def admitted(
        self, connection: Writer, found: Sequence[FoundUrl], now: datetime
    ) -> tuple[list[FoundUrl], dict[Reason, int]]:
        """Return the URLs, with feeds and sitemaps beyond the site's limits marked as dropped."""
        room: dict[tuple[int, UrlRole], int] = {}
        drops: dict[Reason, int] = {}
        admitted = list(found)
        page = UrlRole.PAGE  # nearly all are pages
        for place in [place for place, each in enumerate(admitted) if each.role is not page]:
            each = admitted[place]
            reason = (
                self._drop_reason(connection, each, room, now) if each.dropped is None else None
            )
            if reason is not None:
                admitted[place] = each._replace(dropped=reason)
                drops[reason] = drops.get(reason, 0) + 1
        return admitted, drops

    def _drop_reason(
        self,
        connection: Writer,
        found: FoundUrl,
        room: dict[tuple[int, UrlRole], int],
        now: datetime,
    ) -> Reason | None:
        if self._urls.has_list(found.id):
            return None
        known = frontier_state_of(connection, found.host, found.id)
        too_many = _TOO_MANY[found.role]
        if known is not None and known[0] is not FrontierState.DROPPED:
            if known[1] is not UrlRole.PAGE:
                self._urls.note_list(found.id)
            return None
        key = found.site, found.role
        if key not in room:
            room[key] = self._limit(found.role) - live_list_count(connection, *key)
        if room[key] <= 0 and not self._make_room(connection, found, now):
            return too_many if known is None else None
        room[key] -= 1
        if known is not None:
            wake_list(connection, found.host, found.id, now)
        return None

    def _limit(self, role: UrlRole) -> int:
        if role is UrlRole.FEED:
            return self._settings.max_feeds_per_site
        return self._settings.max_sitemaps_per_site

    def _make_room(self, connection: Writer, found: FoundUrl, now: datetime) -> bool:
        """Rest a feed that never brought anything, to make room for another one."""
        if found.role is not UrlRole.FEED:
            return False
        idle = idlest_feed(connection, found.site, _ENOUGH_READS)
        if idle is None:
            return False
        due = now + timedelta(days=self._settings.rest_days)
        rest_list(connection, idle, Reason.TOO_MANY_FEEDS, due)
        return True

    def note_sitemap_index(
        self,
        connection: Writer,
        index: Visit,
        found: Sequence[FoundUrl],
        now: datetime,
    ) -> list[FoundUrl]:
        """Store what a sitemap index says about its sitemaps; return those to visit now.

        A sitemap that it no longer lists rests until it is listed again.
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


def _note_lastmod(
    connection: Writer,
    index: Visit,
    child: FoundUrl,
    history: ListHistory | None,
    now: datetime,
) -> bool:
    """Store what an index says about a sitemap; return whether that makes it due."""
    if history is not None and history.lastmod == child.published:
        return False
    is_back = history is None
    history = history or list_history_of(connection, child.id) or _new_history(child)
    keep_list_history(connection, replace(history, parent=index.id, lastmod=child.published))
    if history.read_at is None:
        return False  # it is new, or its first visit is due anyway
    lastmod = child.published
    moved = lastmod is not None and (history.lastmod_read is None or lastmod > history.lastmod_read)
    if moved or (is_back and history.parent is None):
        wake_list(connection, child.host, child.id, now)
        return True
    return False


def _new_history(child: FoundUrl) -> ListHistory:
    return ListHistory(child.host, child.id, child.site, UrlRole.SITEMAP)
