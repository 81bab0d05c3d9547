"""Queries for titles only, without the articles' texts."""

from collections.abc import Iterator
from datetime import datetime

from tidings.store.database.session import Reader
from tidings.store.database.timestamps import from_seconds
from tidings.store.tables.articles.articles import NEWEST, next_second, shown


def newest_titles(connection: Reader, limit: int) -> Iterator[tuple[str, str, datetime]]:
    """Yield titles that may be shown, with language and date, newest first."""
    rows = connection.execute(
        f"SELECT title, language, {NEWEST} AS newest FROM articles WHERE {shown(connection)} "  # noqa: S608
        f"ORDER BY {NEWEST} DESC, id DESC LIMIT ?",
        (next_second(), limit),
    )
    for title, language, newest in rows:
        if (date := from_seconds(newest)) is not None:
            yield title, language, date
