"""The followed sites: rows in, rows out."""

import sqlite3
from datetime import datetime

from tidings.model.page import State
from tidings.model.reason import Reason
from tidings.model.site import Site
from tidings.store.moment import from_seconds, to_seconds


def add_site(connection: sqlite3.Connection, url: str, domain: str, now: datetime) -> bool:
    """Follow a site; False when it is followed already."""
    cursor = connection.execute(
        "INSERT INTO sites (url, domain, added_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
        (url, domain, to_seconds(now)),
    )
    return cursor.rowcount == 1


def remove_site(connection: sqlite3.Connection, site: Site) -> None:
    """Stop following a site: nothing of it is due any more, what was kept stays."""
    connection.execute("DELETE FROM sites WHERE id = ?", (site.id,))
    connection.execute(
        "UPDATE urls SET due = NULL, state = ?, reason = ? WHERE site = ? AND state = ?",
        (State.DROPPED, Reason.SITE_REMOVED, site.id, State.QUEUED),
    )
    connection.execute("UPDATE urls SET due = NULL WHERE site = ?", (site.id,))


def sites(connection: sqlite3.Connection) -> list[Site]:
    """Return the followed sites in the order in which they were added."""
    return [_site(row) for row in connection.execute("SELECT * FROM sites ORDER BY id")]


def site_by_url(connection: sqlite3.Connection, url: str) -> Site | None:
    """Return the site that was added under exactly this URL."""
    row = connection.execute("SELECT * FROM sites WHERE url = ?", (url,)).fetchone()
    return _site(row) if row else None


def name_site(connection: sqlite3.Connection, site: int, name: str) -> None:
    """Remember what a site calls itself, unless a name is known."""
    connection.execute("UPDATE sites SET name = ? WHERE id = ? AND name = ''", (name, site))


def move_site(connection: sqlite3.Connection, site: int, domain: str) -> None:
    """Let a site's pages be admitted by another domain: where its start page led us."""
    connection.execute("UPDATE sites SET domain = ? WHERE id = ?", (domain, site))


def _site(row: sqlite3.Row) -> Site:
    return Site(row["id"], row["url"], row["domain"], row["name"], from_seconds(row["added_at"]))
