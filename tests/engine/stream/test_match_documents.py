from tests.factories import NOW, make_article

from tidings.engine.stream.match_documents import match_documents
from tidings.model.search.results import Query
from tidings.search.matching.matcher import matcher_of
from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import keep_article


def test_stored_articles_are_matched_and_missing_ones_are_left_out(database: Database) -> None:
    article = make_article(title="A carbon tax", text="For Spain.", first_seen=NOW)
    database.write(lambda connection: keep_article(connection, article, NOW)).result()
    documents = match_documents(database.read(), [article.id, "gone"])
    assert list(documents) == [article.id]
    assert matcher_of(Query("taxes spain"), ("en",), NOW).matches(documents[article.id])
    assert match_documents(database.read(), []) == {}
