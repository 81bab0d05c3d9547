"""Passes batches of URLs between nodes as files: written atomically, removed once received.

A batch is numbered in the database before its file is written, and its URLs are in the receiver's
database before the file is removed. So a batch arrives at least once, whenever a process is killed.
Arriving twice does no harm, because a URL is added only once.
"""

import asyncio
import os
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from tidings.crawl.visits.node_share import NodeShare
from tidings.model.crawl.visit import FoundUrl
from tidings.settings.tree import CrawlSettings
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.frontier.node_outbox import (
    acknowledge_batch,
    batch_lines,
    found_url_from,
    make_batch,
    unacknowledged_batches,
    waiting_by_node,
)

TakeUrls = Callable[[Writer, list[FoundUrl], datetime], list[FoundUrl]]


class UrlBatches:
    """One node's incoming and outgoing batches."""

    def __init__(
        self, folder: Path, share: NodeShare, database: Database, settings: CrawlSettings
    ) -> None:
        self._folder = folder
        self._share = share
        self._database = database
        self._settings = settings
        self._written: set[int] = set()  # batches whose file this process has written
        for node in range(1, share.nodes + 1):
            self._inbox(node).mkdir(parents=True, exist_ok=True)

    def _inbox(self, node: int) -> Path:
        return self._folder / f"to-{node}"

    def incoming(self) -> list[Path]:
        """Return the batches that wait for this node, in order per sender."""
        return sorted(self._inbox(self._share.node).glob("*.jsonl"))

    async def take(self, batch: Path, take: TakeUrls, now: datetime) -> list[FoundUrl]:
        """Receive a batch and return the URLs that were new."""
        text = await asyncio.to_thread(batch.read_text, encoding="utf-8")
        found = [url for url in map(found_url_from, text.splitlines()) if url is not None]
        new = await asyncio.wrap_future(self._database.write(lambda db: take(db, found, now)))
        await asyncio.to_thread(batch.unlink, missing_ok=True)
        return new

    async def send(self, now: datetime, *, send_all: bool) -> set[int]:
        """Send what has waited long enough, or all; return the nodes with batches still open."""
        limit = self._settings.exchange_urls
        for node, (count, since) in waiting_by_node(self._database.read()).items():
            old = (now - since).total_seconds() >= self._settings.exchange_seconds
            if send_all or old or count >= limit:
                await self._write(partial(make_batch, node=node, limit=limit))
        waited_for = set(waiting_by_node(self._database.read()))
        for node, batch in unacknowledged_batches(self._database.read()):
            if not await self._is_taken(node, batch):
                waited_for.add(node)
        return waited_for

    async def _is_taken(self, node: int, batch: int) -> bool:
        """Return whether a batch was taken; write its file if this process has not done so."""
        path = self._inbox(node) / f"from-{self._share.node}-{batch:09}.jsonl"
        if batch not in self._written:
            write_atomically(path, "\n".join(batch_lines(self._database.read(), batch)))
            self._written.add(batch)
        if path.exists():
            return False
        await self._write(lambda db: acknowledge_batch(db, batch))
        self._written.discard(batch)
        return True

    async def _write(self, work: Callable[[Writer], object]) -> None:
        await asyncio.wrap_future(self._database.write(work))


def write_atomically(path: Path, text: str) -> None:
    """Write a file so that nobody ever sees a part of it, even after a power cut."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    with draft.open("w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
