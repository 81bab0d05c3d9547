from datetime import UTC, datetime, timedelta

from tests.factories import make_article

from tidings.model.articles.listing import EditFilter, EditPlace
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.articles.edits import (
    DELETION,
    EDIT,
    RESTORATION,
    DeletionFacts,
    EditedTexts,
    deletion_facts,
    edit_places,
    edited_texts,
)
from tidings.store.tables.articles.revisions import add_tombstone, lift_tombstone

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def at(minutes: int) -> datetime:
    return NOW + timedelta(minutes=minutes)


def keep(database: Database, name: str, text: str, minutes: int, **fields: object) -> None:
    url = f"https://{fields.get('source', 'a.example')}/{name}"
    article = make_article(url, f"Title {name}", text, id=name, **fields)
    database.write(lambda db: keep_article(db, article, at(minutes))).result()


def edited_home(database: Database) -> None:
    """Two articles: one edited twice, the other deleted, restored and edited."""
    keep(database, "a", "One.", 0)
    keep(database, "b", "One.", 0, source="b.example", language="de")
    keep(database, "a", "Two.", 1)
    database.write(lambda db: add_tombstone(db, "b", at(2), 404, "gone")).result()
    database.write(lambda db: lift_tombstone(db, "b", at(3))).result()
    keep(database, "b", "Two.", 3, source="b.example", language="de")
    keep(database, "a", "Three.", 3)


def places(database: Database, wanted: EditFilter | None = None) -> list[tuple[int, int, str]]:
    found = edit_places(database.read(), wanted or EditFilter(), None, 10)
    start = NOW.timestamp()
    return [(round((each.at - start) / 60), each.step, each.article) for each in found]


def test_edits_and_deletions_are_listed_together_newest_first(database: Database) -> None:
    edited_home(database)
    assert places(database) == [
        (3, EDIT, "b"), (3, EDIT, "a"), (3, RESTORATION, "b"), (2, DELETION, "b"), (1, EDIT, "a"),
    ]  # fmt: skip


def test_pages_of_one_follow_one_another_without_gaps(database: Database) -> None:
    edited_home(database)
    whole = edit_places(database.read(), EditFilter(), None, 10)
    found: list[EditPlace] = []
    while page := edit_places(database.read(), EditFilter(), found[-1] if found else None, 1):
        found += page
    assert found == whole


def test_they_are_chosen_by_source_language_time_and_step(database: Database) -> None:
    edited_home(database)
    assert {each[2] for each in places(database, EditFilter(source="a.example"))} == {"a"}
    assert {each[2] for each in places(database, EditFilter(language="de"))} == {"b"}
    assert {each[0] for each in places(database, EditFilter(since=at(2), until=at(2)))} == {2}
    found = edit_places(database.read(), EditFilter(), None, 10, (DELETION,))
    assert [each.article for each in found] == ["b"]


def test_the_texts_of_an_edit_are_those_before_and_after_it(database: Database) -> None:
    edited_home(database)
    assert edited_texts(database.read(), [("a", 1), ("a", 2), ("a", 3), ("c", 1)]) == {
        ("a", 1): EditedTexts(("Title a", "One."), ("Title a", "Two.")),
        ("a", 2): EditedTexts(("Title a", "Two."), None),
    }


def test_a_deletion_says_how_it_is_known(database: Database) -> None:
    edited_home(database)
    found = deletion_facts(database.read(), ["a", "b"])
    assert found == {("b", at(2).timestamp()): DeletionFacts(404, "gone")}
