"""Site memories during a crawl: packs them for workers and updates them from pages.

Updates are collected and stored several at a time; losing some does no harm. A site's counts are
loaded, updated and stored in one transaction of the writer, so no reader sees a partial update.
"""

from collections import deque
from collections.abc import Iterable, Iterator

from tidings.engine.process.message import HEADER, packed
from tidings.extract.site_memory.memory import MemoryUpdate, SiteMemory
from tidings.extract.site_memory.memory_counts import (
    SiteMemoryCounts,
    packed_counts,
    unpacked_counts,
)
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.sources.site_memory import SiteMemoryRow, keep_site_memory, site_memory_of

_FEW = 4  # updates before a young memory is stored: the first pages teach the most
_MANY = 16  # … and an older one
_YOUNG = 32  # articles
_MAX_PACKED = 4_096  # sites whose packed memory is held in memory; each is a few kilobytes at most


class SiteMemories:
    """The loop calls `packed_for` and `sites_due_for_tags`, the writer the rest."""

    def __init__(self) -> None:
        self._packed_memories: dict[int, bytes] = {}
        self._waiting: dict[int, list[MemoryUpdate]] = {}
        self._grown: set[int] = set()
        self._due: deque[int] = deque()
        self._requested: set[int] = set()  # due, with tags not learned yet

    def packed_for(self, connection: Reader, site: int) -> bytes:
        """Return a site's memory, packed for the workers; empty while nothing is known."""
        packed_memory = self._packed_memories.get(site)
        if packed_memory is None:
            packed_memory = self._pack(site, load_site_memory(connection, site).memory())
            packed_memory = self._packed_memories.setdefault(
                site, packed_memory
            )  # the writer may have been faster
        return packed_memory

    def sites_due_for_tags(self) -> Iterator[int]:
        """Take, one by one, the sites whose keen tags should be learned again."""
        while self._due:
            yield self._due.popleft()

    def learn(self, connection: Writer, site: int, update: MemoryUpdate) -> None:
        """Collect an update; store the collected ones once there are enough."""
        waiting = self._waiting.setdefault(site, [])
        waiting.append(update)
        if len(waiting) >= (_MANY if site in self._grown else _FEW):
            del self._waiting[site]
            self._write(connection, site, waiting)

    def flush(self, connection: Writer) -> None:
        """Store all collected updates."""
        waiting, self._waiting = self._waiting, {}
        for site, updates in waiting.items():
            self._write(connection, site, updates)

    def _write(self, connection: Writer, site: int, updates: Iterable[MemoryUpdate]) -> None:
        counts = load_site_memory(connection, site)
        for update in updates:
            counts.learn(update)
        if counts.keen_due and site not in self._requested:
            self._requested.add(site)
            self._due.append(site)
        self._keep(connection, site, counts)

    def learn_keen_tags(self, connection: Writer, site: int, tags: frozenset[str]) -> None:
        """Store the keen tags of a site."""
        counts = load_site_memory(connection, site)
        counts.keen_tags, counts.keen_at = tags, counts.learned
        self._requested.discard(site)
        self._keep(connection, site, counts)

    def _keep(self, connection: Writer, site: int, counts: SiteMemoryCounts) -> None:
        self._packed_memories[site] = self._pack(site, save_site_memory(connection, site, counts))

    def _pack(self, site: int, memory: SiteMemory) -> bytes:
        if len(self._packed_memories) >= _MAX_PACKED:
            self._packed_memories.clear()
        if memory.pages >= _YOUNG:
            self._grown.add(site)
        return packed(memory)[HEADER.size :] if memory.pages or memory.templates else b""


def load_site_memory(connection: Reader, site: int) -> SiteMemoryCounts:
    """Return a site's counts, empty if there are none."""
    known = site_memory_of(connection, site)
    return unpacked_counts(known.notebook) if known else SiteMemoryCounts()


def save_site_memory(connection: Writer, site: int, counts: SiteMemoryCounts) -> SiteMemory:
    """Store a site's counts and return the memory that they give."""
    memory, data = counts.memory(), packed_counts(counts)
    keep_site_memory(connection, site, SiteMemoryRow(counts.learned, len(memory.repeated), data))
    return memory
