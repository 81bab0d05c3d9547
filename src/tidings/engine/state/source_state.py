"""Everything that is cached about sources, which is right only while one process owns them.

Part of it is written behind: learned at once, stored several at a time. It belongs to the writer's
thread. An owner opens a source, and before another takes over it flushes and forgets it.
"""

from tidings.crawl.traps.visit_gate import TrapSnapshot
from tidings.engine.state.fetch_budget import FetchBudget
from tidings.engine.state.focus_learning import FocusLearner
from tidings.engine.state.followed_sources import NO_SOURCES
from tidings.engine.state.known_urls import KnownUrls
from tidings.engine.state.page_aliases import PageAliases
from tidings.engine.state.recent_texts import RecentTexts
from tidings.engine.state.shape_accounts import ShapeAccounts
from tidings.engine.state.site_memory import SiteMemories
from tidings.engine.state.source_snapshot import SourceSnapshot
from tidings.model.crawl.source import Source
from tidings.settings.tree import CrawlSettings
from tidings.store.database.session import Writer


class SourceState:
    """The caches of all sources."""

    def __init__(self, settings: CrawlSettings) -> None:
        self.followed = NO_SOURCES  # replaced whole by whoever notices a change
        self.urls = KnownUrls(settings.seen_places)
        self.accounts = ShapeAccounts()
        self.aliases = PageAliases()
        self.texts = RecentTexts()
        self.memories = SiteMemories()
        self.focuses = FocusLearner(settings)
        self.budget = FetchBudget(settings)

    def open(self, connection: Writer, source: Source) -> SourceSnapshot:
        """Read what is stored about a source, and return what the event loop needs of it."""
        words, focus = self.focuses.packed_for(connection, source)
        return SourceSnapshot(
            source.id,
            TrapSnapshot(
                self.accounts.of(connection, source.id).snapshot(),
                self.aliases.believed(connection, source.id),
            ),
            self.memories.packed_for(connection, source.id),
            words,
            focus,
        )

    def snapshot(self, connection: Writer, source: int) -> SourceSnapshot | None:
        """Return a followed source as it is now."""
        known = self.followed.get(source)
        return None if known is None else self.open(connection, known)

    def learn_keen_tags(
        self, connection: Writer, source: int, tags: frozenset[str]
    ) -> SourceSnapshot | None:
        """Store the keen tags of a source; return the source as it is now."""
        self.memories.learn_keen_tags(connection, source, tags)
        return self.snapshot(connection, source)

    def flush(self, connection: Writer, source: int | None = None) -> None:
        """Store what was learned and not stored yet, about one source or about all."""
        self.memories.flush(connection, source)
        self.focuses.flush(connection, source)
        self.accounts.flush(connection, source)
        if source is None:
            self.budget.flush(connection)

    def forget(self, source: int | None = None) -> None:
        """Drop what is in memory about one source, or about all, stored or not.

        Required after a rollback: the caches may then hold what the database does not have.
        """
        self.urls.forget(source)
        self.accounts.forget(source)
        self.aliases.forget(source)
        self.texts.forget(source)
        self.memories.forget(source)
        self.focuses.forget(source)
        if source is None:
            self.budget.forget()
