from datetime import UTC, datetime, timedelta

import pytest
from tests.factories import make_article

from tidings.model.articles.article import Article
from tidings.model.articles.brief import BriefFilter, BriefPosition, EntityName
from tidings.model.articles.story import Grounds, Membership
from tidings.model.web.rights import RobotsMeta
from tidings.store.database.database import Database
from tidings.store.tables.articles import article_briefs, articles
from tidings.store.tables.articles.annotations import PackedAnnotations, keep_annotations
from tidings.store.tables.articles.stories import keep_memberships

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)
BODY = (
    '{"topics":[["sport","medtop:1",0.9],["politics","medtop:2",0.1]],'
    '"entities":[["Rome","place","place:1",[[1,2,0]],null],'
    '["Ada","person","person:ada",[[1,2,0],[5,8,0]],null]]}'
)


def keep(database: Database, name: str, **fields: object) -> Article:
    kept = make_article(f"http://a.example/{name}", f"Title {name}", "Text.", id=name, **fields)
    database.write(lambda db: articles.keep_article(db, kept, NOW)).result()
    return kept


def annotate(database: Database, name: str, body: str) -> None:
    packed = PackedAnnotations(body)
    database.write(lambda db: keep_annotations(db, name, 1, packed)).result()


def test_a_brief_has_story_topics_and_most_named_entities(database: Database) -> None:
    keep(database, "a", standfirst="In short.", publisher="The A", image="http://a.example/i.png")
    annotate(database, "a", BODY)
    member = Membership("a", 88, NOW, 0.0, Grounds("first"))
    database.write(lambda db: keep_memberships(db, [member])).result()
    brief = article_briefs.briefs_by_id(database.read(), ["a", "none"])["a"]
    assert (brief.story, brief.source_name, brief.standfirst) == (88, "The A", "In short.")
    assert brief.topics == ("sport", "politics")
    assert brief.image == "http://a.example/i.png"
    assert brief.entities == (
        EntityName("person:ada", "Ada", "person"),
        EntityName("place:1", "Rome", "place"),
    )


@pytest.mark.parametrize("body", ["", "nonsense", "[]", '{"topics":[]}', '{"topics":[1]}'])
def test_an_article_without_readable_annotations_is_listed_too(
    database: Database, body: str
) -> None:
    keep(database, "a")
    annotate(database, "a", body)
    brief = article_briefs.briefs_by_id(database.read(), ["a"])["a"]
    assert (brief.topics, brief.entities, brief.story) == ((), (), None)


def test_display_limits_hold(database: Database) -> None:
    keep(database, "a", standfirst="In short.", robots=RobotsMeta(nosnippet=True))
    keep(database, "b", hidden_from=NOW)
    found = article_briefs.briefs_by_id(database.read(), ["a", "b"])
    assert {id_: each.standfirst for id_, each in found.items()} == {"a": ""}
    listed = article_briefs.newest_briefs(database.read(), BriefFilter(), None, 10)
    assert [brief.id for _, brief in listed] == ["a"]


def test_articles_are_listed_page_by_page(database: Database) -> None:
    for number, name in enumerate("abcdefg"):
        keep(database, name, published=NOW - timedelta(hours=number // 3), first_seen=NOW)
    found: list[str] = []
    after: BriefPosition | None = None
    while rows := article_briefs.newest_briefs(database.read(), BriefFilter(), after, 2):
        found += [brief.id for _, brief in rows]
        after = rows[-1][0]
    assert found == ["c", "b", "a", "f", "e", "d", "g"]


def test_articles_are_filtered(database: Database) -> None:
    keep(database, "a", published=NOW, language="en")
    keep(database, "b", published=NOW - timedelta(days=1), language="de")
    keep(database, "c", published=None, first_seen=NOW, language="de")

    def listed(wanted: BriefFilter) -> list[str]:
        rows = article_briefs.newest_briefs(database.read(), wanted, None, 10)
        return sorted(brief.id for _, brief in rows)

    assert listed(BriefFilter(language="de")) == ["b", "c"]
    assert listed(BriefFilter(source="a.example")) == ["a", "b", "c"]
    assert listed(BriefFilter(source="b.example")) == []
    assert listed(BriefFilter(since=NOW)) == ["a"]  # the undated one is found by no date
    assert listed(BriefFilter(until=NOW - timedelta(hours=1))) == ["b"]
