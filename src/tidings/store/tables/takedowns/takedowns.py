"""The tables of articles and sources that were deleted here, so that nothing brings them back."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from tidings.store.database.session import Reader, Writer
from tidings.store.database.statements import marks
from tidings.store.database.timestamps import from_seconds, to_seconds


def not_taken_down(connection: Reader) -> str:
    """Return a condition on rows of `articles`: none of them was taken down."""
    return connection.dialect.is_no_key("articles.id", "takedowns", "article")


def note_takedowns(connection: Writer, articles: Iterable[tuple[str, str]], now: datetime) -> None:
    """Take down articles, given as id and URL: from now on they are hidden and never kept."""
    seconds = to_seconds(now)
    connection.executemany(
        "INSERT INTO takedowns (article, url, at, purged) VALUES (?, ?, ?, 0) "
        "ON CONFLICT DO NOTHING",
        [(article, url, seconds) for article, url in articles],
    )


def is_taken_down(connection: Reader, ids: Sequence[str]) -> bool:
    """Return whether one of these articles was taken down."""
    row = connection.execute(
        f"SELECT 1 FROM takedowns WHERE article IN ({marks(len(ids))}) LIMIT 1",  # noqa: S608
        ids,
    ).fetchone()
    return row is not None


def taken_down_urls(connection: Reader, ids: Sequence[str]) -> list[str]:
    """Return the URLs under which articles were taken down."""
    rows = connection.execute(
        f"SELECT url FROM takedowns WHERE article IN ({marks(len(ids))})",  # noqa: S608
        ids,
    )
    return [row[0] for row in rows]


def taken_down_at(connection: Reader, article: str) -> datetime | None:
    """Return when an article was taken down; None if it was not."""
    row = connection.execute("SELECT at FROM takedowns WHERE article = ?", (article,)).fetchone()
    return from_seconds(row[0]) if row else None


def takedown_count(connection: Reader) -> int:
    """Return how many ids were taken down."""
    return int(connection.execute("SELECT count(*) FROM takedowns").fetchone()[0])


def unpurged_takedowns(connection: Reader, limit: int) -> list[str]:
    """Return some articles that were taken down and whose rows are still there."""
    rows = connection.execute(
        "SELECT article FROM takedowns WHERE purged = 0 ORDER BY article LIMIT ?", (limit,)
    )
    return [row[0] for row in rows]


def unpurged_article_count(connection: Reader) -> int:
    """Return how many articles were taken down and still have rows."""
    row = connection.execute(
        "SELECT count(*) FROM takedowns JOIN articles ON id = article WHERE purged = 0"
    ).fetchone()
    return int(row[0])


def note_purged(connection: Writer, articles: Iterable[str]) -> None:
    """Note that the rows of articles are gone."""
    connection.executemany(
        "UPDATE takedowns SET purged = 1 WHERE article = ?", [(each,) for each in articles]
    )


def is_takedown_logged_after(connection: Reader, seq: int) -> bool:
    """Return whether the log of changes says after `seq` that one of them is gone."""
    row = connection.execute(
        "SELECT 1 FROM changes JOIN takedowns ON takedowns.article = changes.article "
        "WHERE seq > ? LIMIT 1",
        (seq,),
    ).fetchone()
    return row is not None


def note_deleted_source(connection: Writer, url: str, now: datetime) -> None:
    """Note that a source was deleted with its articles."""
    connection.execute(
        "INSERT INTO deleted_sources (url, at) VALUES (?, ?) ON CONFLICT DO NOTHING",
        (url, to_seconds(now)),
    )


def forget_deleted_source(connection: Writer, url: str) -> None:
    """Note that a source is wanted again; its articles stay away."""
    connection.execute("DELETE FROM deleted_sources WHERE url = ?", (url,))


def is_deleted_source(connection: Reader, url: str) -> bool:
    """Return whether a source was deleted and not added again."""
    row = connection.execute("SELECT 1 FROM deleted_sources WHERE url = ?", (url,)).fetchone()
    return row is not None
