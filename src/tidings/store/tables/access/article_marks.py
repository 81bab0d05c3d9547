"""The table of what users noted about articles."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from tidings.model.access.marks import Mark, MarkedArticle
from tidings.store.database.session import Reader, Writer
from tidings.store.database.statements import marks
from tidings.store.database.timestamps import from_seconds, to_seconds


def existing_articles(connection: Reader, articles: Sequence[str]) -> set[str]:
    """Return those of the articles that exist and that this reader may see."""
    rows = connection.execute(
        f"SELECT id FROM articles WHERE id IN ({marks(len(articles))})",  # noqa: S608
        articles,
    )
    return {row[0] for row in rows}


def add_marks(
    connection: Writer, user: int, mark: Mark, articles: Iterable[str], now: datetime
) -> None:
    """Mark articles; those that have the mark already keep its time."""
    seconds = to_seconds(now)
    connection.executemany(
        "INSERT INTO article_marks (user_id, mark, article, at) VALUES (?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING",
        [(user, mark, article, seconds) for article in articles],
    )


def remove_marks(connection: Writer, user: int, mark: Mark, articles: Iterable[str]) -> None:
    """Remove a mark from articles."""
    connection.executemany(
        "DELETE FROM article_marks WHERE user_id = ? AND mark = ? AND article = ?",
        [(user, mark, article) for article in articles],
    )


def marks_of(connection: Reader, user: int, articles: Sequence[str]) -> dict[str, set[Mark]]:
    """Return the marks of those of the articles that have some."""
    found: dict[str, set[Mark]] = {}
    rows = connection.execute(
        f"SELECT article, mark FROM article_marks "  # noqa: S608
        f"WHERE user_id = ? AND article IN ({marks(len(articles))})",
        (user, *articles),
    )
    for article, mark in rows:
        found.setdefault(article, set()).add(Mark(mark))
    return found


def is_marked(connection: Reader, article: str) -> bool:
    """Return whether any user has marked an article."""
    row = connection.execute(
        "SELECT 1 FROM article_marks WHERE article = ? LIMIT 1", (article,)
    ).fetchone()
    return row is not None


def marked_articles(
    connection: Reader, user: int, mark: Mark, limit: int, before: MarkedArticle | None
) -> list[MarkedArticle]:
    """Return articles with a mark, the last one marked first, after one of an earlier list."""
    bound = "" if before is None else "AND (at, article) < (?, ?) "
    values = () if before is None else (to_seconds(before.at), before.article)
    rows = connection.execute(
        "SELECT article, at FROM article_marks WHERE user_id = ? AND mark = ? "  # noqa: S608
        f"{bound}ORDER BY at DESC, article DESC LIMIT ?",
        (user, mark, *values, limit),
    )
    return [MarkedArticle(row[0], from_seconds(row[1])) for row in rows]
