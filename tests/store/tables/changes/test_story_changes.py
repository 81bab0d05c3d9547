from datetime import UTC, datetime, timedelta

from tidings.model.articles.change import StoryChange, StoryChangeKind
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.changes.story_changes import (
    note_story_change,
    prune_story_changes,
    story_changes_after,
)

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def test_changes_of_stories_have_an_order_of_their_own(database: Database) -> None:
    def group(connection: Writer) -> None:
        note_story_change(connection, StoryChangeKind.NEW, 7, NOW)
        note_story_change(connection, StoryChangeKind.MERGED, 7, NOW, into=3)

    database.write(group).result()
    assert story_changes_after(database.read(), 0, 9) == [
        StoryChange(1, StoryChangeKind.NEW, 7, NOW),
        StoryChange(2, StoryChangeKind.MERGED, 7, NOW, 3),
    ]
    assert story_changes_after(database.read(), 2, 9) == []
    later = NOW + timedelta(days=1)
    assert database.write(lambda db: prune_story_changes(db, later, 9)).result() == 2
