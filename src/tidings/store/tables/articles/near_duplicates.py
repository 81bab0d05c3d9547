"""Which articles are near-duplicates of which, and how."""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import NamedTuple


class NearDuplicateRow(NamedTuple):
    """An article and another one that it is a near-duplicate of."""

    article: str
    other: str
    similarity: float
    holds: float  # the share of the other's text that stands in the article
    held: float  # the share of its own text that stands in the other
    how: str  # in words


def keep_near_duplicates(
    connection: sqlite3.Connection, article_id: str, rows: Iterable[NearDuplicateRow]
) -> None:
    """Write down all near-duplicates that an article was found to have; others it had go."""
    connection.execute("DELETE FROM likenesses WHERE article = ?", (article_id,))
    connection.executemany("INSERT INTO likenesses VALUES (?, ?, ?, ?, ?, ?)", rows)


def near_duplicates_of(
    connection: sqlite3.Connection, ids: Sequence[str]
) -> list[NearDuplicateRow]:
    """Return the near-duplicates of articles, whichever of two was the later one."""
    marks = ", ".join("?" * len(ids))
    rows = connection.execute(
        f"SELECT * FROM likenesses WHERE article IN ({marks}) OR other IN ({marks})",  # noqa: S608
        (*ids, *ids),
    )
    return [NearDuplicateRow(*row) for row in rows]
