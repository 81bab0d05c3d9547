"""Doctor on damaged homes: no damage may stop its other checks."""

import sqlite3
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from tests.engine.sample_home import database_with, group_stories, sample_articles

from tidings.engine.library.follower_status import follower_statuses
from tidings.engine.library.library import Library
from tidings.engine.maintenance.doctor import examine
from tidings.engine.maintenance.reindex import rebuild
from tidings.settings.tree import Settings
from tidings.store.tables.articles.articles import keep_article, set_rights
from tidings.store.tables.articles.stories import newest_stories
from tidings.store.tables.changes.cursors import note_failure


def problems(settings: Settings) -> dict[str, str]:
    return {each.check: "\n".join(each.trouble) for each in examine(settings)}


def indexed(settings: Settings) -> None:
    database = database_with(settings, sample_articles())
    group_stories(database, settings)
    database.close()
    rebuild(settings, lambda *_: None)


def test_a_damaged_file_of_the_index_is_named(settings: Settings) -> None:
    indexed(settings)
    assert problems(settings)["index"] == ""
    (file,) = (settings.home / "index").rglob("*.forward")
    _change(file)
    assert (
        f"1 files are damaged ({file.name}): 'tidings index rebuild'" in problems(settings)["index"]
    )
    rebuild(settings, lambda *_: None)
    assert problems(settings)["index"] == ""


def test_unreadable_rows_are_reported_by_the_checks_that_need_them(settings: Settings) -> None:
    indexed(settings)
    connection = sqlite3.connect(settings.home / "tidings.db")
    connection.execute(
        "UPDATE annotations SET article = CAST(x'ff31' AS TEXT) "
        "WHERE article = (SELECT min(article) FROM annotations)"
    )
    connection.commit()
    connection.close()
    found = problems(settings)
    assert set(found) == {
        "database",
        "archive",
        "index",
        "followers",
        "annotations",
        "stories",
        "network",
        "sources",
    }
    assert "the database cannot be read" in found["annotations"]


def test_a_withdrawn_article_is_not_reported_as_missing(settings: Settings) -> None:
    articles = sample_articles()
    database = database_with(settings, [replace(articles[0], title="Withdrawn"), *articles[1:]])
    group_stories(database, settings)
    one, ended = articles[0], datetime(2026, 3, 2, tzinfo=UTC)
    rules = (one.robots, one.rights, ended, ended)
    assert database.write(lambda connection: set_rights(connection, one.id, *rules)).result()
    (before,) = (each for each in newest_stories(database.read(), 10, 0) if each.articles == 3)
    database.close()
    rebuild(settings, lambda *_: None)
    assert problems(settings)["index"] == ""
    library = Library.open(settings)
    story = library.story(before.id)
    library.close()
    assert story is not None
    assert (len(story.articles), story.story.articles, story.story.sources) == (2, 2, 2)
    assert story.story.title in {chapter.title for chapter in story.articles}


def test_a_follower_that_fails_is_named_with_its_lag_and_error(settings: Settings) -> None:
    indexed(settings)
    database = database_with(settings, [])
    at = datetime(2026, 3, 2, 4, 5, tzinfo=UTC)
    assert problems(settings)["followers"] == ""
    database.write(lambda db: note_failure(db, "index", at, "ValueError: no")).result()
    one = replace(sample_articles()[0], text="Other words.")
    database.write(lambda db: keep_article(db, one, at)).result()
    (index, stories) = follower_statuses(database.read(), 7)
    database.close()
    assert problems(settings)["followers"] == (
        "index has failed once since 2026-03-02 04:05 UTC (ValueError: no); one change waits. "
        "A running crawl tries again, at the latest after five minutes."
    )
    assert (index.name, index.behind, index.error) == ("index", 1, "ValueError: no")
    assert (stories.name, stories.behind, stories.failing_since) == ("stories", 1, None)


def _change(file: Path) -> None:
    whole = bytearray(file.read_bytes())
    whole[-10] ^= 1
    file.write_bytes(whole)
