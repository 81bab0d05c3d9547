"""Renames a stored article, with its history, if its URL turns out to be another article's.

Stories and near-duplicates need no rename: for grouping, both articles have changed.
"""

from datetime import datetime

from tidings.model.articles.change import ChangeKind
from tidings.model.web.reason import Reason
from tidings.read.url import article_id
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.articles.articles import note_stored


def page_url_of(connection: Reader, article: str, named: str) -> str | None:
    """Return the URL that an article was read from, if it differs from its name."""
    row = connection.execute(
        "SELECT url FROM urls WHERE article = ? AND url <> ? AND target IS NULL "  # noqa: S608
        f"ORDER BY visited_at NULLS FIRST, {connection.dialect.row_number} LIMIT 1",
        (article, named),
    ).fetchone()
    return str(row[0]) if row else None


def rename_article(connection: Writer, article: str, url: str, now: datetime) -> str:
    """Rename an article to the URL it was read from; return its new id."""
    new = article_id(url)
    connection.execute("UPDATE articles SET id = ?, url = ? WHERE id = ?", (new, url, article))
    note_stored(connection, ChangeKind.RENAMED, new, now, old_id=article)
    connection.execute(
        "UPDATE urls SET article = ? WHERE article = ? AND url = ?", (new, article, url)
    )
    for table in ("annotations", "revisions", "tombstones"):
        connection.execute(f"UPDATE {table} SET article = ? WHERE article = ?", (new, article))  # noqa: S608
    # A user may have marked both.
    connection.execute(
        "INSERT INTO article_marks (user_id, mark, article, at) "
        "SELECT user_id, mark, ?, at FROM article_marks WHERE article = ? ON CONFLICT DO NOTHING",
        (new, article),
    )
    connection.execute("DELETE FROM article_marks WHERE article = ?", (article,))
    return new


def give_article(connection: Writer, article: str, url: str, now: datetime) -> None:
    """Rename an article to the URL of the page that owns it; its other pages refer to that."""
    new = rename_article(connection, article, url, now)
    connection.execute(
        "UPDATE urls SET article = ?, target = ?, reason = ? WHERE article = ?",
        (new, url, Reason.SAME_TEXT, article),
    )
