"""Stories that are grouped again keep their ids, or lead to those that have their articles."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.engine.sample_home import database_with, group_stories, sample_articles, story_partition

from tidings.engine.maintenance.reannotate import regroup_stories
from tidings.engine.maintenance.story_ids import matched_ids
from tidings.group.stories.membership_score import RULES
from tidings.settings.tree import Settings
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.former_stories import (
    StoryOverlap,
    forget_stories,
    set_story_rules,
    stories_wait,
    story_rules,
)
from tidings.store.tables.articles.stories import (
    keep_story,
    move_members,
    stories_by_id,
    story_by_id,
)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=tmp_path / "home")


@pytest.fixture
def database(settings: Settings) -> Iterator[Database]:
    """A home with three stories, one of them of three articles."""
    database = database_with(settings, sample_articles())
    assert group_stories(database, settings) == []
    yield database
    database.close()


def _members(database: Database) -> dict[str, int]:
    return dict(map(tuple, database.read().execute("SELECT article, story FROM memberships")))


def _split_off(database: Database, article: str, story: int) -> None:
    """Make an article a story of its own, as older rules did."""
    before = _members(database)[article]
    found = stories_by_id(database.read(), [before])[before]

    def split(connection: Writer) -> None:
        move_members(connection, [article], story)
        keep_story(connection, replace(found, articles=found.articles - 1))
        keep_story(connection, replace(found, id=story, lead=article, articles=1, sources=1))
        set_story_rules(connection, RULES - 1)

    database.write(split).result()


def _regroup(database: Database, settings: Settings) -> None:
    regroup_stories(database, settings.group, lambda *_: None)


def test_stories_of_older_rules_are_grouped_again_and_redirect(
    database: Database, settings: Settings
) -> None:
    members, partition = _members(database), story_partition(database)
    article = sample_articles()[-1].id
    _split_off(database, article, 99)
    _regroup(database, settings)
    assert story_partition(database) == partition
    assert _members(database) == members  # with their ids
    led = story_by_id(database.read(), 99)
    assert led is not None
    assert led.id == members[article]
    assert not stories_wait(database.read())
    assert story_rules(database.read()) == RULES


def test_followers_of_stories_learn_what_became_of_the_ids(
    database: Database, settings: Settings
) -> None:
    article = sample_articles()[-1].id
    story = _members(database)[article]
    _split_off(database, article, 99)
    _regroup(database, settings)
    changes = database.read().execute("SELECT story, kind, into_story FROM story_changes")
    last = {row[0]: (row[1], row[2]) for row in changes}
    assert last[99] == ("merged", story)
    assert last[story] == ("changed", None)


def test_stories_of_todays_rules_are_left_alone(database: Database, settings: Settings) -> None:
    assert story_rules(database.read()) == RULES
    before = database.read().execute("SELECT count(*) FROM story_changes").fetchone()[0]
    _regroup(database, settings)
    assert database.read().execute("SELECT count(*) FROM story_changes").fetchone()[0] == before


def test_a_story_without_articles_ends_and_other_redirects_stay(
    database: Database, settings: Settings
) -> None:
    members = _members(database)
    kept = members[sample_articles()[0].id]
    lost = members[sample_articles()[2].id]
    gone = [article for article, story in members.items() if story == lost]
    redirect = "INSERT INTO stories SELECT ?, began_at, newest_at, title, lead, language, "
    redirect += "articles, sources, keyphrases, id FROM stories WHERE id = ?"
    database.write(lambda db: db.execute(redirect, (70, kept)).rowcount).result()
    database.write(lambda db: db.execute(redirect, (71, lost)).rowcount).result()
    database.write(forget_stories).result()
    database.write(
        lambda db: db.executemany("DELETE FROM articles WHERE id = ?", [(id,) for id in gone])
    ).result()
    _regroup(database, settings)
    led = story_by_id(database.read(), 70)
    assert led is not None
    assert led.id == kept
    assert story_by_id(database.read(), lost) is None
    assert story_by_id(database.read(), 71) is None


def test_a_story_goes_on_where_most_of_its_articles_are() -> None:
    overlaps = [StoryOverlap(1, 11, 5), StoryOverlap(1, 12, 2), StoryOverlap(2, 11, 3)]
    assert matched_ids(overlaps) == ({11: 1}, {2: 11})


def test_of_two_equal_stories_that_become_one_the_older_id_stays() -> None:
    assert matched_ids([StoryOverlap(8, 11, 2), StoryOverlap(3, 11, 2)]) == ({11: 3}, {8: 11})


_IDS = st.integers(1, 8)


@given(st.dictionaries(st.tuples(_IDS, _IDS.map(lambda id: id + 100)), st.integers(1, 9)))
def test_every_former_id_is_kept_or_redirected_once(counts: dict[tuple[int, int], int]) -> None:
    overlaps = [StoryOverlap(*key, count) for key, count in counts.items()]
    kept, redirected = matched_ids(overlaps)
    assert sorted([*kept.values(), *redirected]) == sorted({each.former for each in overlaps})
    assert matched_ids(overlaps[::-1]) == (kept, redirected)
