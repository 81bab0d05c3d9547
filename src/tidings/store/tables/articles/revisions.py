"""The tables of earlier revisions and tombstones."""

from datetime import datetime

from tidings.model.articles.change import ChangeKind
from tidings.model.articles.revision import EarlierRevision, Tombstone
from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds
from tidings.store.tables.articles.articles import note_stored


def earlier_revisions(connection: Reader, article: str) -> list[EarlierRevision]:
    """Return an article's earlier revisions, oldest first."""
    rows = connection.execute(
        "SELECT * FROM revisions WHERE article = ? ORDER BY revision", (article,)
    )
    return [
        EarlierRevision(
            row["revision"], row["title"], row["text"], from_seconds(row["replaced_at"])
        )
        for row in rows
    ]


def date_replacement(
    connection: Writer, article: str, revision: int, replaced_at: datetime
) -> None:
    """Correct when a revision was replaced: an archive shows that later than it happened."""
    connection.execute(
        "UPDATE revisions SET replaced_at = ? WHERE article = ? AND revision = ?",
        (to_seconds(replaced_at), article, revision),
    )


def add_tombstone(
    connection: Writer, article: str, now: datetime, status: int | None, detail: str
) -> None:
    """Mark an article as deleted by its publisher; its content stays."""
    seconds = to_seconds(now)
    connection.execute(
        "UPDATE articles SET gone_at = ?, gone_status = ? WHERE id = ?", (seconds, status, article)
    )
    connection.execute(
        "INSERT INTO tombstones VALUES (?, ?, ?, ?, NULL) ON CONFLICT DO NOTHING",
        (article, seconds, status, detail),
    )
    note_stored(connection, ChangeKind.DELETED, article, now)


def lift_tombstone(connection: Writer, article: str, now: datetime) -> bool:
    """Record that a deleted article is back; False if it was not deleted."""
    cursor = connection.execute(
        "UPDATE tombstones SET back_at = ? WHERE article = ? AND back_at IS NULL",
        (to_seconds(now), article),
    )
    if cursor.rowcount:
        connection.execute(
            "UPDATE articles SET gone_at = NULL, gone_status = NULL WHERE id = ?", (article,)
        )
        note_stored(connection, ChangeKind.RESTORED, article, now)
    return cursor.rowcount > 0


def tombstones_of(connection: Reader, article: str) -> list[Tombstone]:
    """Return every deletion of an article, including lifted ones, newest first."""
    rows = connection.execute(
        "SELECT * FROM tombstones WHERE article = ? ORDER BY gone_at DESC", (article,)
    )
    return [
        Tombstone(
            from_seconds(row["gone_at"]), row["status"], row["detail"], from_seconds(row["back_at"])
        )
        for row in rows
    ]


def revision_count(connection: Reader) -> int:
    """Return the number of earlier revisions."""
    return int(connection.execute("SELECT count(*) FROM revisions").fetchone()[0])


def tombstone_count(connection: Reader) -> int:
    """Return how many articles are currently deleted by their publishers."""
    return int(
        connection.execute("SELECT count(*) FROM tombstones WHERE back_at IS NULL").fetchone()[0]
    )
