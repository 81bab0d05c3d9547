"""Removes the rows of articles for good; their URLs stay, dropped, for `why`."""

from collections.abc import Iterable
from datetime import datetime

from tidings.model.articles.change import ChangeKind
from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader, Writer
from tidings.store.tables.changes.article_changes import note_change

_DROPPED = (
    "state = 'dropped', reason = ?, detail = '', notes = '[]', kind = NULL, confidence = NULL, "
    "due = NULL, etag = NULL, last_modified = NULL, body_hash = NULL, categories = '', "
    'article = NULL, file = NULL, "offset" = NULL, length = NULL'
)


def pages_of_article(connection: Reader, article: str) -> list[tuple[str, int]]:
    """Return the URLs that an article was read from, with the source of each."""
    number = connection.dialect.row_number
    rows = connection.execute(
        f"SELECT url, site FROM urls WHERE article = ? ORDER BY {number}",  # noqa: S608
        (article,),
    )
    return [(row[0], row[1]) for row in rows]


def pages_of_source(connection: Reader, site: int) -> list[tuple[str, str | None]]:
    """Return a source's URLs that were archived or became articles, with their articles."""
    rows = connection.execute(
        f"SELECT url, article FROM urls {connection.dialect.with_index('urls_id')} "  # noqa: S608
        "WHERE host_id IN (SELECT host_id FROM site_hosts WHERE site = ?) AND site = ? "
        "AND (article IS NOT NULL OR file IS NOT NULL)",
        (site, site),
    )
    return [(row[0], row[1]) for row in rows]


def forget_copies_of_source(connection: Writer, site: int) -> None:
    """Remove the references to all archived copies of a source's pages."""
    connection.execute(
        f"UPDATE urls {connection.dialect.with_index('urls_id')} "  # noqa: S608
        'SET file = NULL, "offset" = NULL, length = NULL '
        "WHERE host_id IN (SELECT host_id FROM site_hosts WHERE site = ?) AND site = ? "
        "AND file IS NOT NULL",
        (site, site),
    )


def articles_of_domain(connection: Reader, domain: str) -> list[tuple[str, str]]:
    """Return id and URL of all articles of a domain."""
    rows = connection.execute(
        "SELECT id, url FROM articles WHERE source = ? ORDER BY id", (domain,)
    )
    return [(row[0], row[1]) for row in rows]


def remove_articles(
    connection: Writer, ids: Iterable[str], now: datetime, reason: Reason = Reason.TAKEN_DOWN
) -> tuple[int, set[int]]:
    """Remove all rows of articles; return how many there were, and the stories that lost some.

    Their URLs are dropped for the reason.
    """
    removed, stories = 0, set()
    for article in ids:
        removed += _remove_article(connection, article, now)
        stories |= _remove_from_story(connection, article)
        for table in ("annotations", "revisions", "tombstones", "article_marks"):
            connection.execute(f"DELETE FROM {table} WHERE article = ?", (article,))  # noqa: S608
        connection.execute(
            "DELETE FROM likenesses WHERE article = ? OR other = ?", (article, article)
        )
        _drop_urls(connection, article, reason)
    return removed, stories


def _remove_article(connection: Writer, article: str, now: datetime) -> bool:
    row = connection.execute(
        "DELETE FROM articles WHERE id = ? RETURNING url, source, revision, with_login",
        (article,),
    ).fetchone()
    if row is None:
        return False
    url, source, revision, with_login = row
    note_change(connection, ChangeKind.DELETED, article, now, url=url, source=source,
                revision=revision, with_login=bool(with_login))  # fmt: skip
    return True


def _remove_from_story(connection: Writer, article: str) -> set[int]:
    rows = connection.execute(
        "DELETE FROM memberships WHERE article = ? RETURNING story", (article,)
    ).fetchall()
    return {row[0] for row in rows}


def _drop_urls(connection: Writer, article: str, reason: Reason) -> None:
    connection.execute(
        "DELETE FROM prospects WHERE (host_id, id) IN "
        "(SELECT host_id, id FROM urls WHERE article = ?)",
        (article,),
    )
    connection.execute(
        f"UPDATE urls SET {_DROPPED} WHERE article = ?",  # noqa: S608
        (reason, article),
    )
