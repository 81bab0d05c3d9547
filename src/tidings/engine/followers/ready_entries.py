"""Index entries that workers made while they read a page, until the index takes them in."""

import threading

from tidings.model.articles.article import Article
from tidings.model.articles.change import Change, ChangeKind
from tidings.search.entries.entry import IndexEntry

_MAX_HELD = 5_000  # further ones are not held in memory: their articles are read again


class ReadyEntries:
    """A bounded cache by article and revision. Thread-safe.

    An entry is offered by the piece of work that keeps its article, as the last thing it does. So
    it is here before anyone sees the change. After a rollback all are dropped.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._held: dict[tuple[str, int], IndexEntry] = {}

    def offer(self, article: Article, entry: IndexEntry | None) -> None:
        """Offer the entry of an article, unless it was made for another id."""
        if entry is None or entry.id != article.id or article.revision > 1:
            return
        with self._lock:
            if len(self._held) < _MAX_HELD:
                self._held[article.id, article.revision] = entry

    def take(self, change: Change) -> IndexEntry | None:
        """Return the entry of a new article, if it is here; whatever the change, it is dropped."""
        with self._lock:
            entry = self._held.pop((change.article, change.revision), None)
        return entry if change.kind is ChangeKind.NEW else None

    def clear(self) -> None:
        """Drop all."""
        with self._lock:
            self._held.clear()
