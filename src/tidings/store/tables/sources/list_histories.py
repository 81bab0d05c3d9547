"""How feeds, sitemaps and index pages fare: rows in, rows out."""

import sqlite3
from datetime import datetime

from tidings.model.crawl.list_history import ListHistory, Listing
from tidings.model.web.page import FrontierState, UrlRole
from tidings.model.web.reason import Reason
from tidings.store.database.timestamps import from_seconds, to_seconds

_COLUMNS = (
    "id, host, site, role, reads, read_at, strikes, failing_since, brought, brought_at, rests, "
    "size, dated, newest, items, memory, head, twin, agreed, parent, lastmod, lastmod_read, lies"
)
_MARKS = ", ".join("?" * len(_COLUMNS.split(",")))
_MAX_SIBLINGS = 64
_WITH_URLS = (
    "lists JOIN hosts ON hosts.name = lists.host "
    "JOIN urls ON urls.host_id = hosts.id AND urls.id = lists.id"
)
_IS_LIVE = "due IS NOT NULL AND state <> 'resting'"


def list_history_of(connection: sqlite3.Connection, url_id: int) -> ListHistory | None:
    """Return how a list has fared, or None if nothing is known."""
    row = connection.execute("SELECT * FROM lists WHERE id = ?", (url_id,)).fetchone()
    return _list_history(row) if row else None


def keep_list_history(connection: sqlite3.Connection, life: ListHistory) -> None:
    """Write down how a list fares."""
    head = int.from_bytes(life.listing.items[:4], "big") if life.listing.items else None
    connection.execute(
        f"INSERT OR REPLACE INTO lists ({_COLUMNS}) VALUES ({_MARKS})",  # noqa: S608
        (
            life.id,
            life.host,
            life.site,
            life.role,
            life.reads,
            to_seconds(life.read_at),
            life.strikes,
            to_seconds(life.failing_since),
            life.brought,
            to_seconds(life.brought_at),
            life.rests,
            life.listing.size,
            life.listing.dated,
            to_seconds(life.listing.newest),
            life.listing.items,
            life.memory,
            head,
            life.twin,
            life.agreed,
            life.parent,
            to_seconds(life.lastmod),
            to_seconds(life.lastmod_read),
            life.lies,
        ),
    )


def similar_feeds(connection: sqlite3.Connection, life: ListHistory) -> list[ListHistory]:
    """Return the live feeds that may list the same: those of the site, and any that begin alike."""
    head = int.from_bytes(life.listing.items[:4], "big")
    rows = connection.execute(
        f"SELECT lists.* FROM {_WITH_URLS} "  # noqa: S608
        f"WHERE lists.id IN (SELECT id FROM lists WHERE site = ?1 UNION "
        f"SELECT id FROM lists WHERE head = ?2) "
        f"AND lists.id <> ?3 AND lists.role = 'feed' AND {_IS_LIVE} LIMIT {_MAX_SIBLINGS}",
        (life.site, head, life.id),
    )
    return [_list_history(row) for row in rows]


def child_sitemaps_of(connection: sqlite3.Connection, index: int) -> dict[int, ListHistory]:
    """Return the sitemaps that a sitemap index listed when it was read last."""
    rows = connection.execute("SELECT * FROM lists WHERE parent = ?", (index,))
    return {row["id"]: _list_history(row) for row in rows}


def live_list_count(connection: sqlite3.Connection, site: int, role: UrlRole) -> int:
    """Return how many feeds or sitemaps of a site are followed."""
    row = connection.execute(
        f"SELECT count(*) FROM urls WHERE site = ? AND role = ? AND role <> 'page' AND {_IS_LIVE}",  # noqa: S608
        (site, role),
    ).fetchone()
    return int(row[0])


def resting_list_count(connection: sqlite3.Connection, site: int) -> int:
    """Return how many feeds, sitemaps and index pages of a site rest."""
    row = connection.execute(
        f"SELECT count(*) FROM {_WITH_URLS} WHERE lists.site = ? AND state = 'resting'",  # noqa: S608
        (site,),
    ).fetchone()
    return int(row[0])


def idlest_feed(connection: sqlite3.Connection, site: int, reads: int) -> ListHistory | None:
    """Return a live feed that has brought nothing on so many visits, or None."""
    row = connection.execute(
        f"SELECT lists.* FROM {_WITH_URLS} WHERE lists.site = ? "  # noqa: S608
        f"AND lists.role = 'feed' AND reads >= ? AND brought = 0 AND depth > 0 AND {_IS_LIVE} "
        "ORDER BY reads DESC LIMIT 1",
        (site, reads),
    ).fetchone()
    return _list_history(row) if row else None


def rest_list(
    connection: sqlite3.Connection,
    life: ListHistory,
    reason: Reason,
    due: datetime | None,
    target: str | None = None,
) -> None:
    """Let a list rest that is not being visited itself."""
    connection.execute(
        "UPDATE urls SET state = ?, reason = ?, detail = '', due = ?, target = ? "
        "WHERE host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ?",
        (FrontierState.RESTING, reason, to_seconds(due), target, life.host, life.id),
    )


def wake_list(connection: sqlite3.Connection, host: str, url_id: int, now: datetime) -> None:
    """Make a list due now, whatever it was waiting for."""
    connection.execute(
        "UPDATE urls SET state = ?, reason = ?, detail = '', due = ?, target = NULL "
        "WHERE host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ?",
        (FrontierState.QUEUED, Reason.WAITING, to_seconds(now), host, url_id),
    )


def wake_duplicate_feeds(connection: sqlite3.Connection, url_id: int, now: datetime) -> None:
    """Make due the feeds that rest because a feed lists the same which does not live any more."""
    rows = connection.execute(
        f"SELECT lists.host, lists.id FROM {_WITH_URLS} "  # noqa: S608
        "WHERE twin = ? AND state = ? AND reason = ?",
        (url_id, FrontierState.RESTING, Reason.SAME_FEED),
    ).fetchall()
    for row in rows:
        wake_list(connection, row["host"], row["id"], now)


def wake_duplicate_feeds_of_site(connection: sqlite3.Connection, site: int, now: datetime) -> None:
    """The same for all feeds of a site that is no longer followed."""
    rows = connection.execute("SELECT id FROM lists WHERE site = ?", (site,)).fetchall()
    for row in rows:
        wake_duplicate_feeds(connection, row["id"], now)


def _list_history(row: sqlite3.Row) -> ListHistory:
    return ListHistory(
        host=row["host"],
        id=row["id"],
        site=row["site"],
        role=UrlRole(row["role"]),
        reads=row["reads"],
        read_at=from_seconds(row["read_at"]),
        strikes=row["strikes"],
        failing_since=from_seconds(row["failing_since"]),
        brought=row["brought"],
        brought_at=from_seconds(row["brought_at"]),
        rests=row["rests"],
        listing=Listing(row["items"], row["size"], row["dated"], from_seconds(row["newest"])),
        memory=row["memory"],
        twin=row["twin"],
        agreed=row["agreed"],
        parent=row["parent"],
        lastmod=from_seconds(row["lastmod"]),
        lastmod_read=from_seconds(row["lastmod_read"]),
        lies=bool(row["lies"]),
    )
