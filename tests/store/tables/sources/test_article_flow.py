from datetime import UTC, datetime, timedelta
from functools import partial

from tidings.store.database.database import Database
from tidings.store.tables.sources.article_flow import (
    NO_ARTICLE_FLOW,
    ArticleFlow,
    article_flow_of,
    articles_by_hour,
    count_article,
    keep_article_flow,
    note_source_check,
    silent_sources,
)

NOW = datetime(2026, 1, 2, 12, 30, tzinfo=UTC)
HOUR = NOW.replace(minute=0)


def test_the_flow_of_a_source_is_replaced(database: Database) -> None:
    assert article_flow_of(database.read(), 1) == NO_ARTICLE_FLOW
    for articles in (1, 2):
        flow = ArticleFlow(b"packed", articles, NOW, None, None)
        database.write(partial(keep_article_flow, site=1, flow=flow)).result()
    assert article_flow_of(database.read(), 1) == flow


def test_a_source_is_silent_only_if_we_checked_after_its_news_was_due(database: Database) -> None:
    flow = ArticleFlow(b"", 9, NOW, NOW + timedelta(hours=1), None)
    database.write(lambda db: keep_article_flow(db, 1, flow)).result()
    assert silent_sources(database.read()) == []
    later = NOW + timedelta(hours=2)
    database.write(lambda db: note_source_check(db, 1, later)).result()
    assert silent_sources(database.read()) == [1]


def test_articles_are_counted_by_hour_and_old_counts_deleted(database: Database) -> None:
    old = NOW - timedelta(days=100)
    for at in (old, NOW, NOW, NOW - timedelta(hours=1)):
        database.write(partial(count_article, site=1, at=at)).result()
    counts = articles_by_hour(database.read(), 1, old)
    assert counts == {HOUR: 2, HOUR - timedelta(hours=1): 1}
