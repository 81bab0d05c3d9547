from datetime import UTC, datetime, timedelta
from functools import partial

from tests.factories import make_article

from tidings.model.articles.story import Membership, Story
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.articles.former_stories import forget_stories
from tidings.store.tables.articles.stories import (
    StoryExtent,
    end_story,
    keep_memberships,
    keep_story,
    newest_stories,
    next_story_id,
    story_extent,
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


def test_the_extent_of_a_story_counts_its_articles_and_their_sources(database: Database) -> None:
    urls = ("https://a.example/1", "https://a.example/2", "https://b.example/3")
    articles = [make_article(url, "Flood", "The dyke broke.") for url in urls]
    later = NOW + timedelta(hours=2)
    members = [
        Membership(each.id, 7, at, 1.0)
        for each, at in zip(articles, (later, NOW, NOW), strict=True)
    ]
    database.write(lambda db: [keep_article(db, each, NOW) for each in articles]).result()
    database.write(lambda db: keep_memberships(db, members)).result()
    assert story_extent(database.read(), 7) == StoryExtent(3, 2, NOW, later)
    assert story_extent(database.read(), 8) is None


def test_a_story_of_undated_articles_is_not_since_any_day(database: Database) -> None:
    undated = make_article("https://a.example/1", "Flood", "The dyke broke.", published=None)
    dated = make_article("https://a.example/2", "Fire", "A barn burned.", published=NOW)
    stories = [
        Story(number, each.title, each.id, "en", NOW, NOW, 1, 1)
        for number, each in enumerate((undated, dated), start=1)
    ]
    members = [Membership(story.lead, story.id, NOW, 1.0) for story in stories]
    database.write(lambda db: [keep_article(db, each, NOW) for each in (undated, dated)]).result()
    for story in stories:
        database.write(partial(keep_story, story=story)).result()
    database.write(lambda db: keep_memberships(db, members)).result()
    found = newest_stories(database.read(), 10, since=NOW - timedelta(days=3))
    assert [story.title for story in found] == ["Fire"]
    assert len(newest_stories(database.read(), 10)) == 2
