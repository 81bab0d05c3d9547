"""Sites that nobody follows, of pages from others' archives or from lists. Nothing is due there.

Such a site is a row like that of a removed source, which was removed at the moment it was added.
"""

from datetime import datetime
from typing import Final

from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import to_seconds

_IS_IMPORTED: Final = "removed_at = added_at"


def site_of_domain(connection: Reader, domain: str) -> int | None:
    """Return the site of a domain: the followed one that was added first, or else any."""
    row = connection.execute(
        "SELECT id FROM sites WHERE domain = ? ORDER BY removed_at IS NOT NULL, id LIMIT 1",
        (domain,),
    ).fetchone()
    return int(row[0]) if row else None


def import_site(connection: Writer, url: str, domain: str, now: datetime) -> int:
    """Return the site of a domain; one that is not known gets a row, and is not followed."""
    known = site_of_domain(connection, domain)
    if known is not None:
        return known
    seconds = to_seconds(now)
    connection.execute(
        "INSERT INTO sites (url, domain, added_at, removed_at) VALUES (?, ?, ?, ?) "
        "ON CONFLICT (url) DO NOTHING",
        (url, domain, seconds, seconds),
    )
    row = connection.execute("SELECT id FROM sites WHERE url = ?", (url,)).fetchone()
    return int(row[0])


def let_url_rest(connection: Writer, host: str, url_id: int) -> None:
    """Let a URL of a site that nobody follows never be due."""
    connection.execute(
        "UPDATE urls SET due = NULL, "
        "reason = CASE WHEN state = 'queued' THEN :reason ELSE reason END, "
        "state = CASE WHEN state = 'queued' THEN 'dropped' ELSE state END "
        "WHERE host_id = (SELECT id FROM hosts WHERE name = :host) AND id = :id "
        "AND (due IS NOT NULL OR state = 'queued')",
        {"reason": Reason.SITE_REMOVED, "host": host, "id": url_id},
    )


def adopt_imported_sites(connection: Writer, site: int, domain: str) -> None:
    """Give a source that is followed now what was imported from its domain."""
    rows = connection.execute(
        f"SELECT id FROM sites WHERE domain = ? AND id <> ? AND {_IS_IMPORTED}",  # noqa: S608
        (domain, site),
    ).fetchall()
    for imported in [int(row[0]) for row in rows]:
        _move(connection, imported, site)


def _move(connection: Writer, imported: int, site: int) -> None:
    index = connection.dialect.with_index("urls_id")
    connection.execute(
        f"UPDATE urls {index} SET site = ? "  # noqa: S608
        "WHERE host_id IN (SELECT host_id FROM site_hosts WHERE site = ?) AND site = ?",
        (site, imported, imported),
    )
    connection.execute(
        "INSERT INTO site_hosts (site, host_id, urls) "
        "SELECT ?, host_id, urls FROM site_hosts WHERE site = ? "
        "ON CONFLICT (site, host_id) DO UPDATE SET urls = site_hosts.urls + excluded.urls",
        (site, imported),
    )
    connection.execute(
        "INSERT INTO prints (site, look, url, article) "
        "SELECT ?, look, url, article FROM prints WHERE site = ? ON CONFLICT DO NOTHING",
        (site, imported),
    )
    connection.execute("DELETE FROM site_hosts WHERE site = ?", (imported,))
    connection.execute("DELETE FROM prints WHERE site = ?", (imported,))
    connection.execute("DELETE FROM sites WHERE id = ?", (imported,))
