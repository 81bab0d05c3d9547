"""The table of URLs to send to the node that crawls their site, until it has received them."""

import json
from collections.abc import Iterable
from datetime import datetime

from tidings.model.crawl.visit import FoundUrl
from tidings.model.web.page import UrlRole
from tidings.read.url import canonical, host_of, url_id
from tidings.store.database.session import Reader, Writer
from tidings.store.database.timestamps import from_seconds, to_seconds


def queue_for_node(connection: Writer, node: int, found: Iterable[FoundUrl], now: datetime) -> None:
    """Queue URLs for a node; each once, and again when a feed or news sitemap lists it."""
    connection.executemany(
        "INSERT INTO outbox (url_id, listed, node, posted_at, line) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT DO NOTHING",
        [(url.id, url.listed, node, to_seconds(now), _line(url)) for url in found],
    )


def waiting_by_node(connection: Reader) -> dict[int, tuple[int, datetime]]:
    """Return the number of URLs waiting for each node, and since when."""
    rows = connection.execute(
        "SELECT node, count(*), min(posted_at) FROM outbox WHERE batch IS NULL GROUP BY node "
        "ORDER BY node"
    )
    return {row[0]: (row[1], from_seconds(row[2])) for row in rows}


def make_batch(connection: Writer, node: int, limit: int) -> int:
    """Put the oldest URLs waiting for a node into a batch and return its number."""
    row = connection.execute("SELECT coalesce(max(batch), 0) + 1 FROM outbox").fetchone()
    connection.execute(
        "UPDATE outbox SET batch = ? WHERE (url_id, listed) IN (SELECT url_id, listed FROM outbox "
        "WHERE batch IS NULL AND node = ? ORDER BY posted_at, url_id, listed LIMIT ?)",
        (row[0], node, limit),
    )
    return int(row[0])


def unacknowledged_batches(connection: Reader) -> list[tuple[int, int]]:
    """Return node and number of every batch that its node may not have received."""
    rows = connection.execute(
        "SELECT DISTINCT node, batch FROM outbox WHERE batch IS NOT NULL AND line <> '' "
        "ORDER BY batch, node"
    )
    return [(row[0], row[1]) for row in rows]


def batch_lines(connection: Reader, batch: int) -> list[str]:
    """Return the lines of a batch."""
    rows = connection.execute(
        "SELECT line FROM outbox WHERE batch = ? AND line <> '' ORDER BY url_id, listed", (batch,)
    )
    return [str(row[0]) for row in rows]


def acknowledge_batch(connection: Writer, batch: int) -> None:
    """Mark a batch as received; its lines need not be sent again."""
    connection.execute("UPDATE outbox SET line = '' WHERE batch = ?", (batch,))


def _line(found: FoundUrl) -> str:
    fields = {
        "url": found.url,
        "role": found.role,
        "priority": found.priority,
        "depth": found.depth,
        "parent": found.parent,
        "listed": found.listed,
        "published": to_seconds(found.published),
    }
    return json.dumps(fields, ensure_ascii=False)


def found_url_from(line: str) -> FoundUrl | None:
    """Return the URL in a line, without a site; None if the line is invalid."""
    try:
        fields = json.loads(line)
        url = canonical(fields["url"])
        if url is None:
            return None
        return FoundUrl(
            url,
            host_of(url),
            url_id(url),
            0,
            UrlRole(fields["role"]),
            min(9, max(0, int(fields["priority"]))),
            int(fields["depth"]),
            str(fields["parent"]),
            listed=bool(fields["listed"]),
            published=from_seconds(fields["published"]),
        )
    except (ValueError, TypeError, KeyError, OverflowError, OSError):
        return None
