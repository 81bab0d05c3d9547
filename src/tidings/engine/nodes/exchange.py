"""Lets several nodes crawl one list of sources, each its own share of them.

The nodes need only a shared folder. There they list the sources they follow, pass on the URLs they
find for each other, and notice when all of them are idle.
"""

import asyncio
import json
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
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.sources.sources import (
    all_sources,
    followed_sources,
    leave_source_to_node,
    set_source_domain,
    sources_of_other_nodes,
    take_over_source,
)

_Stamp = tuple[int, int]  # the time and size of a list


class Exchange:
    """One node's side of the exchange."""

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
        self._batches = UrlBatches(self._folder, share, database, settings)
        self._agreement = IdleAgreement(self._folder, share, clock)
        self._source_digests: dict[int, str] = {}  # by node, of its sources as known here
        self._read_stamps: dict[int, _Stamp] = {}  # of the list as read
        self.over = False  # all nodes were idle together

    async def sync(self, take: TakeUrls, is_idle: Callable[[], bool]) -> set[str]:
        """Receive and send batches and report our state; return the hosts with new URLs.

        `is_idle` returns whether this node has no work of its own.
        """
        hosts: set[str] = set()
        for batch in self._batches.incoming():
            self._agreement.report(BUSY, self._digest())
            moment = datetime.fromtimestamp(self._clock(), UTC)
            hosts |= {url.host for url in await self._batches.take(batch, take, moment)}
        read = await asyncio.wrap_future(self._database.write(self._share_sources))
        for node, (stamp, digest) in read.items():  # not in the transaction: it may be run again
            self._read_stamps[node], self._source_digests[node] = stamp, digest
        now = datetime.fromtimestamp(self._clock(), UTC)
        waited_for = await self._batches.send(now, send_all=is_idle())
        sent = all(self._agreement.has_ended(node) for node in waited_for)
        idle = sent and not hosts and is_idle()
        self._agreement.report(IDLE if idle else BUSY, self._digest())
        self.over = idle and self._agreement.all_idle()
        return hosts

    def _digest(self) -> str:
        """Return the digests of all nodes' sources as known here."""
        return " ".join(self._source_digests.get(n, "") for n in range(1, self.share.nodes + 1))

    def end(self) -> None:
        """If all nodes were idle, report that this node is done and takes nothing more."""
        if self.over:
            self._agreement.report(DONE, self._digest())

    def _share_sources(self, connection: Writer) -> dict[int, tuple[_Stamp, str]]:
        """Publish the sources that are followed here, and follow those of the other nodes.

        Returns the lists that were read, by node: their stamps and digests.
        """
        mine = {source.url: source.domain for source in followed_sources(connection)}
        text = json.dumps(mine, ensure_ascii=False)
        if _digest_of(text) != self._source_digests.get(self.share.node):
            write_atomically(self._source_list_path(self.share.node), text)
            self._source_digests[self.share.node] = _digest_of(text)
        others = (node for node in range(1, self.share.nodes + 1) if node != self.share.node)
        read = {node: self._read_sources(connection, node) for node in others}
        return {node: found for node, found in read.items() if found is not None}

    def _source_list_path(self, node: int) -> Path:
        return self._folder / f"roster-{node}.json"

    def _read_sources(self, connection: Writer, node: int) -> tuple[_Stamp, str] | None:
        try:
            path = self._source_list_path(node)
            stamp = (path.stat().st_mtime_ns, path.stat().st_size)
            if stamp == self._read_stamps.get(node):
                return None
            text = path.read_text(encoding="utf-8")
            listed = json.loads(text)
        except (OSError, ValueError):
            return None
        if not isinstance(listed, dict):
            return None
        self._follow_sources(connection, node, listed)
        return stamp, _digest_of(text)

    def _follow_sources(self, connection: Writer, node: int, listed: Mapping[str, object]) -> None:
        """Follow sources that are new here, not those removed here; believe owners' domains."""
        now = datetime.fromtimestamp(self._clock(), UTC)
        known = all_sources(connection)
        for url, domain in listed.items():
            source = known.get(url)
            if source is None:
                follow_source(connection, url, now)
            elif self.share.owner(source) == node:
                set_source_domain(connection, source.id, str(domain))


def apply_share(connection: Writer, node: str, now: datetime) -> None:
    """Leave other nodes' sources to them, and take back those that are ours again."""
    share = node_share_from(node) or NodeShare()
    other_owners = sources_of_other_nodes(connection)
    if share.nodes == 1 and not other_owners:
        return
    for source in followed_sources(connection):
        owner = share.owner(source)
        if owner == share.node and source.id in other_owners:
            take_over_source(connection, source.id, now)
        elif owner != share.node and other_owners.get(source.id) != owner:
            leave_source_to_node(connection, source.id, owner)


def opened_exchange(
    settings: CrawlSettings, database: Database, clock: Callable[[], float]
) -> Exchange | None:
    """Return the exchange that the settings describe; None for a single node."""
    share = node_share_from(settings.node)
    if share is None:
        raise HomeUnusable(
            f"Invalid node {settings.node!r}: give its number and the total, as 2/4."
        )
    if share.nodes == 1:
        return None
    if not settings.exchange:
        raise HomeUnusable("Several nodes need a shared folder: name it with --exchange DIR.")
    try:
        return Exchange(share, database, settings, clock)
    except OSError as error:
        why = error.strerror or str(error)
        raise HomeUnusable(
            f"Cannot use the exchange folder {settings.exchange} ({why}): choose another one."
        ) from error


def _digest_of(text: str) -> str:
    return blake2b(text.encode(), digest_size=8).hexdigest()
