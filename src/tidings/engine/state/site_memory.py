"""Site memories during a crawl: packs them for workers and updates them from pages.

Updates are collected and stored several at a time; losing some does no harm. A site's counts are
loaded, updated and stored in one transaction of the writer, so no reader sees a partial update.
"""

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
    """The memories of all sites that were visited recently."""

    def __init__(self) -> None:
        self._packed_memories: dict[int, bytes] = {}
        self._waiting: dict[int, list[MemoryUpdate]] = {}
        self._grown: set[int] = set()
        self._requested: set[int] = set()  # due, with tags not learned yet

    def packed_for(self, connection: Reader, site: int) -> bytes:
        """Return a site's memory, packed for the workers; empty while nothing is known."""
        packed_memory = self._packed_memories.get(site)
        if packed_memory is None:
            memory = load_site_memory(connection, site).memory()
            packed_memory = self._packed_memories[site] = self._pack(site, memory)
        return packed_memory

    def learn(self, connection: Writer, site: int, update: MemoryUpdate) -> bool:
        """Collect an update; store the collected ones once there are enough.

        Returns whether the keen tags of the site should now be learned again.
        """
        waiting = self._waiting.setdefault(site, [])
        waiting.append(update)
        if len(waiting) < (_MANY if site in self._grown else _FEW):
            return False
        is_due = self._write(connection, site).keen_due and site not in self._requested
        if is_due:
            self._requested.add(site)
        return is_due

    def flush(self, connection: Writer, site: int | None = None) -> None:
        """Store the collected updates of one site, or of all."""
        for number in tuple(self._waiting) if site is None else (site,):
            if number in self._waiting:
                self._write(connection, number)

    def forget(self, site: int | None = None) -> None:
        """Drop what is in memory about one site, or about all."""
        if site is None:
            self._packed_memories.clear()
            self._waiting.clear()
            self._grown.clear()
            self._requested.clear()
            return
        self._packed_memories.pop(site, None)
        self._waiting.pop(site, None)
        self._grown.discard(site)
        self._requested.discard(site)

    def _write(self, connection: Writer, site: int) -> SiteMemoryCounts:
        counts = load_site_memory(connection, site)
        for update in self._waiting.pop(site):
            counts.learn(update)
        self._keep(connection, site, counts)
        return counts

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
