"""The sites' memories while crawling: what readers of pages are told, what pages teach in return.

Lessons wait for company: a lost one costs nothing, and a notebook is opened, filled and written
back whole within the writer's transaction, so that nobody ever sees half of one.
"""

import sqlite3
from collections import deque
from collections.abc import Iterable, Iterator

from tidings.engine.process.message import HEADER, packed
from tidings.extract.site_memory.memory import MemoryUpdate, SiteMemory
from tidings.extract.site_memory.memory_counts import (
    SiteMemoryCounts,
    packed_counts,
    unpacked_counts,
)
from tidings.store.tables.sources.site_memory import SiteMemoryRow, keep_site_memory, site_memory_of

_FEW = 4  # lessons before a young memory is written: its first pages teach the most
_MANY = 16  # … and an older one
_YOUNG = 32  # articles
_MAX_PACKED = 4_096  # sites whose packed memory is held; it is at most a few kilobytes


class SiteMemories:
    """The memories of all sites. The loop calls `packed_for` and `sites_due_for_tags`."""

    def __init__(self) -> None:
        self._told: dict[int, bytes] = {}
        self._waiting: dict[int, list[MemoryUpdate]] = {}
        self._grown: set[int] = set()
        self._due: deque[int] = deque()
        self._asked: set[int] = set()  # due, and not learned yet

    def packed_for(self, connection: sqlite3.Connection, site: int) -> bytes:
        """Return a site's memory, packed for the workers; nothing while nothing is known."""
        told = self._told.get(site)
        if told is None:
            told = self._packed(site, load_site_memory(connection, site).memory())
            told = self._told.setdefault(site, told)  # the writer may have been quicker
        return told

    def sites_due_for_tags(self) -> Iterator[int]:
        """Take, one by one, the sites whose keen tags should be learned anew."""
        while self._due:
            yield self._due.popleft()

    def learn(self, connection: sqlite3.Connection, site: int, lesson: MemoryUpdate) -> None:
        """Take a lesson; with enough company it is written down."""
        waiting = self._waiting.setdefault(site, [])
        waiting.append(lesson)
        if len(waiting) >= (_MANY if site in self._grown else _FEW):
            del self._waiting[site]
            self._write(connection, site, waiting)

    def flush(self, connection: sqlite3.Connection) -> None:
        """Write down all that waits."""
        waiting, self._waiting = self._waiting, {}
        for site, lessons in waiting.items():
            self._write(connection, site, lessons)

    def _write(
        self, connection: sqlite3.Connection, site: int, lessons: Iterable[MemoryUpdate]
    ) -> None:
        notebook = load_site_memory(connection, site)
        for lesson in lessons:
            notebook.learn(lesson)
        if notebook.keen_due and site not in self._asked:
            self._asked.add(site)
            self._due.append(site)
        self._keep(connection, site, notebook)

    def learn_keen_tags(
        self, connection: sqlite3.Connection, site: int, tags: frozenset[str]
    ) -> None:
        """Write down the keen tags of a site."""
        notebook = load_site_memory(connection, site)
        notebook.keen_tags, notebook.keen_at = tags, notebook.learned
        self._asked.discard(site)
        self._keep(connection, site, notebook)

    def _keep(self, connection: sqlite3.Connection, site: int, notebook: SiteMemoryCounts) -> None:
        self._told[site] = self._packed(site, save_site_memory(connection, site, notebook))

    def _packed(self, site: int, memory: SiteMemory) -> bytes:
        if len(self._told) >= _MAX_PACKED:
            self._told.clear()
        if memory.pages >= _YOUNG:
            self._grown.add(site)
        return packed(memory)[HEADER.size :] if memory.pages or memory.templates else b""


def load_site_memory(connection: sqlite3.Connection, site: int) -> SiteMemoryCounts:
    """Return a site's notebook, empty if there is none."""
    known = site_memory_of(connection, site)
    return unpacked_counts(known.notebook) if known else SiteMemoryCounts()


def save_site_memory(
    connection: sqlite3.Connection, site: int, notebook: SiteMemoryCounts
) -> SiteMemory:
    """Write a site's notebook back and return what it tells by now."""
    memory, packed_up = notebook.memory(), packed_counts(notebook)
    keep_site_memory(
        connection, site, SiteMemoryRow(notebook.learned, len(memory.repeated), packed_up)
    )
    return memory
