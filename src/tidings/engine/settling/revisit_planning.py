"""Revisit planning: learns from each visit to a live URL and plans the next one.

What is learned is stored in the transaction that settles the visit, so that neither is ever stored
without the other. Runs in the writer's thread.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tidings.crawl.links.admission import LINKED
from tidings.crawl.timing.http_freshness import fresh_seconds
from tidings.crawl.timing.rhythm import DAY, Rhythm
from tidings.crawl.timing.schedule import next_visit, plan_with_hints
from tidings.crawl.visits.visit_outcome import is_revisited
from tidings.engine.reading.reading_task import Reading
from tidings.engine.state.fetch_budget import FetchBudget
from tidings.model.crawl.refresh_policy import RefreshPolicy
from tidings.model.crawl.visit import NO_FEED_HINTS, FoundUrl, Visit
from tidings.model.web.exchange import Response
from tidings.model.web.page import PageKind, UrlRole
from tidings.settings.tree import CrawlSettings
from tidings.store.database.session import Writer
from tidings.store.tables.sources.rhythms import (
    RhythmRow,
    forget_rhythm,
    keep_rhythm,
    rhythm_row_of,
)

_NEW = RhythmRow(b"", 0, NO_FEED_HINTS, "")


class RevisitPlanner:
    """Plans when live URLs are visited again."""

    def __init__(self, settings: CrawlSettings, budget: FetchBudget) -> None:
        self._settings = settings
        self._budget = budget

    def seconds_until_next(
        self,
        connection: Writer,
        visit: Visit,
        response: Response,
        reading: Reading | None = None,
        new: Sequence[FoundUrl] = (),
    ) -> float | None:
        """Learn from a visit; return the seconds until the next one, or None for never.

        Without a reading, the page or list is unchanged.
        """
        if not is_revisited(visit, visit.kind, self._settings):
            if visit.visited_at is not None:
                forget_rhythm(connection, visit.id)
            return None
        if self._settings.policy is RefreshPolicy.TRADITIONAL and visit.kind is PageKind.ARTICLE:
            return self._settings.max_interval  # there is no rhythm to learn
        if self._settings.policy is RefreshPolicy.OPTIMISED and visit.continues:
            return self._settings.further_pages_days * DAY
        row = rhythm_row_of(connection, visit.id) or _NEW
        rhythm = Rhythm.unpacked(row.rhythm) if row.rhythm else Rhythm()
        now = response.at.timestamp()
        row = _learn(rhythm, row, visit, reading, new, now)
        return self._plan(connection, visit, response, rhythm, row)

    def _plan(
        self,
        connection: Writer,
        visit: Visit,
        response: Response,
        rhythm: Rhythm,
        row: RhythmRow,
    ) -> float:
        """Plan the next visit and store what the plan is based on."""
        patience, now = self._budget.patience(connection), response.at.timestamp()
        plan = next_visit(rhythm, now, patience, row.listed, self._settings)
        plan = plan_with_hints(plan, row.hints, fresh_seconds(response), now, self._settings)
        keep_rhythm(connection, visit.id, replace(row, rhythm=rhythm.packed(), basis=plan.basis))
        self._budget.note(connection, plan.interval, now)
        return plan.interval


def _learn(
    rhythm: Rhythm,
    row: RhythmRow,
    visit: Visit,
    reading: Reading | None,
    new: Sequence[FoundUrl],
    now: float,
) -> RhythmRow:
    """Update a rhythm with the result of a visit; return the updated row."""
    if reading is None:
        rhythm.learn((), now, row.listed)
        return row
    whole = _items(visit, reading.found)
    items = _items(visit, new) if rhythm.seen_until else whole
    rhythm.learn([_seconds(item.published) for item in items], now, len(whole))
    return replace(row, listed=len(whole), hints=reading.hints)


def _items(visit: Visit, found: Sequence[FoundUrl]) -> list[FoundUrl]:
    """Return what counts as news: entries of a list, children of a sitemap, likely articles."""
    own = [item for item in found if item.dropped is None and item.site == visit.site]
    if visit.role is UrlRole.SITEMAP:
        return own
    return [
        item
        for item in own
        if item.role is UrlRole.PAGE and item.priority <= LINKED and not item.continues
    ]


def _seconds(moment: datetime | None) -> float | None:
    return None if moment is None else moment.timestamp()
