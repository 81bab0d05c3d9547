from datetime import UTC, datetime, timedelta

from tests.factories import make_article

from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import articles_per_source, keep_article
from tidings.store.tables.articles.statistics import (
    ArticleSelection,
    SeenArticle,
    first_seen_span,
    last_seen_articles,
    length_counts,
    new_article_seqs,
    newest_text_bytes,
    seen_between,
)
from tidings.store.tables.takedowns.takedowns import note_takedowns

NOW = datetime(2026, 1, 2, tzinfo=UTC)
ALL = ArticleSelection()


def keep(database: Database, name: str, hours: int, text: str, **fields: object) -> None:
    seen = NOW + timedelta(hours=hours)
    url = f"https://{fields.pop('source', 'a.example')}/{name}"
    article = make_article(url, name, text, id=name, first_seen=seen, **fields)
    database.write(lambda db: keep_article(db, article, seen)).result()


def counted_home(database: Database) -> None:
    keep(database, "a", 0, "Two words.")
    keep(database, "b", 5, "Two words.", source="b.example", language="de", published=None)
    keep(database, "c", 30, "Und drei Wörter.", language="de")


def test_articles_are_counted_by_when_they_were_seen(database: Database) -> None:
    counted_home(database)
    connection, start = database.read(), NOW.timestamp()
    assert first_seen_span(connection, ALL) == (start, start + 30 * 3_600)
    days = [start, start + 86_400, start + 2 * 86_400]
    assert seen_between(connection, ALL, days) == [2, 1]
    assert seen_between(connection, ArticleSelection(language="de"), days) == [1, 1]
    assert first_seen_span(connection, ArticleSelection(since=NOW + timedelta(days=9))) is None


def test_lengths_are_counted_in_words_and_in_bytes(database: Database) -> None:
    counted_home(database)
    assert length_counts(database.read(), ALL) == [(2, 2), (3, 1)]
    assert length_counts(database.read(), ArticleSelection(source="b.example")) == [(2, 1)]
    assert newest_text_bytes(database.read(), ALL, 2) == [17, 10]


def test_the_articles_that_were_seen_last_have_their_times(database: Database) -> None:
    counted_home(database)
    seen = NOW.timestamp() + 5 * 3_600
    last, before = last_seen_articles(database.read(), ALL, 2)
    assert (last.id, last.published) == ("c", last.first_seen)
    assert before == SeenArticle("b", "b.example", seen, None)


def test_an_article_keeps_the_seq_with_which_it_was_stored(database: Database) -> None:
    counted_home(database)
    keep(database, "a", 0, "An edited text.")
    assert new_article_seqs(database.read(), 9) == {"a": 1, "b": 2, "c": 3}
    assert new_article_seqs(database.read(), 1) == {"c": 3}


def test_what_was_taken_down_is_not_counted(database: Database) -> None:
    counted_home(database)
    taken = [("a", "https://a.example/a")]
    database.write(lambda db: note_takedowns(db, taken, NOW)).result()
    assert [each.id for each in last_seen_articles(database.read(), ALL, 9)] == ["c", "b"]


def test_articles_are_counted_for_some_sources_only(database: Database) -> None:
    counted_home(database)
    assert articles_per_source(database.read()) == {"a.example": 2, "b.example": 1}
    assert articles_per_source(database.read(), ["b.example", "c.example"]) == {"b.example": 1}
    assert articles_per_source(database.read(), []) == {}
