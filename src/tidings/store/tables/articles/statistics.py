"""What statistics need of articles, from one index that has these facts and not the texts."""

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import NamedTuple

from tidings.store.database.session import Reader
from tidings.store.database.timestamps import to_seconds
from tidings.store.tables.articles.articles import next_second, shown


class ArticleSelection(NamedTuple):
    """The articles that are counted, by when they were first seen; both times inclusive."""

    since: datetime | None = None
    until: datetime | None = None
    language: str | None = None
    source: str | None = None


class SeenArticle(NamedTuple):
    """When an article was published and first seen, in seconds."""

    id: str
    source: str
    first_seen: float
    published: float | None


def first_seen_span(connection: Reader, wanted: ArticleSelection) -> tuple[float, float] | None:
    """Return when the first and the last article was first seen, in seconds; None: there is none.

    All languages and sources are looked at: then it takes two looks at an index.
    """
    where, values = _condition(connection, ArticleSelection(wanted.since, wanted.until))
    found = [
        connection.execute(
            f"SELECT first_seen FROM articles WHERE {where} "  # noqa: S608
            f"ORDER BY first_seen {order} LIMIT 1",
            values,
        ).fetchone()
        for order in ("", "DESC")
    ]
    return None if None in found else (found[0][0], found[1][0])


def seen_between(connection: Reader, wanted: ArticleSelection, edges: Sequence[float]) -> list[int]:
    """Return how many articles were first seen from each of the times until the next one."""
    where, values = _condition(connection, wanted)
    statement = (
        f"SELECT count(*) FROM articles WHERE {where} "  # noqa: S608
        "AND first_seen >= ? AND first_seen < ?"
    )
    return [
        int(connection.execute(statement, (*values, *pair)).fetchone()[0])
        for pair in pairwise(edges)
    ]


def length_counts(connection: Reader, wanted: ArticleSelection) -> list[tuple[int, int]]:
    """Return how many articles have each number of words, the shortest first."""
    where, values = _condition(connection, wanted)
    rows = connection.execute(
        f"SELECT word_count, count(*) FROM articles WHERE {where} "  # noqa: S608
        "GROUP BY word_count ORDER BY word_count",
        values,
    )
    return [(row[0], row[1]) for row in rows]


def newest_text_bytes(connection: Reader, wanted: ArticleSelection, limit: int) -> list[int]:
    """Return the lengths in bytes of the texts that were seen last."""
    where, values = _condition(connection, wanted)
    rows = connection.execute(
        f"SELECT text FROM articles WHERE {where} "  # noqa: S608
        "ORDER BY first_seen DESC, id DESC LIMIT ?",
        (*values, limit),
    )
    return [len(row[0].encode("utf-8", "replace")) for row in rows]


def last_seen_articles(
    connection: Reader, wanted: ArticleSelection, limit: int
) -> list[SeenArticle]:
    """Return the articles that were seen last, the last first."""
    where, values = _condition(connection, wanted)
    rows = connection.execute(
        f"SELECT id, source, first_seen, published FROM articles WHERE {where} "  # noqa: S608
        "ORDER BY first_seen DESC, id DESC LIMIT ?",
        (*values, limit),
    )
    return list(map(SeenArticle._make, rows))


def new_article_seqs(connection: Reader, limit: int) -> dict[str, int]:
    """Return the seqs with which the newest articles in the log of changes were stored, by id."""
    rows = connection.execute(
        "SELECT article, seq FROM changes WHERE kind = 'new' ORDER BY seq DESC LIMIT ?", (limit,)
    )
    return {row[0]: row[1] for row in rows}


def _condition(connection: Reader, wanted: ArticleSelection) -> tuple[str, list[object]]:
    given = {
        "first_seen >= ?": to_seconds(wanted.since),
        "first_seen <= ?": to_seconds(wanted.until),
        "language = ?": wanted.language,
        "source = ?": wanted.source,
    }
    kept = {text: value for text, value in given.items() if value is not None}
    return " AND ".join((shown(connection), *kept)), [next_second(), *kept.values()]
