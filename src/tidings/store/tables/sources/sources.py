"""The table of followed sites."""

from datetime import datetime

from tidings.model.crawl.source import EVERYTHING, Source, SourceFocus
from tidings.model.crawl.source_settings import NO_SETTINGS, SourceSettings
from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader, Row, Writer
from tidings.store.database.statements import upsert
from tidings.store.database.timestamps import from_seconds, to_seconds
from tidings.store.tables.sources.source_settings import settings_by_source, settings_of_source

_LEAVE = upsert("elsewhere", "site", "node")


def insert_source(connection: Writer, url: str, domain: str, now: datetime) -> bool:
    """Follow a new or removed site; False if it is followed already."""
    cursor = connection.execute(
        "INSERT INTO sites (url, domain, added_at) VALUES (?, ?, ?) "
        "ON CONFLICT (url) DO UPDATE SET removed_at = NULL, added_at = CASE "
        "WHEN sites.removed_at = sites.added_at THEN excluded.added_at ELSE sites.added_at END "
        "WHERE sites.removed_at IS NOT NULL",
        (url, domain, to_seconds(now)),
    )
    if cursor.rowcount == 1:
        site = connection.execute("SELECT id FROM sites WHERE url = ?", (url,)).fetchone()[0]
        connection.execute("DELETE FROM elsewhere WHERE site = ?", (site,))
        _wake_urls(connection, site, Reason.SITE_REMOVED, now)
    return cursor.rowcount == 1


# The URLs of a site are found through its few hosts. An index on the site would cost another page
# write for every new URL.


def _wake_urls(connection: Writer, site: int, reason: Reason, now: datetime) -> None:
    """Make due what was when the site was put to rest: what was queued, and where news appears."""
    index = connection.dialect.with_index("urls_id")
    connection.execute(
        f"UPDATE urls {index} SET due = :now, "  # noqa: S608
        "state = CASE WHEN state = 'dropped' THEN 'queued' ELSE state END "
        "WHERE host_id IN (SELECT host_id FROM site_hosts WHERE site = :site) AND site = :site "
        "AND (reason = :reason OR role <> 'page' OR kind = 'index' OR depth = 0)",
        {"now": to_seconds(now), "site": site, "reason": reason},
    )


def _rest_urls(connection: Writer, site: int, reason: Reason) -> None:
    index = connection.dialect.with_index("urls_id")
    connection.execute(
        f"UPDATE urls {index} SET due = NULL, "  # noqa: S608
        "reason = CASE WHEN state = 'queued' THEN :reason ELSE reason END, "
        "state = CASE WHEN state = 'queued' THEN 'dropped' ELSE state END "
        "WHERE host_id IN (SELECT host_id FROM site_hosts WHERE site = :site) AND site = :site "
        "AND (due IS NOT NULL OR state = 'queued')",
        {"reason": reason, "site": site},
    )


def unfollow_source(connection: Writer, site: Source, now: datetime) -> None:
    """Stop following a site: nothing of it stays due, but its articles stay."""
    connection.execute("UPDATE sites SET removed_at = ? WHERE id = ?", (to_seconds(now), site.id))
    _rest_urls(connection, site.id, Reason.SITE_REMOVED)


def sources_of_other_nodes(connection: Reader) -> dict[int, int]:
    """Return the sites that other nodes crawl, with the node of each."""
    return {row[0]: row[1] for row in connection.execute("SELECT site, node FROM elsewhere")}


def leave_source_to_node(connection: Writer, site: int, node: int) -> None:
    """Leave a site to another node: it stays followed, but is never due here."""
    connection.execute(_LEAVE, (site, node))
    _rest_urls(connection, site, Reason.OTHER_NODE)


def take_over_source(connection: Writer, site: int, now: datetime) -> None:
    """Crawl a site here that another node crawled until now."""
    connection.execute("DELETE FROM elsewhere WHERE site = ?", (site,))
    _wake_urls(connection, site, Reason.OTHER_NODE, now)


