"""The log of the index's commits: up to which change articles could be found, and since when."""

from collections.abc import Sequence
from datetime import datetime

from tidings.store.database.pruning import prune
from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import to_seconds


def note_index_commit(connection: Writer, seq: int, at: datetime) -> None:
    """Note that all changes up to `seq` can be found since a time.

    An index that is built again commits what could be found long before: that is not noted.
    """
    connection.execute(
        "INSERT INTO index_commits (seq, at) SELECT ?, ? "
        "WHERE NOT EXISTS (SELECT 1 FROM index_commits WHERE seq >= ?)",
        (seq, to_seconds(at), seq),
    )


def index_commits_from(connection: Reader, seq: int) -> Sequence[tuple[int, float]]:
    """Return seq and time, in seconds, of the commits that reached `seq` or more, in order."""
    rows = connection.execute(
        "SELECT seq, at FROM index_commits WHERE seq >= ? ORDER BY seq", (seq,)
    )
    return [(row[0], row[1]) for row in rows]


def prune_index_commits(connection: Writer, before: datetime, rows: int) -> int:
    """Remove rows that are older or beyond the newest `rows`, at most a chunk; return how many."""
    return prune(connection, "index_commits", "seq", before, rows)
