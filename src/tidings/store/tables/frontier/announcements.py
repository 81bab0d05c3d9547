"""Tables of announced changes: what lists said about articles, and how often it was true."""

from collections.abc import Mapping
from datetime import datetime

from tidings.model.crawl.announcement import Announcer, EditAnnouncement, HeldCopy
from tidings.model.crawl.recheck import RecheckCandidate
from tidings.read.url import host_of, url_id
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds
from tidings.store.tables.frontier.rechecks import candidate_from_row

_FORGET_AT = 64  # looks of a list before its counts are halved: habits change
_CHUNK = 1_000


def held_copy(connection: Reader, site: int, url: str) -> HeldCopy | None:
    """Return our copy of the article at an address of a site, or where that leads to."""
    row = _copy_row(connection, site, url)
    if row is not None and row["article"] is None and row["target"]:
        row = _copy_row(connection, site, row["target"])
    if row is None or row["article"] is None or row["visited_at"] is None:
        return None
    return HeldCopy(
        host_of(row["url"]),
        row["id"],
        from_seconds(row["visited_at"]),
        from_seconds(row["modified"]),
        from_seconds(row["said"]),
        row["waits_for"],
    )


def _copy_row(connection: Reader, site: int, url: str) -> Row | None:
    row: Row | None = connection.execute(
        "SELECT u.url, u.id, u.article, u.target, u.visited_at, a.modified, n.said, "
        "CASE WHEN n.looked_at IS NULL THEN n.announcer END AS waits_for "
        "FROM urls u LEFT JOIN articles a ON a.id = u.article "
        "LEFT JOIN announcements n ON n.url_id = u.id "
        "WHERE u.host_id = (SELECT id FROM hosts WHERE name = ?) AND u.id = ? AND u.site = ?",
        (host_of(url), url_id(url), site),
    ).fetchone()
    return row


def keep_announcement(
    connection: Writer, site: int, announcer: int, copy: HeldCopy, said: datetime, now: datetime
) -> None:
    """Store the newest announcement about an article, which is to be looked at."""
    connection.execute(
        "INSERT INTO announcements (url_id, host_id, site, announcer, said, heard_at) "
        "VALUES (?, (SELECT id FROM hosts WHERE name = ?), ?, ?, ?, ?) "
        "ON CONFLICT (url_id) DO UPDATE SET announcer = excluded.announcer, said = excluded.said, "
        "heard_at = excluded.heard_at, looked_at = NULL, was_true = NULL",
        (copy.id, copy.host, site, announcer, to_seconds(said), to_seconds(now)),
    )


def announcement_of(connection: Reader, url_id: int) -> EditAnnouncement | None:
    """Return the newest announcement about a page."""
    row = connection.execute("SELECT * FROM announcements WHERE url_id = ?", (url_id,)).fetchone()
    if row is None:
        return None
    return EditAnnouncement(
        from_seconds(row["said"]),
        row["announcer"],
        from_seconds(row["heard_at"]),
        from_seconds(row["looked_at"]),
        None if row["was_true"] is None else bool(row["was_true"]),
    )


def note_look(connection: Writer, url_id: int, was_true: bool | None, now: datetime) -> int | None:
    """Store what a look at a page found; return the list that had announced it, if any."""
    row = connection.execute(
        "UPDATE announcements SET looked_at = ?, was_true = ? "
        "WHERE url_id = ? AND looked_at IS NULL RETURNING announcer",
        (to_seconds(now), None if was_true is None else int(was_true), url_id),
    ).fetchone()
    if row is None:
        return None
    if was_true is not None:
        _count(connection, row[0], was_true, now)
    return int(row[0])


def _count(connection: Writer, announcer: int, was_true: bool, now: datetime) -> None:
    connection.execute(
        "INSERT INTO announcers VALUES (?, 1, ?, ?) ON CONFLICT (announcer) DO UPDATE SET "
        "looks = announcers.looks + 1, changes = announcers.changes + excluded.changes, "
        "looked_at = excluded.looked_at",
        (announcer, int(was_true), to_seconds(now)),
    )
    connection.execute(
        "UPDATE announcers SET looks = looks / 2, changes = changes / 2 "
        "WHERE announcer = ? AND looks >= ?",
        (announcer, _FORGET_AT),
    )


def forget_waiting(connection: Writer, announcer: int) -> None:
    """Remove the announcements of a list that nobody has looked at: it is not believed."""
    connection.execute(
        "DELETE FROM announcements WHERE announcer = ? AND looked_at IS NULL", (announcer,)
    )


def announcer_of(connection: Reader, announcer: int) -> Announcer:
    """Return how often the announcements of a list were true."""
    row = connection.execute(
        "SELECT looks, changes, looked_at FROM announcers WHERE announcer = ?", (announcer,)
    ).fetchone()
    return Announcer(row[0], row[1], from_seconds(row[2])) if row else Announcer()


def waiting_announcers(connection: Reader) -> Mapping[int, Announcer]:
    """Return the lists with announcements that nobody has looked at."""
    index = connection.dialect.with_index("announcements_waiting")
    rows = connection.execute(
        f"SELECT DISTINCT announcer FROM announcements {index} WHERE looked_at IS NULL "  # noqa: S608
        "ORDER BY announcer"
    ).fetchall()
    return {row[0]: announcer_of(connection, row[0]) for row in rows}


def announced_candidates(
    connection: Reader, announcer: int, heard_since: datetime, visited_until: datetime, limit: int
) -> list[RecheckCandidate]:
    """Return the pages that a list announced as changed, the newest announcement first.

    Without those of sources that are paused or no longer followed.
    """
    index = connection.dialect.with_index("announcements_waiting")
    rows = connection.execute(
        "SELECT u.url, u.id, u.site, u.visited_at, u.reason, a.first_seen, a.gone_at "  # noqa: S608
        f"FROM announcements n {index} JOIN urls u ON u.host_id = n.host_id AND u.id = n.url_id "
        "JOIN articles a ON a.id = u.article JOIN sites s ON s.id = u.site "
        "WHERE n.announcer = ? AND n.looked_at IS NULL AND n.heard_at >= ? "
        "AND u.due IS NULL AND u.state = 'done' AND u.visited_at <= ? "
        "AND s.removed_at IS NULL AND s.id NOT IN (SELECT site FROM paused) "
        "ORDER BY n.said DESC, n.url_id DESC LIMIT ?",
        (announcer, to_seconds(heard_since), to_seconds(visited_until), limit),
    )
    return [candidate_from_row(row) for row in rows]


def prune_announcements(connection: Writer, before: datetime, rows: int) -> int:
    """Remove what was heard before a moment, at most a chunk; return how many."""
    del rows  # each article has one at most
    return connection.execute(
        "DELETE FROM announcements WHERE url_id IN "
        "(SELECT url_id FROM announcements WHERE heard_at < ? LIMIT ?)",
        (to_seconds(before), _CHUNK),
    ).rowcount
