"""Doctor's checks of annotations and stories, all of which a rebuild repairs."""

from dataclasses import replace
from functools import partial

from tests.engine.older_annotations import age_annotations
from tests.engine.sample_home import database_with, group_stories, sample_articles, story_partition

from tidings.engine.maintenance.doctor import examine
from tidings.engine.rebuilding.rebuild import rebuild_home
from tidings.model.crawl.rebuild_step import RebuildStep
from tidings.settings.tree import Settings
from tidings.store.database.database import open_database
from tidings.store.database.session import Writer

DAMAGE = """
DELETE FROM annotations WHERE article = :one;
UPDATE annotations SET clipping = :damaged WHERE article = :two;
UPDATE annotations SET body = replace(body, '"models":{', '"models":{"entities":"names 0","was":')
    WHERE article = :three;
DELETE FROM memberships WHERE article = :five;
UPDATE stories SET articles = articles + 1;
INSERT INTO memberships VALUES ('nobody', 999, 1.0, 0.0, '{}')
"""

DERIVED = frozenset({RebuildStep.ANNOTATE, RebuildStep.STORIES})


def problems(settings: Settings) -> dict[str, str]:
    return {each.check: "\n".join(each.trouble) for each in examine(settings)}


def damage(connection: Writer, ids: dict[str, str]) -> None:
    for statement in DAMAGE.split(";\n"):
        connection.execute(statement, {**ids, "damaged": b"\x00\xff"})
    age_annotations(connection, "entities", [ids["four"]])


def test_doctor_reports_damage_and_rebuild_repairs_it(settings: Settings) -> None:
    articles = sample_articles()
    database = database_with(settings, articles)
    assert group_stories(database, settings) == []
    before = story_partition(database)
    healthy = problems(settings)
    assert (healthy["annotations"], healthy["stories"]) == ("", "")

    names = dict(zip(("one", "two", "three", "four", "five"), articles, strict=False))
    ids = {name: each.id for name, each in names.items()}
    database.write(partial(damage, ids=ids)).result()
    damaged = problems(settings)
    assert (
        f"1 articles are not annotated ({ids['one']}): 'tidings rebuild'" in damaged["annotations"]
    )
    assert "2 annotations cannot be read" in damaged["annotations"]
    for problem in ("in no story", "that does not exist", "do not exist", "wrong counts"):
        assert problem in damaged["stories"]
    database.close()

    result = rebuild_home(settings, DERIVED, lambda *_: None, everything=False)
    assert (result.articles, result.left, result.is_indexed) == (4, 3, False)
    repaired = problems(settings)
    assert (repaired["annotations"], repaired["stories"]) == ("", "")
    database = open_database(settings.home / "tidings.db", settings.store)
    assert story_partition(database) == before
    database.close()


def test_missing_annotations_are_not_reported_where_they_are_disabled(settings: Settings) -> None:
    database_with(settings, sample_articles()[:1], annotated=False).close()
    assert "not annotated" in problems(settings)["annotations"]
    plain = replace(settings, enrich=replace(settings.enrich, enabled=False))
    assert "annotations" not in problems(plain)
