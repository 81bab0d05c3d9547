"""Dates that a feed gives to articles whose pages were read before it, and which had none."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from tidings.model.crawl.visit import FoundUrl
from tidings.store.database.session import Writer
from tidings.store.tables.articles.articles import articles_with_ids, correct_article, has_undated
from tidings.store.tables.frontier.urls import articles_not_dated_at

_EARLIEST = datetime(1990, 1, 1, tzinfo=UTC)  # as for the dates of pages
_AFTER_SIGHT = timedelta(days=2)


def date_undated(connection: Writer, found: Sequence[FoundUrl], now: datetime) -> None:
    """Give undated articles the dates that a feed has for their pages: our correction.

    Call it before the dates are stored with the URLs. A page that was read with its feed's date is
    left alone: it has reasons not to believe it.
    """
    dates = {(each.host, each.id): each for each in found if each.listed and each.published}
    if not dates or not has_undated(connection):
        return
    articles = articles_not_dated_at(connection, list(dates))
    stored = articles_with_ids(connection, list(articles.values()))
    for place, id_ in articles.items():
        article, date = stored.get(id_), dates[place].published
        if article is None or article.published or date is None:
            continue
        if _EARLIEST <= date <= article.first_seen + _AFTER_SIGHT:
            correct_article(connection, replace(article, published=date), now)
