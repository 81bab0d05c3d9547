"""What statistics need of articles, from one index that has these facts and not the texts."""

from datetime import datetime
from typing import NamedTuple

from tidings.store.database.session import Reader
from tidings.store.database.timestamps import to_seconds
from tidings.store.tables.articles.articles import SHOWN, next_second


class ArticleSelection(NamedTuple):
    """The articles that are counted, by when they were first seen; both times inclusive."""

    since: datetime | None = None
    until: datetime | None = None
    language: str | None = None
    source: str | None = None


class ArticleFacts(NamedTuple):
    """Facts of an article; times in seconds."""

    id: str
    source: str
    language: str
    words: int
    first_seen: float
    published: float | None


def article_facts(connection: Reader, wanted: ArticleSelection) -> list[ArticleFacts]:
    """Return the facts of all articles that are counted, in the order in which they were seen.

    They are counted elsewhere: to group a hundred thousand texts, SQLite takes longer than to
    return them.
    """
    where, values = _condition(wanted)
    rows = connection.execute(
        "SELECT id, source, language, word_count, first_seen, published FROM articles "  # noqa: S608
        f"WHERE {where} ORDER BY first_seen",
        values,
    )
    return list(map(ArticleFacts._make, rows))


def newest_text_bytes(connection: Reader, wanted: ArticleSelection, limit: int) -> list[int]:
    """Return the lengths in bytes of the texts that were seen last."""
    where, values = _condition(wanted)
    rows = connection.execute(
        f"SELECT text FROM articles WHERE {where} ORDER BY first_seen DESC LIMIT ?",  # noqa: S608
        (*values, limit),
    )
    return [len(row[0].encode("utf-8", "replace")) for row in rows]


def new_article_seqs(connection: Reader, limit: int) -> dict[str, int]:
    """Return the seqs with which the newest articles in the log of changes were stored, by id."""
    rows = connection.execute(
        "SELECT article, seq FROM changes WHERE kind = 'new' ORDER BY seq DESC LIMIT ?", (limit,)
    )
    return {row[0]: row[1] for row in rows}


def _condition(wanted: ArticleSelection) -> tuple[str, list[object]]:
    given = {
        "first_seen >= ?": to_seconds(wanted.since),
        "first_seen <= ?": to_seconds(wanted.until),
        "language = ?": wanted.language,
        "source = ?": wanted.source,
    }
    kept = {text: value for text, value in given.items() if value is not None}
    return " AND ".join((SHOWN, *kept)), [next_second(), *kept.values()]
