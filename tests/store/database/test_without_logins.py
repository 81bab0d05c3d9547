"""Readers that must not see what was fetched with credentials."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.factories import NOW, make_article

from tidings.model.articles.article import Article
from tidings.settings.tree import StoreSettings
from tidings.store.database.database import Database, open_database
from tidings.store.tables.articles.articles import (
    article_by_id,
    article_count,
    articles_per_source,
    correct_article,
    keep_article,
    login_article_ids,
    newest_articles,
)
from tidings.store.tables.articles.titles import newest_titles

FREE = make_article("https://paper.example/free", "Free title", "Free text.")
PAID = make_article("https://paper.example/paid", "Paid title", "Paid text.", with_login=True)


def _keep(database: Database, article: Article) -> None:
    database.write(lambda db: keep_article(db, article, NOW)).result()


@pytest.fixture
def limited(location: Path | str, database: Database) -> Iterator[Database]:
    """The same database, for others than its owner."""
    for article in (FREE, PAID):
        _keep(database, article)
    limited = open_database(location, StoreSettings(), with_logins=False)
    yield limited
    limited.close()


def test_no_query_of_such_a_reader_finds_them(database: Database, limited: Database) -> None:
    reader = limited.read()
    assert article_by_id(reader, PAID.id) is None
    assert article_count(reader) == 1
    assert articles_per_source(reader) == {"paper.example": 1}
    assert [article.id for article in newest_articles(reader, 10)] == [FREE.id]
    assert [title for title, _, _ in newest_titles(reader, 10)] == ["Free title"]
    assert login_article_ids(reader) == [PAID.id]
    assert article_count(database.read()) == 2


def test_such_a_reader_sees_what_is_committed_later(database: Database, limited: Database) -> None:
    later = make_article("https://paper.example/later", "Later", "Later text.")
    paid_later = replace(PAID, id="paid-later", url="https://paper.example/paid-later")
    assert article_count(limited.read()) == 1
    for article in (later, paid_later):
        _keep(database, article)
    assert article_by_id(limited.read(), later.id) is not None
    assert sorted(login_article_ids(limited.read())) == sorted([PAID.id, "paid-later"])


def test_the_mark_stays_through_revisions_and_corrections(database: Database) -> None:
    def stored(article: str = PAID.id) -> bool:
        found = article_by_id(database.read(), article)
        assert found is not None
        return found.with_login

    for article in (FREE, PAID):
        _keep(database, article)
    assert (stored(FREE.id), stored()) == (False, True)
    without = replace(PAID, with_login=False)
    for text in ("Paid text.", "A teaser."):  # the same again, and a revision
        edited = replace(without, text=text)
        _keep(database, edited)
        assert stored()
    database.write(lambda db: correct_article(db, replace(without, text="Better"), NOW)).result()
    assert stored()
    revised = replace(FREE, text="More, for those who pay.", with_login=True)
    _keep(database, revised)
    assert stored(FREE.id)
