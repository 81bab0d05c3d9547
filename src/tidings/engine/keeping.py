"""Keeping: the article of a reading becomes the article of record, once, whatever its addresses."""

import sqlite3
from dataclasses import replace
from datetime import datetime

from tidings.engine.containment import Twin
from tidings.engine.job import Reading
from tidings.model.article import Article
from tidings.model.reason import Reason
from tidings.model.visit import Standing
from tidings.store.annotations import keep_annotations
from tidings.store.articles import is_kept, keep_article


def keep(
    connection: sqlite3.Connection,
    reading: Reading,
    standing: Standing,
    url: str,
    now: datetime,
    twin: Twin | None,
) -> tuple[Standing, Article | None]:
    """Keep the article of a reading, unless another URL has brought it already.

    Then it is a twin and no edit, even if it reads a little differently there.
    """
    article = reading.article
    if article is None:
        return standing, None
    standing = replace(standing, article=article.id)
    if not is_kept(connection, article.id):
        if twin is None or twin.article is None:
            kept = keep_article(connection, article, now)
            file_annotations(connection, kept, reading)
            return standing, kept
        same = replace(standing, reason=Reason.SAME_TEXT, target=twin.url, article=twin.article)
        return same, None
    if article.url != url:
        standing = replace(standing, reason=Reason.SAME_AS_CANONICAL, target=article.url)
    return standing, None


def file_annotations(
    connection: sqlite3.Connection, kept: Article | None, reading: Reading
) -> None:
    """Keep what was understood of an article that was kept just now."""
    if kept is not None and reading.understood is not None:
        keep_annotations(connection, kept.id, kept.revision, reading.understood.filed)
