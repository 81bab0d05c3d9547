"""A home whose logs are written by hand, with an index that is as far as a test wants."""

from datetime import UTC, datetime
from pathlib import Path

from tests.factories import make_article

from tidings.engine.followers.index_feeding import feed_changes
from tidings.engine.process.home import ensure_home
from tidings.model.articles.change import StoryChangeKind
from tidings.model.articles.story import Membership, Story
from tidings.search.index.search_index import Index
from tidings.settings.tree import SearchSettings, Settings, StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.articles.stories import end_story, keep_memberships, keep_story
from tidings.store.tables.changes.article_changes import changes_after, newest_change
from tidings.store.tables.changes.story_changes import note_story_change
from tidings.store.tables.takedowns.removal import remove_articles

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


class WrittenHome:
    """Writes changes into a home, each in a transaction of its own."""

    def __init__(self, folder: Path) -> None:
        self.settings = Settings(
            home=folder,
            store=StoreSettings(commit_seconds=0.0),
            search=SearchSettings(commit_seconds=0.0),
        )
        home = ensure_home(Settings(home=folder))
        self.database: Database = open_database(home.database, self.settings.store)
        self._index = Index.open(home.index, self.settings.search, writable=True)

    def keep(self, *names: str, text: str = "Some words.", **fields: object) -> None:
        """Keep or revise articles in one transaction."""

        def work(connection: Writer) -> None:
            for name in names:
                url = f"https://{fields.get('source', 'a.example')}/{name}"
                article = make_article(url, f"About {name}", text, id=name, **fields)
                keep_article(connection, article, NOW)

        self.database.write(work).result()

    def take_down(self, *names: str) -> None:
        """Remove articles for good."""
        self.database.write(lambda db: remove_articles(db, names, NOW)).result()

    def group(self, number: int, *names: str, lead: str | None = None) -> None:
        """Make a story of articles, or change it."""

        def work(connection: Writer) -> None:
            members = [Membership(name, number, NOW, 1.0) for name in names]
            keep_memberships(connection, members)
            story = Story(
                number, f"Story {number}", lead or names[0], "en", NOW, NOW, len(names), 1
            )
            keep_story(connection, story)
            note_story_change(connection, StoryChangeKind.CHANGED, number, NOW)

        self.database.write(work).result()

    def end(self, number: int, into: int | None = None) -> None:
        """End a story, or merge it into another one."""
        kind = StoryChangeKind.ENDED if into is None else StoryChangeKind.MERGED

        def work(connection: Writer) -> None:
            end_story(connection, number, into)
            note_story_change(connection, kind, number, NOW, into)

        self.database.write(work).result()

    def release(self, seq: int | None = None) -> int:
        """Let the index reach a number; by default everything."""
        seq = newest_change(self.database.read()) if seq is None else seq
        connection = self.database.read()
        known = self._index.last_seq()
        feed_changes(connection, self._index, changes_after(connection, known, 10_000, seq))
        self._index.remove(["none"])  # without any work, nothing is committed
        self._index.commit(seq)
        return seq

    def close(self) -> None:
        """Close the home."""
        self._index.close()
        self.database.close()
