from datetime import UTC, datetime, timedelta

from tests.factories import make_article

from tidings.model.articles.change import StoryChange, StoryChangeKind
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.changes.story_changes import (
    first_logged_story,
    last_story_change,
    newest_story_change,
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
        StoryChange(1, StoryChangeKind.NEW, 7, NOW, article_seq=0),
        StoryChange(2, StoryChangeKind.MERGED, 7, NOW, 3, article_seq=0),
    ]
    assert story_changes_after(database.read(), 2, 9) == []
    later = NOW + timedelta(days=1)
    assert database.write(lambda db: prune_story_changes(db, later, 9)).result() == 2


def test_a_change_of_a_story_has_its_place_among_the_changes_of_articles(
    database: Database,
) -> None:
    def keep(connection: Writer, names: str) -> None:
        for name in names:
            keep_article(connection, make_article(f"http://a.example/{name}", id=name), NOW)

    def group(connection: Writer) -> None:
        note_story_change(connection, StoryChangeKind.NEW, 7, NOW)

    def both(connection: Writer) -> None:
        note_story_change(connection, StoryChangeKind.CHANGED, 7, NOW)
        keep(connection, "d")

    pieces = (group, lambda db: keep(db, "ab"), group, group, both)
    for piece in pieces:
        database.write(piece).result()
    connection = database.read()
    places = [change.article_seq for change in story_changes_after(connection, 0, 9)]
    assert places == [0, 2, 2, 2]
    assert [last_story_change(connection, seq) for seq in (0, 1, 2, 3)] == [1, 1, 4, 4]
    database.write(lambda db: prune_story_changes(db, NOW, 2)).result()
    assert (first_logged_story(connection), newest_story_change(connection)) == (3, 4)
    assert last_story_change(connection, 0) == 2
