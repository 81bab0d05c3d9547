"""The table of near-duplicates."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tidings.store.database.session import Reader, Writer
from tidings.store.database.statements import marks


class NearDuplicateRow(NamedTuple):
    """An article and one of its near-duplicates."""

    article: str
    other: str
    similarity: float
    holds: float  # share of the other's text that the article contains
    held: float  # share of its own text that the other contains
    how: str  # an explanation


def keep_near_duplicates(
    connection: Writer, article_id: str, rows: Iterable[NearDuplicateRow]
) -> None:
    """Store the near-duplicates of an article, replacing earlier ones."""
    connection.execute("DELETE FROM likenesses WHERE article = ?", (article_id,))
    connection.executemany("INSERT INTO likenesses VALUES (?, ?, ?, ?, ?, ?)", rows)


def near_duplicate_pairs(connection: Reader, ids: Sequence[str]) -> list[tuple[str, str]]:
    """Return the pairs of near-duplicates among these articles, each once or in both directions."""
    rows = connection.execute(
        "SELECT article, other FROM likenesses "  # noqa: S608
        f"WHERE article IN ({marks(len(ids))}) ORDER BY article, other",
        ids,
    )
    wanted = frozenset(ids)
    return [(article, other) for article, other in rows if other in wanted]


def near_duplicates_of(connection: Reader, ids: Sequence[str]) -> list[NearDuplicateRow]:
    """Return the near-duplicates of articles, in either direction."""
    some = marks(len(ids))
    rows = connection.execute(
        f"SELECT * FROM likenesses WHERE article IN ({some}) OR other IN ({some}) "  # noqa: S608
        "ORDER BY article, other",
        (*ids, *ids),
    )
    return [NearDuplicateRow(*row) for row in rows]
