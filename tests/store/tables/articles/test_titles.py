from datetime import UTC, datetime, timedelta

from tests.factories import make_article

from tidings.store.database.database import Database
from tidings.store.tables.articles.articles import keep_article
from tidings.store.tables.articles.titles import newest_titles

NOW = datetime(2026, 1, 2, tzinfo=UTC)


def test_the_newest_titles_come_first_without_hidden_ones(database: Database) -> None:
    articles = [
        make_article("https://a.example/1", "Old", first_seen=NOW),
        make_article("https://a.example/2", "New", first_seen=NOW + timedelta(hours=1)),
        make_article("https://a.example/3", "Hidden", hidden_from=NOW),
    ]
    database.write(lambda db: [keep_article(db, each, NOW) for each in articles]).result()
    rows = newest_titles(database.read(), 5)
    assert list(rows) == [("New", "en", NOW + timedelta(hours=1)), ("Old", "en", NOW)]
