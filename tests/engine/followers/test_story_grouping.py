"""Stories stay consistent even if the database holds damaged annotations."""

import random
import zlib
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from tests.engine.sample_home import (
    NOW,
    article,
    database_with,
    group_stories,
    sample_articles,
    story_partition,
)

from tidings.engine.followers.story_grouping import StoryGrouping
from tidings.engine.maintenance.consistency import annotation_problems, story_problems
from tidings.group.stories.correction import StoryMerge
from tidings.model.articles.change import ChangeKind, StoryChangeKind
from tidings.settings.tree import GroupSettings, Settings
from tidings.store.database.database import Database
from tidings.store.database.session import Writer
from tidings.store.tables.articles.annotations import annotations_of, grouping_rows_after
from tidings.store.tables.articles.stories import set_grouped_seq
from tidings.store.tables.changes.article_changes import note_change
from tidings.store.tables.changes.story_changes import story_changes_after

DAMAGED = {
    "empty": b"",
    "of another version": b"\x07" + bytes(80),
    "rubbish": random.Random(1).randbytes(300),
    "another shape": zlib.compress(b'["a", "b", "en", 1.0, "t", [["x", "y", "z", 1]], 3, [], []]'),
    "a shape of other things": zlib.compress(b'[1, 2, 3, 4, 5, [["x", "y", "z", 1]], [1], [2], 3]'),
    "the shape with other things": zlib.compress(
        b'[1, 2, 3, 4, 5, [["x", "y", "z", 1]], [1], [2], [3]]'
    ),
    "no list": zlib.compress(b'{"id": 1}'),
}


@pytest.fixture
def home(settings: Settings) -> Iterator[Database]:
    database = database_with(settings, sample_articles())
    yield database
    database.close()


def test_the_sample_articles_become_three_stories(home: Database, settings: Settings) -> None:
    assert group_stories(home, settings) == []
    found = story_partition(home)
    assert sorted(map(len, found)) == [2, 2, 3]
    assert list(story_problems(home.read())) == []
    assert list(annotation_problems(home.read())) == []


@pytest.mark.parametrize("column", ["sketch", "clipping"])
@pytest.mark.parametrize("damaged", DAMAGED)
def test_damaged_bytes_do_not_stop_grouping(
    home: Database, settings: Settings, damaged: str, column: str
) -> None:
    victim, *others = [each.id for each in sample_articles()]
    damage(home, column, DAMAGED[damaged], victim)
    assert group_stories(home, settings) == []
    assert {id_ for together in story_partition(home) for id_ in together} >= set(others)


@pytest.mark.parametrize("column", ["sketch", "clipping"])
@pytest.mark.parametrize("damaged", DAMAGED)
def test_bytes_damaged_later_do_not_stop_a_restart(
    home: Database, settings: Settings, damaged: str, column: str
) -> None:
    assert group_stories(home, settings) == []
    damage(home, column, DAMAGED[damaged], sample_articles()[0].id)
    home.write(partial(set_grouped_seq, seq=0)).result()
    assert group_stories(home, settings) == []
    assert sorted(map(len, story_partition(home))) == [2, 2, 3]
    assert list(story_problems(home.read())) == []


def damage(home: Database, column: str, damaged: bytes, article_id: str) -> None:
    change = f"UPDATE annotations SET {column} = ? WHERE article = ?"
    home.write(lambda db: db.execute(change, (damaged, article_id)).rowcount).result()


def test_a_damaged_body_has_no_annotations(home: Database, settings: Settings) -> None:
    victim = sample_articles()[0].id
    change = "UPDATE annotations SET body = '{\"language' WHERE article = ?"
    home.write(lambda db: db.execute(change, (victim,)).rowcount).result()
    assert victim not in annotations_of(home.read(), [each.id for each in sample_articles()])
    assert group_stories(home, settings) == []
    assert any("cannot be read" in line for line in annotation_problems(home.read()))


def test_an_article_without_a_sketch_still_finds_its_story(
    home: Database, settings: Settings
) -> None:
    victim = sample_articles()[1].id
    change = "UPDATE annotations SET sketch = ? WHERE article = ?"
    home.write(lambda db: db.execute(change, (b"", victim)).rowcount).result()
    assert group_stories(home, settings) == []
    assert sorted(map(len, story_partition(home))) == [2, 2, 3]


def test_a_merged_story_keeps_its_oldest_articles(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    title, text = "Ferry Meridian off Aldermoor", sample_articles()[0].text
    old, new = (article(f"https://{name}.example/f", title, text) for name in ("old", "new"))
    old = replace(old, published=NOW - timedelta(days=40))
    database = database_with(settings, [old, new])
    grouping = StoryGrouping(database.read(), GroupSettings(), NOW)
    batch = grouping.take(grouping_rows_after(database.read(), 0, 10), 2)
    batch.members = [replace(each, story=7) for each in batch.members]
    database.write(lambda db: grouping.write(db, batch, NOW)).result()
    (together,) = story_partition(database)
    assert together == {old.id, new.id}

    again = StoryGrouping(database.read(), GroupSettings(), NOW)
    merge = StoryMerge(gone=7, into=3, articles=(new.id,), score=2.0)
    monkeypatch.setattr(again._stories, "reconsider", lambda _: [merge])
    changes = again.corrections(NOW)
    database.write(lambda db: again.reconsider(db, changes, NOW)).result()
    rows = database.read().execute("SELECT DISTINCT story FROM memberships").fetchall()
    assert [row[0] for row in rows] == [3]
    assert list(story_problems(database.read())) == []
    database.close()


def test_an_article_that_is_taken_down_leaves_its_story(settings: Settings) -> None:
    database = database_with(settings, sample_articles())
    assert group_stories(database, settings) == []
    before = story_partition(database)
    largest = max(before, key=len)
    begun = story_changes_after(database.read(), 0, 100)
    assert {each.kind for each in begun} == {StoryChangeKind.NEW}

    def delete(connection: Writer, name: str) -> None:
        connection.execute("DELETE FROM articles WHERE id = ?", (name,))
        connection.execute("DELETE FROM annotations WHERE article = ?", (name,))
        url, source = "http://a.example/", "a.example"
        note_change(
            connection,
            ChangeKind.DELETED,
            name,
            NOW,
            url=url,
            source=source,
            revision=1,
            with_login=False,
        )

    gone = sorted(largest)[0]
    database.write(lambda db: delete(db, gone)).result()
    assert group_stories(database, settings) == []
    assert story_partition(database) == (before - {largest}) | {largest - {gone}}
    assert list(story_problems(database.read())) == []
    (changed,) = story_changes_after(database.read(), begun[-1].seq, 100)
    assert changed.kind is StoryChangeKind.CHANGED
    for name in largest - {gone}:
        database.write(lambda db, name=name: delete(db, name)).result()  # type: ignore[misc]
    assert group_stories(database, settings) == []
    assert story_partition(database) == before - {largest}
    ended = story_changes_after(database.read(), changed.seq, 100)
    assert [each.kind for each in ended] == [StoryChangeKind.ENDED]
    database.close()
