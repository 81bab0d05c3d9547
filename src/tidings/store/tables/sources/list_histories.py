"""The table of histories of feeds, sitemaps and index pages."""

from datetime import datetime

from tidings.model.crawl.list_history import ListHistory, Listing
from tidings.model.web.page import FrontierState, UrlRole
from tidings.model.web.reason import Reason
from tidings.read.url import host_of
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.statements import upsert
from tidings.store.database.timestamps import from_seconds, to_seconds

_COLUMNS = (
    "host, site, role, reads, read_at, strikes, failing_since, brought, brought_at, rests, "
    "size, dated, newest, items, memory, head, twin, agreed, parent, lastmod, lastmod_read, lies"
)
_KEEP = upsert("lists", "id", _COLUMNS)
_MAX_SIBLINGS = 64
_WITH_URLS = (
    "lists JOIN hosts ON hosts.name = lists.host "
    "JOIN urls ON urls.host_id = hosts.id AND urls.id = lists.id"
)
_IS_LIVE = "due IS NOT NULL AND state <> 'resting'"


def list_history_of(connection: Reader, url_id: int) -> ListHistory | None:
    """Return the history of a list, or None."""
    row = connection.execute("SELECT * FROM lists WHERE id = ?", (url_id,)).fetchone()
    return _list_history(row) if row else None


def keep_list_history(connection: Writer, history: ListHistory) -> None:
    """Store the history of a list."""
    head = int.from_bytes(history.listing.items[:4], "big") if history.listing.items else None
    connection.execute(
        _KEEP,
        (
            history.id,
            history.host,
            history.site,
            history.role,
            history.reads,
            to_seconds(history.read_at),
            history.strikes,
            to_seconds(history.failing_since),
            history.brought,
            to_seconds(history.brought_at),
            history.rests,
            history.listing.size,
            history.listing.dated,
            to_seconds(history.listing.newest),
            history.listing.items,
            history.memory,
            head,
            history.twin,
            history.agreed,
            history.parent,
            to_seconds(history.lastmod),
            to_seconds(history.lastmod_read),
            history.lies,
        ),
    )


def site_works(connection: Reader, site: int) -> bool:
    """Return whether a feed, sitemap or index page of a site could ever be read."""
    row = connection.execute(
        "SELECT 1 FROM lists WHERE site = ? AND read_at IS NOT NULL "
        "UNION ALL SELECT 1 FROM urls WHERE site = ? AND due IS NOT NULL "
        "AND (role IN ('feed', 'sitemap') OR kind = 'index') AND kind = 'index' AND attempts = 0 "
        "LIMIT 1",
        (site, site),
    ).fetchone()
    return row is not None


def similar_feeds(connection: Reader, history: ListHistory) -> list[ListHistory]:
    """Return live feeds that may be duplicates: of the site, or with the same first item."""
    head = int.from_bytes(history.listing.items[:4], "big")
    rows = connection.execute(
        f"SELECT lists.* FROM {_WITH_URLS} "  # noqa: S608
        f"WHERE lists.id IN (SELECT id FROM lists WHERE site = ? UNION "
        f"SELECT id FROM lists WHERE head = ?) "
        f"AND lists.id <> ? AND lists.role = 'feed' AND {_IS_LIVE} "
        f"ORDER BY lists.id LIMIT {_MAX_SIBLINGS}",
        (history.site, head, history.id),
    )
    return [_list_history(row) for row in rows]


def child_sitemaps_of(connection: Reader, index: int) -> dict[int, ListHistory]:
    """Return the sitemaps that a sitemap index contained when it was last read."""
    rows = connection.execute("SELECT * FROM lists WHERE parent = ? ORDER BY id", (index,))
    return {row["id"]: _list_history(row) for row in rows}


def live_list_count(connection: Reader, site: int, role: UrlRole) -> int:
    """Return how many feeds or sitemaps of a site are followed."""
    row = connection.execute(
        f"SELECT count(*) FROM urls WHERE site = ? AND role = ? AND role <> 'page' AND {_IS_LIVE}",  # noqa: S608
        (site, role),
    ).fetchone()
    return int(row[0])


def resting_list_count(connection: Reader, site: int) -> int:
    """Return how many feeds, sitemaps and index pages of a site are resting."""
    row = connection.execute(
        f"SELECT count(*) FROM {_WITH_URLS} WHERE lists.site = ? AND state = 'resting'",  # noqa: S608
        (site,),
    ).fetchone()
    return int(row[0])


def idlest_feed(connection: Reader, site: int, reads: int) -> ListHistory | None:
    """Return a live feed without any new URL in at least `reads` visits, or None."""
    row = connection.execute(
        f"SELECT lists.* FROM {_WITH_URLS} WHERE lists.site = ? "  # noqa: S608
        f"AND lists.role = 'feed' AND reads >= ? AND brought = 0 AND depth > 0 AND {_IS_LIVE} "
        "ORDER BY reads DESC, lists.id LIMIT 1",
        (site, reads),
    ).fetchone()
    return _list_history(row) if row else None


def rest_list(
    connection: Writer,
    history: ListHistory,
    reason: Reason,
    due: datetime | None,
    target: str | None = None,
) -> None:
    """Set a list to rest, other than the one being visited."""
    connection.execute(
        "UPDATE urls SET state = ?, reason = ?, detail = '', due = ?, target = ? "
        "WHERE host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ?",
        (FrontierState.RESTING, reason, to_seconds(due), target, history.host, history.id),
    )


def wake_list(connection: Writer, host: str, url_id: int, now: datetime) -> None:
    """Make a list due now, whatever its state."""
    connection.execute(
        "UPDATE urls SET state = ?, reason = ?, detail = '', due = ?, target = NULL "
        "WHERE host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ?",
        (FrontierState.QUEUED, Reason.WAITING, to_seconds(now), host, url_id),
    )


def wake_failing_lists(connection: Writer, site: int, now: datetime) -> set[str]:
    """Make a site's feeds and sitemaps due that have failed; return their hosts."""
    rows = connection.execute(
        "UPDATE urls SET state = :queued, due = :now WHERE site = :site AND role <> 'page' "
        "AND depth > 0 AND (state IN ('failed', 'refused', 'quarantined') "
        "OR (state = 'queued' AND attempts > 0 AND due > :now) "
        "OR (state = 'resting' AND reason = :dead)) RETURNING url",
        {
            "queued": FrontierState.QUEUED,
            "now": to_seconds(now),
            "site": site,
            "dead": Reason.DEAD,
        },
    ).fetchall()
    return {host_of(row["url"]) for row in rows}


def wake_duplicate_feeds(connection: Writer, url_id: int, now: datetime) -> None:
    """Make feeds due that rest as duplicates of a feed that is no longer live."""
    rows = connection.execute(
        f"SELECT lists.host, lists.id FROM {_WITH_URLS} "  # noqa: S608
        "WHERE twin = ? AND state = ? AND reason = ?",
        (url_id, FrontierState.RESTING, Reason.SAME_FEED),
    ).fetchall()
    for row in rows:
        wake_list(connection, row["host"], row["id"], now)


def wake_duplicate_feeds_of_site(connection: Writer, site: int, now: datetime) -> None:
    """Do the same for all feeds of a site that is no longer followed."""
    rows = connection.execute("SELECT id FROM lists WHERE site = ?", (site,)).fetchall()
    for row in rows:
        wake_duplicate_feeds(connection, row["id"], now)


def _list_history(row: Row) -> ListHistory:
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
