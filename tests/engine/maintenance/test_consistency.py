"""What doctor says of annotations and stories, and that a rebuild mends all of it."""

import sqlite3
from dataclasses import replace
from functools import partial

from tests.engine.sample_home import database_with, group_stories, sample_articles, story_partition

from tidings.engine.maintenance.doctor import examine
from tidings.engine.maintenance.reannotate import reannotate
from tidings.settings.tree import Settings
from tidings.store.database.sqlite import Database

WRECK = """
DELETE FROM annotations WHERE article = :one;
UPDATE annotations SET clipping = x'00ff' WHERE article = :two;
UPDATE annotations SET body = replace(body, '"models":{', '"models":{"entities":"names 0","was":')
    WHERE article = :three;
UPDATE annotations SET body = json_set(body, '$.models.entities', 'names 0') WHERE article = :four;
DELETE FROM memberships WHERE article = :five;
UPDATE stories SET articles = articles + 1;
INSERT INTO memberships VALUES ('nobody', 999, 1.0, 0.0, '{}')
"""


def trouble(settings: Settings) -> dict[str, str]:
    return {each.check: "\n".join(each.trouble) for each in examine(settings)}


def wreck(connection: sqlite3.Connection, ids: dict[str, str]) -> None:
    for statement in WRECK.split(";\n"):
        connection.execute(statement, ids)


def test_doctor_names_what_is_missing_and_rebuild_mends_it(settings: Settings) -> None:
    articles = sample_articles()
    database = database_with(settings, articles)
    assert group_stories(database, settings) == []
    before = story_partition(database)
    healthy = trouble(settings)
    assert (healthy["annotations"], healthy["stories"]) == ("", "")

    names = dict(zip(("one", "two", "three", "four", "five"), articles, strict=False))
    ids = {name: each.id for name, each in names.items()}
    database.write(partial(wreck, ids=ids)).result()
    sick = trouble(settings)
    assert f"1 articles are not annotated ({ids['one']}): 'tidings rebuild'" in sick["annotations"]
    assert "2 annotations cannot be read" in sick["annotations"]
    for said in ("in no story", "in a story that is not there", "not kept", "count wrongly"):
        assert said in sick["stories"]
    database.close()

    done = reannotate(settings, lambda *_: None, everything=False)
    assert (done.articles, done.left, done.is_indexed) == (4, 3, False)
    healed = trouble(settings)
    assert (healed["annotations"], healed["stories"]) == ("", "")
    database = Database(settings.home / "tidings.db", settings.store)
    assert story_partition(database) == before
    database.close()


def test_a_home_that_wants_no_annotations_is_not_told_to_make_them(settings: Settings) -> None:
    database_with(settings, sample_articles()[:1], annotated=False).close()
    assert "not annotated" in trouble(settings)["annotations"]
    plain = replace(settings, enrich=replace(settings.enrich, enabled=False))
    assert "annotations" not in trouble(plain)