def set_source_focus(connection: Writer, site: int, focus: SourceFocus, now: datetime) -> bool:
    """Follow a site for a topic, or for everything again; False if nothing changes.

    Pages refused because of the old topic are queued again. Feeds, sitemaps and index pages are
    read again, so that their links are judged by the new topic.
    """
    cursor = connection.execute(
        "UPDATE sites SET about = :words, about_query = :query, about_at = :now "
        "WHERE id = :site AND (about <> :words OR about_query <> :query)",
        {"words": focus.words, "query": focus.query, "now": to_seconds(now), "site": site},
    )
    if cursor.rowcount == 0:
        return False
    index = connection.dialect.with_index("urls_id")
    connection.execute(
        f"UPDATE urls {index} SET state = 'queued', reason = ?, detail = '', "  # noqa: S608
        "kind = NULL, due = ?, visited_at = NULL, etag = NULL, last_modified = NULL, "
        "body_hash = NULL "
        "WHERE host_id IN (SELECT host_id FROM site_hosts WHERE site = ?) AND site = ? "
        "AND reason IN (?, ?)",
        (Reason.WAITING, to_seconds(now), site, site, Reason.OFF_TOPIC, Reason.UNPROMISING),
    )
    connection.execute(
        "UPDATE urls SET due = ?, etag = NULL, last_modified = NULL, body_hash = NULL "
        "WHERE site = ? AND state = 'done' AND due IS NOT NULL "
        "AND (role IN ('feed', 'sitemap') OR kind = 'index')",
        (to_seconds(now), site),
    )
    return True


def source_focus_of(connection: Reader, site: int) -> SourceFocus:
    """Return what a site is followed for."""
    row = connection.execute("SELECT * FROM sites WHERE id = ?", (site,)).fetchone()
    return _focus(row) if row else EVERYTHING


def followed_sources(connection: Reader) -> list[Source]:
    """Return the followed sites in the order in which they were added."""
    rows = connection.execute("SELECT * FROM sites WHERE removed_at IS NULL ORDER BY id")
    settings = settings_by_source(connection)
    return [_source(row, settings.get(row["id"], NO_SETTINGS)) for row in rows]


def source_names(connection: Reader) -> dict[str, str]:
    """Return the names of followed sites by their domains, as far as they are known."""
    rows = connection.execute(
        "SELECT domain, name FROM sites WHERE removed_at IS NULL AND name <> '' ORDER BY id DESC"
    )
    return {row[0]: row[1] for row in rows}


def all_sources(connection: Reader) -> dict[str, Source]:
    """Return all sites by URL, including removed ones."""
    rows, settings = (
        connection.execute("SELECT * FROM sites ORDER BY id"),
        settings_by_source(connection),
    )
    return {row["url"]: _source(row, settings.get(row["id"], NO_SETTINGS)) for row in rows}


def sources_version(connection: Reader) -> tuple[float, ...]:
    """Return a value that changes when a site is added, removed, paused or set otherwise."""
    return tuple(
        connection.execute(
            "SELECT count(*), count(removed_at), coalesce(sum(CAST(removed_at AS NUMERIC)), 0), "
            "coalesce(sum(CAST(about_at AS NUMERIC)), 0), "
            "(SELECT count(*) FROM paused), (SELECT count(*) FROM source_settings), "
            "(SELECT coalesce(sum(CAST(set_at AS NUMERIC)), 0) FROM source_settings) FROM sites"
        ).fetchone()
    )


def source_by_url(connection: Reader, url: str) -> Source | None:
    """Return the site that was added under exactly this URL."""
    row = connection.execute(
        "SELECT * FROM sites WHERE url = ? AND removed_at IS NULL", (url,)
    ).fetchone()
    return _source(row, settings_of_source(connection, row["id"])) if row else None


def source_by_id(connection: Reader, number: int) -> Source | None:
    """Return the followed site with that id."""
    row = connection.execute(
        "SELECT * FROM sites WHERE id = ? AND removed_at IS NULL", (number,)
    ).fetchone()
    return _source(row, settings_of_source(connection, row["id"])) if row else None


def name_source(connection: Writer, site: int, name: str) -> bool:
    """Store the name that a site gives itself; False if a name is known already."""
    cursor = connection.execute(
        "UPDATE sites SET name = ? WHERE id = ? AND name = ''", (name, site)
    )
    return cursor.rowcount == 1


def set_source_domain(connection: Writer, site: int, domain: str) -> bool:
    """Change the domain by which a site's pages are admitted; False if it stays the same."""
    cursor = connection.execute(
        "UPDATE sites SET domain = ? WHERE id = ? AND domain <> ?", (domain, site, domain)
    )
    return cursor.rowcount == 1


def _source(row: Row, settings: SourceSettings) -> Source:
    added_at = from_seconds(row["added_at"])
    return Source(
        row["id"],
        row["url"],
        row["domain"],
        row["name"],
        added_at,
        _focus(row),
        settings,
        row["folder"],
    )


def _focus(row: Row) -> SourceFocus:
    return SourceFocus(row["about"], row["about_query"])
