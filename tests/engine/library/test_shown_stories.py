"""Stories while the rows of taken-down articles are still there."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from tests.engine.sample_home import NOW, database_with, group_stories, sample_articles

from tidings.engine.library.library import Library
from tidings.model.articles.article import Article
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.tables.takedowns.takedowns import note_purged, note_takedowns

# Each paper has a headline of its own.
ARTICLES = [
    replace(each, title=f"{each.title}, says paper {each.source}") for each in sample_articles()
]


@pytest.fixture
def database(settings: Settings) -> Iterator[Database]:
    database = database_with(settings, ARTICLES)
    assert group_stories(database, settings) == []
    yield database
    database.close()


@pytest.fixture
def library(settings: Settings, database: Database) -> Iterator[Library]:
    library = Library.open(settings)
    yield library
    library.close()


def take_down(database: Database, source: str) -> list[Article]:
    """Take down all articles of a source, without removing their rows."""
    gone = [each for each in ARTICLES if each.source == source]
    rows = [(each.id, each.url) for each in gone]
    database.write(lambda db: note_takedowns(db, rows, NOW)).result()
    return gone


@pytest.mark.parametrize("gone", ["one.example", "two.example"])
def test_stories_are_told_by_the_articles_that_are_left(
    database: Database, library: Library, gone: str
) -> None:
    before = library.stories(10)
    assert [story.sources for story in before] == [2, 2, 2]
    take_down(database, gone)
    left = {each.id for each in ARTICLES if each.source != gone}
    stories = library.stories(10)
    assert [story.id for story in stories] == [story.id for story in before]
    for story in stories:
        assert gone not in story.title
        assert story.lead in left
        assert story.sources == 1
        page = library.story(story.id)
        assert page is not None
        assert (page.story.title, page.story.lead) != ("", "")
        assert gone not in page.story.title
        assert page.story.lead in left
    by_article = library.memberships(sorted(left))
    assert by_article.keys() == left
    assert not any(gone in story.title for _, story in by_article.values())


def test_a_story_of_which_nothing_is_left_is_not_shown(
    database: Database, library: Library
) -> None:
    stories = library.stories(10)
    for source in ("one.example", "two.example"):
        take_down(database, source)
    assert library.stories(10) == []
    assert library.story(stories[0].id) is None
    assert library.stories_of([each.id for each in ARTICLES]) == {}


def test_stories_stay_as_they_are_once_nothing_is_being_removed(
    database: Database, library: Library
) -> None:
    before = library.stories(10)
    unknown = [("0123456789abcdef", "https://three.example/1")]
    database.write(lambda db: note_takedowns(db, unknown, NOW)).result()
    assert library.stories(10) == before
    database.write(lambda db: note_purged(db, [unknown[0][0]])).result()
    assert library.stories(10) == before
