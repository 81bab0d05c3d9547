"""The exchange: how several nodes crawl one list of sites, each its own share of them.

All it needs is a folder that they share. Nodes tell each other there which sites they follow, hand
over the URLs they find for each other, and notice when all of them are idle.
"""

import asyncio
import json
import sqlite3
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path

from tidings.crawl.visits.node_share import NodeShare, node_share_from
from tidings.engine.nodes.idle_agreement import BUSY, DONE, IDLE, IdleAgreement
from tidings.engine.nodes.url_batches import TakeUrls, UrlBatches, write_atomically
from tidings.engine.process.home import HomeUnusable
from tidings.engine.sources.source_list import follow_source
from tidings.settings.tree import CrawlSettings
from tidings.store.database.sqlite import Database
from tidings.store.tables.sources.sources import (
    all_sources,
    followed_sources,
    leave_source_to_node,
    set_source_domain,
    sources_of_other_nodes,
    take_over_source,
)


class Exchange:
    """One node's side of it."""

    def __init__(
        self,
        share: NodeShare,
        database: Database,
        settings: CrawlSettings,
        clock: Callable[[], float],
    ) -> None:
        self.share = share
        self._folder = Path(settings.exchange)
        self._database = database
        self._clock = clock
        self._postbox = UrlBatches(self._folder, share, database, settings)
        self._quiet = IdleAgreement(self._folder, share, clock)
        self._rosters: dict[int, str] = {}  # the digest of each node's roster as it is known here
        self._heard: dict[int, tuple[int, int]] = {}  # when each was written
        self.over = False  # all nodes were idle together

    async def trade(self, take: TakeUrls, is_idle: Callable[[], bool]) -> set[str]:
        """Take in, send out and say how we are; return the hosts where something is new.

        `is_idle` is asked at the end whether this node has nothing to do by itself.
        """
        hosts: set[str] = set()
        for batch in self._postbox.incoming():
            self._quiet.tell(BUSY, self._digest())
            moment = datetime.fromtimestamp(self._clock(), UTC)
            hosts |= {url.host for url in await self._postbox.take(batch, take, moment)}
        await asyncio.wrap_future(self._database.write(self._share_roster))
        now = datetime.fromtimestamp(self._clock(), UTC)
        waited_for = await self._postbox.send(now, hurry=is_idle())
        sent = all(self._quiet.has_ended(node) for node in waited_for)
        idle = sent and not hosts and is_idle()
        self._quiet.tell(IDLE if idle else BUSY, self._digest())
        self.over = idle and self._quiet.all_idle()
        return hosts

    def _digest(self) -> str:
        """Return what stands for all rosters as they are known here."""
        return " ".join(self._rosters.get(n, "") for n in range(1, self.share.nodes + 1))

    def end(self) -> None:
        """Say that this node takes nothing more, if all have come to an end."""
        if self.over:
            self._quiet.tell(DONE, self._digest())

    def _share_roster(self, connection: sqlite3.Connection) -> None:
        """Tell which sites are followed here, and follow those that the others tell of."""
        mine = {site.url: site.domain for site in followed_sources(connection)}
        text = json.dumps(mine, ensure_ascii=False)
        if _digest_of(text) != self._rosters.get(self.share.node):
            write_atomically(self._roster(self.share.node), text)
            self._rosters[self.share.node] = _digest_of(text)
        for node in range(1, self.share.nodes + 1):
            if node != self.share.node:
                self._hear(connection, node)

    def _roster(self, node: int) -> Path:
        return self._folder / f"roster-{node}.json"

    def _hear(self, connection: sqlite3.Connection, node: int) -> None:
        try:
            path = self._roster(node)
            stamp = (path.stat().st_mtime_ns, path.stat().st_size)
            if stamp == self._heard.get(node):
                return
            text = path.read_text(encoding="utf-8")
            told = json.loads(text)
        except (OSError, ValueError):
            return
        if isinstance(told, dict):
            self._join(connection, node, told)
            self._heard[node], self._rosters[node] = stamp, _digest_of(text)

    def _join(self, connection: sqlite3.Connection, node: int, told: Mapping[str, object]) -> None:
        """Follow what is new here; what was removed here stays so. Owners know where sites live."""
        now = datetime.fromtimestamp(self._clock(), UTC)
        known = all_sources(connection)
        for url, domain in told.items():
            site = known.get(url)
            if site is None:
                follow_source(connection, url, now)
            elif self.share.owner(site) == node:
                set_source_domain(connection, site.id, str(domain))


def apply_share(connection: sqlite3.Connection, node: str, now: datetime) -> None:
    """Leave the sites of other nodes to them, and take back those that are ours again."""
    share = node_share_from(node) or NodeShare()
    elsewhere = sources_of_other_nodes(connection)
    if share.nodes == 1 and not elsewhere:
        return
    for site in followed_sources(connection):
        owner = share.owner(site)
        if owner == share.node and site.id in elsewhere:
            take_over_source(connection, site.id, now)
        elif owner != share.node and elsewhere.get(site.id) != owner:
            leave_source_to_node(connection, site.id, owner)


def opened_exchange(
    settings: CrawlSettings, database: Database, clock: Callable[[], float]
) -> Exchange | None:
    """Return the exchange that the settings ask for; None for a node that is alone."""
    share = node_share_from(settings.node)
    if share is None:
        raise HomeUnusable(f"There is no node {settings.node!r}: say which of how many, as in 2/4.")
    if share.nodes == 1:
        return None
    if not settings.exchange:
        raise HomeUnusable("Several nodes need a folder in common: name it with --exchange DIR.")
    try:
        return Exchange(share, database, settings, clock)
    except OSError as error:
        why = error.strerror or str(error)
        raise HomeUnusable(
            f"The exchange {settings.exchange} cannot be used ({why}): choose another folder."
        ) from error


def _digest_of(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()
