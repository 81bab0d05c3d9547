"""Refresh rounds: makes pages due outside the schedule."""

from collections.abc import Iterable
from datetime import datetime

from tidings.model.crawl.refresh_policy import RefreshPolicy
from tidings.model.crawl.visit import FoundUrl
from tidings.store.database.session import Writer
from tidings.store.database.timestamps import to_seconds
from tidings.store.tables.frontier.urls import LIVE

_ROUND = {
    RefreshPolicy.OPTIMISED: f"due IS NOT NULL AND {LIVE} AND continues = 0",
    RefreshPolicy.TRADITIONAL: "state = 'done' AND target IS NULL "
    "AND site IN (SELECT id FROM sites WHERE removed_at IS NULL)",
}


def make_round_due(connection: Writer, now: datetime, policy: RefreshPolicy) -> int:
    """Make everything due now that a refresh round visits; return how many.

    That is every live feed, sitemap and index page, without the further pages of a listing, which
    `reopen_further_pages` adds when needed. With the traditional policy it is all that was read.
    """
    cursor = connection.execute(
        f"UPDATE urls SET due = ? WHERE visited_at IS NOT NULL AND {_ROUND[policy]}",  # noqa: S608
        (to_seconds(now),),
    )
    return cursor.rowcount


def reopen_further_pages(
    connection: Writer, found: Iterable[FoundUrl], now: datetime
) -> list[FoundUrl]:
    """Make the further pages of a listing due again; return those that were not."""
    seconds = to_seconds(now)
    return [
        url
        for url in found
        if connection.execute(
            "UPDATE urls SET due = ? WHERE continues <> 0 AND due > ? "
            "AND host_id = (SELECT id FROM hosts WHERE name = ?) AND id = ? "
            "AND state = 'done'",
            (seconds, seconds, url.host, url.id),
        ).rowcount
    ]
