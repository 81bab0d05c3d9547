"""Queries for what is left of each site: URLs that wait, and shapes that are closed."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from tidings.model.web.reason import Reason
from tidings.store.database.session import Reader
from tidings.store.database.statements import marks
from tidings.store.database.timestamps import from_seconds

_MOST_COUNTED = 200_000  # waiting URLs; counting more would take seconds
_HELD_BACK = (Reason.TRAP_SHAPE, Reason.TRAP_SITE)


@dataclass(frozen=True, slots=True)
class WaitingUrls:
    """How many URLs of a site wait for one reason, and when the first is due."""

    site: int
    reason: Reason
    count: int
    due: datetime


def waiting_urls(connection: Reader) -> list[WaitingUrls]:
    """Return what waits for a first or another visit, by site and reason, most first."""
    rows = connection.execute(
        "SELECT site, reason, count(*), min(due) FROM "
        "(SELECT site, reason, due FROM urls WHERE due IS NOT NULL AND state = 'queued' LIMIT ?) "
        "AS queued GROUP BY site, reason ORDER BY count(*) DESC, reason, site",
        (_MOST_COUNTED,),
    )
    return [WaitingUrls(row[0], Reason(row[1]), row[2], from_seconds(row[3])) for row in rows]


def held_back_counts(connection: Reader) -> dict[int, int]:
    """Return by site how many URLs were dropped because others like them brought nothing."""
    rows = connection.execute(
        "SELECT site, sum(count) FROM drops "  # noqa: S608 - constant text
        f"WHERE reason IN ({marks(len(_HELD_BACK))}) GROUP BY site ORDER BY site",
        _HELD_BACK,
    )
    return {row[0]: int(row[1]) for row in rows}


def closed_shapes(connection: Reader, sites: Collection[int]) -> dict[int, list[str]]:
    """Return the shapes of some sites whose visits brought too little, most visited first."""
    found: dict[int, list[str]] = {}
    for site in sites:
        rows = connection.execute(
            "SELECT shape FROM shapes WHERE site = ? AND credit <= 0 "
            "ORDER BY visits DESC, shape LIMIT 100",
            (site,),
        )
        found[site] = [row[0] for row in rows]
    return found
