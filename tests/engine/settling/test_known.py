from collections.abc import Callable

import pytest
from tests.factories import NOW, make_article

from tidings.engine.settling import known
from tidings.engine.settling.known import StoredKnown
from tidings.store.database.database import Database
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import article_by_id, is_kept, keep_article


@pytest.fixture
def reads(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the ids of articles that are looked up, as that happens."""
    found: list[str] = []
    for lookup in (article_by_id, is_kept):

        def noted(
            connection: Reader, article: str, lookup: Callable[[Reader, str], object] = lookup
        ) -> object:
            found.append(article)
            return lookup(connection, article)

        monkeypatch.setattr(known, lookup.__name__, noted)
    return found


@pytest.mark.parametrize("is_stored", [False, True])
def test_an_article_is_read_once_for_each_decision(
    database: Database, reads: list[str], is_stored: bool
) -> None:
    article = make_article(title="Ferry sails again", text="It sails.")
    if is_stored:
        database.write(lambda connection: keep_article(connection, article, NOW)).result()
    stored = StoredKnown(database.read())
    assert (stored.article(article.id) is not None) == is_stored
    assert stored.is_kept(article.id) == is_stored
    assert stored.article(article.id) == stored.article(article.id)
    assert reads == [article.id]


def test_the_next_decision_sees_what_was_written(database: Database) -> None:
    article = make_article(title="Ferry sails again", text="It sails.")
    assert not StoredKnown(database.read()).is_kept(article.id)
    database.write(lambda connection: keep_article(connection, article, NOW)).result()
    assert StoredKnown(database.read()).is_kept(article.id)
