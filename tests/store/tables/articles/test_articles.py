from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tests.factories import make_article

from tidings.model.articles.article import Article
from tidings.model.search.results import ResultArticle
from tidings.model.web.rights import RobotsMeta
from tidings.store.database.database import Database
from tidings.store.tables.articles import articles

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def article(name: str = "a", text: str = "Some text.") -> Article:
    return make_article(
        f"http://a.example/{name}",
        f"Title {name}",
        text,
        id=name,
        html=f"<p>{text}</p>",
        first_seen=NOW,
        authors=("Ada", "Bob"),
        section="World",
        tags=("x",),
        publisher="A",
    )


def keep(database: Database, kept: Article, now: datetime = NOW) -> Article | None:
    return database.write(lambda db: articles.keep_article(db, kept, now)).result()


def test_an_article_is_read_back_unchanged(database: Database) -> None:
    keep(database, article())
    assert articles.article_by_id(database.read(), "a") == replace(article(), seq=1)


def test_the_same_text_again_changes_nothing(database: Database) -> None:
    keep(database, article())
    assert keep(database, article()) is None
    assert articles.article_count(database.read()) == 1


def test_a_changed_text_is_a_revision_not_a_new_article(database: Database) -> None:
    keep(database, article())
    later = replace(article(text="Other text."), first_seen=NOW + timedelta(days=1))
    assert keep(database, later) is not None
    kept = articles.article_by_id(database.read(), "a")
    assert kept is not None
    assert (kept.revision, kept.seq, kept.first_seen) == (2, 2, NOW)
    assert articles.article_count(database.read()) == 1
    row = database.read().execute("SELECT text FROM revisions WHERE article = 'a'").fetchone()
    assert row["text"] == "Some text."


def test_changes_are_read_in_order(database: Database) -> None:
    for name in "abc":
        keep(database, article(name))
    keep(database, article("a", "Edited."))
    changes = articles.articles_after(database.read(), 1, 10)
    assert [change.id for change in changes] == ["b", "c", "a"]


def test_the_newest_come_first(database: Database) -> None:
    keep(database, replace(article("old"), published=NOW - timedelta(days=2)))
    keep(database, replace(article("undated"), published=None, first_seen=NOW))
    keep(database, replace(article("new"), published=NOW + timedelta(hours=1)))
    newest = articles.newest_articles(database.read(), 10)
    assert [one.id for one in newest] == ["new", "undated", "old"]
    assert articles.newest_articles(database.read(), 10, source="b.example") == []


def test_an_article_is_hidden_in_the_very_second_in_which_it_was_withdrawn(
    database: Database,
) -> None:
    this_second = datetime.now(UTC).replace(microsecond=999_999)
    keep(database, replace(article("a"), hidden_from=this_second))
    keep(database, replace(article("b"), hidden_from=this_second + timedelta(hours=1)))
    assert [one.id for one in articles.newest_articles(database.read(), 10)] == ["b"]


def test_result_lists_get_only_articles_that_may_be_shown(database: Database) -> None:
    robots = RobotsMeta(max_snippet=20)
    keep(database, replace(article("a"), robots=robots))
    keep(database, replace(article("b"), hidden_from=NOW))
    found = articles.result_articles_by_id(database.read(), ["a", "b", "c"])
    expected = ResultArticle(
        "a",
        "http://a.example/a",
        "a.example",
        "Title a",
        "Some text.",
        NOW,
        NOW,
        "en",
        robots,
        None,
    )
    assert found == {"a": expected}
