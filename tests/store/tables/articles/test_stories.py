from datetime import UTC, datetime

from tidings.model.articles.story import Story
from tidings.store.database.sqlite import Database
from tidings.store.tables.articles.stories import (
    end_story,
    forget_stories,
    keep_story,
    next_story_id,
)

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def test_the_id_of_a_story_is_never_reused(database: Database) -> None:
    assert next_story_id(database.read()) == 1
    story = Story(7, "Flood", "a", "en", NOW, NOW, 1, 1)
    database.write(lambda db: keep_story(db, story)).result()
    assert next_story_id(database.read()) == 8
    database.write(lambda db: end_story(db, 7, None)).result()
    assert next_story_id(database.read()) == 8
    database.write(forget_stories).result()
    assert next_story_id(database.read()) == 8
