"""Counts of URLs, maintained so that nobody has to count millions of rows."""

from collections import Counter
from collections.abc import Iterable

from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.page import FrontierState
from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader, Writer


def count_new(connection: Writer, host_id: int, new: Iterable[FoundUrl]) -> None:
    """Count URLs that were just added; a trigger counts their later states."""
    sites = Counter(url.site for url in new)
    reasons = Counter(url.dropped for url in new)
    connection.executemany(
        "INSERT INTO site_hosts VALUES (?, ?, ?) "
        "ON CONFLICT (site, host_id) DO UPDATE SET urls = site_hosts.urls + excluded.urls",
        [(site, host_id, count) for site, count in sites.items()],
    )
    connection.executemany(
        "INSERT INTO url_counts VALUES (?, '', ?, ?) ON CONFLICT (state, kind, reason) "
        "DO UPDATE SET count = url_counts.count + excluded.count",
        [
            (
                FrontierState.DROPPED if dropped else FrontierState.QUEUED,
                dropped or Reason.WAITING,
                count,
            )
            for dropped, count in reasons.items()
        ],
    )


def counts_by(connection: Reader, column: str) -> dict[str, int]:
    """Return the number of URLs by state, kind or reason; most have the kind ''."""
    rows = connection.execute(
        f"SELECT {column}, sum(count) FROM url_counts GROUP BY {column} "  # noqa: S608
        f"HAVING sum(count) > 0 ORDER BY {column}"
    )
    return {str(row[0]): int(row[1]) for row in rows}


def site_size(connection: Reader, site: int) -> int:
    """Return the number of known URLs of a site."""
    row = connection.execute("SELECT sum(urls) FROM site_hosts WHERE site = ?", (site,)).fetchone()
    return int(row[0] or 0)


def host_names_of(connection: Reader, site: int) -> list[str]:
    """Return the hosts of a site's known URLs, each with its port if it has one."""
    rows = connection.execute(
        "SELECT name FROM hosts WHERE id IN (SELECT host_id FROM site_hosts WHERE site = ?) "
        "ORDER BY id",
        (site,),
    )
    return [row[0] for row in rows]


def count_drops(connection: Writer, site: int, drops: dict[Reason, int]) -> None:
    """Add to a site's count of dropped links by reason."""
    for reason, count in drops.items():
        connection.defer_count(
            "INSERT INTO drops VALUES (?, ?, ?) ON CONFLICT (site, reason) "
            "DO UPDATE SET count = drops.count + excluded.count",
            (site, reason),
            count,
        )


def drop_counts(connection: Reader) -> dict[str, int]:
    """Return the number of dropped links by reason, over all sites."""
    rows = connection.execute(
        "SELECT reason, sum(count) FROM drops GROUP BY reason ORDER BY reason"
    )
    return {row[0]: row[1] for row in rows}
