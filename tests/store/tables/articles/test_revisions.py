"""The tables of tombstones and earlier revisions."""

from datetime import UTC, datetime, timedelta

from tests.factories import make_article

from tidings.model.articles.article import Article
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import article_by_id, keep_article
from tidings.store.tables.articles.revisions import (
    add_tombstone,
    earlier_revisions,
    lift_tombstone,
    revision_count,
    tombstone_count,
    tombstones_of,
)

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def article(text: str) -> Article:
    return make_article("http://a.example/a", "A", text, id="a", first_seen=NOW)


def keep(database: Database, text: str, before: str | None = None) -> None:
    old = article(before) if before else None
    database.write(lambda db: keep_article(db, article(text), NOW, old)).result()


def test_an_old_revision_is_stored_as_extracted_today(database: Database) -> None:
    keep(database, "One and chrome.")
    keep(database, "Two.", before="One.")
    keep(database, "Three.")
    revisions = earlier_revisions(database.read(), "a")
    assert [(old.revision, old.text) for old in revisions] == [(1, "One."), (2, "Two.")]
    assert revision_count(database.read()) == 2


def test_a_tombstone_is_lifted_and_remembered(database: Database) -> None:
    keep(database, "One.")
    database.write(lambda db: add_tombstone(db, "a", NOW, 410, "status 410")).result()
    deleted = article_by_id(database.read(), "a")
    assert deleted is not None
    assert (deleted.gone_at, deleted.gone_status, deleted.text) == (NOW, 410, "One.")
    assert tombstone_count(database.read()) == 1
    later = NOW + timedelta(days=1)
    assert database.write(lambda db: lift_tombstone(db, "a", later)).result()
    assert not database.write(lambda db: lift_tombstone(db, "a", later)).result()
    back = article_by_id(database.read(), "a")
    assert back is not None
    assert (back.gone_at, back.gone_status) == (None, None)
    assert [stone.back_at for stone in tombstones_of(database.read(), "a")] == [later]
    assert tombstone_count(database.read()) == 0
