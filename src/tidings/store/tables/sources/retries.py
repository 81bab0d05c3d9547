"""Making due at once what has failed: at a person's request, or because a setting has changed."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from tidings.model.web.reason import ABSENT, CURABLE, Reason
from tidings.read.url import host_of, url_id
from tidings.store.database.session import Writer
from tidings.store.database.statements import marks, upsert
from tidings.store.database.timestamps import to_seconds

_TROUBLED = "state IN ('failed', 'refused', 'resting', 'quarantined')"
_RETRIED = "(state = 'queued' AND attempts > 0)"  # it waits for its next chance
_LISTS = "(role <> 'page' OR kind = 'index')"
_RECENT = timedelta(days=14)  # older pages are no news any more
# As if for the first time.
_UNREAD = "state = 'queued', reason = ?, detail = '', due = ?, attempts = 0, target = NULL"
# Otherwise the next failure would be one too many.
_FORGET_FAILURES = (
    "UPDATE lists SET strikes = 0, failing_since = NULL WHERE failing_since IS NOT NULL"
)
_MARK = "fetch_settings"
_SET_MARK = upsert("node_counts", "node, name", "value")
_CURABLE = tuple(sorted(CURABLE))
_ABSENT = tuple(sorted(ABSENT | {Reason.DEAD}))


def make_troubled_due(connection: Writer, site: int, now: datetime) -> int:
    """Make a source's start page, its failing or resting lists and its quarantined URLs due.

    So is every page that failed for a reason that may have gone. They are read as if for the first
    time. Returns their number.
    """
    of_site = "host_id IN (SELECT host_id FROM site_hosts WHERE site = ?) AND site = ?"
    by_id, curable = connection.dialect.with_index("urls_id"), marks(len(_CURABLE))
    troubled = connection.execute(
        f"UPDATE urls {by_id} SET {_UNREAD}, etag = NULL, last_modified = NULL, "  # noqa: S608
        f"body_hash = NULL WHERE {of_site} AND ({_TROUBLED} OR {_RETRIED}) "
        f"AND (depth = 0 OR state = 'quarantined' OR {_LISTS} OR reason IN ({curable}))",
        (Reason.WAITING, to_seconds(now), site, site, *_CURABLE),
    ).rowcount
    start = connection.execute(
        f"UPDATE urls {by_id} SET due = ? WHERE {of_site} AND depth = 0 "  # noqa: S608
        "AND state IN ('queued', 'done', 'dropped') AND (due > ? OR (due IS NULL "
        "AND target IS NULL AND state <> 'dropped'))",
        (to_seconds(now), site, site, to_seconds(now)),
    ).rowcount
    connection.execute(f"{_FORGET_FAILURES} AND site = ?", (site,))
    return troubled + start


def make_starts_due(connection: Writer, urls: Iterable[str], now: datetime) -> set[str]:
    """Make start pages due that wait for their next visit; return the hosts of those that fail."""
    seconds = to_seconds(now)
    failing = set()
    for url in urls:
        row = connection.execute(
            "UPDATE urls SET due = ? WHERE host_id = (SELECT id FROM hosts WHERE name = ?) "
            "AND id = ? AND depth = 0 AND target IS NULL AND due >= ? "
            "AND (state <> 'resting' OR reason = ?) RETURNING attempts",
            (seconds, host_of(url), url_id(url), seconds, Reason.DEAD),
        ).fetchone()
        if row is not None and row["attempts"] > 0:
            failing.add(host_of(url))
    return failing


def has_new_mark(connection: Writer, node: int, mark: int) -> bool:
    """Store the mark of a node's settings; return whether it differs from the last one."""
    row = connection.execute(
        "SELECT value FROM node_counts WHERE node = ? AND name = ?", (node, _MARK)
    ).fetchone()
    connection.execute(_SET_MARK, (node, _MARK, mark))
    return row is None or row[0] != mark


def make_curable_due(connection: Writer, now: datetime) -> int:
    """Make due what failed for a reason that other settings or a newer version may cure.

    That is every start page and list that fails, and pages that failed lately. Their count of
    failures stays: if nothing is cured, they wait as long as before. Returns their number.
    """
    seconds, absent, curable = to_seconds(now), marks(len(_ABSENT)), marks(len(_CURABLE))
    connection.execute(_FORGET_FAILURES)
    return connection.execute(
        "UPDATE urls SET due = ?, state = 'queued' WHERE visited_at IS NOT NULL "  # noqa: S608
        f"AND ({_TROUBLED} OR {_RETRIED}) AND (due IS NULL OR due > ?) "
        f"AND ((depth = 0 AND reason IN ({absent})) OR (role <> 'page' AND reason = ?) "
        f"OR ((depth = 0 OR role <> 'page' OR visited_at > ?) AND reason IN ({curable}))) "
        "AND site IN (SELECT id FROM sites WHERE removed_at IS NULL)",
        (seconds, seconds, *_ABSENT, Reason.DEAD, to_seconds(now - _RECENT), *_CURABLE),
    ).rowcount
