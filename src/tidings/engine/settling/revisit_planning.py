"""Revisit planning: learns from each visit to a live URL and plans the next one."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from tidings.crawl.links.admission import LINKED
from tidings.crawl.timing.http_freshness import fresh_seconds
from tidings.crawl.timing.rhythm import DAY, Rhythm
from tidings.crawl.timing.schedule import next_visit, plan_with_hints
from tidings.crawl.visits.visit_outcome import is_revisited
from tidings.engine.reading.reading_task import Reading
from tidings.engine.settling.changes import Change, ForgetRhythm, KeepRhythm
from tidings.engine.settling.known import Known
from tidings.model.crawl.refresh_policy import RefreshPolicy
from tidings.model.crawl.visit import NO_FEED_HINTS, FoundUrl, Visit
from tidings.model.web.exchange import Response
from tidings.model.web.page import PageKind, UrlRole
from tidings.settings.tree import CrawlSettings
from tidings.store.tables.sources.rhythms import RhythmRow

_NEW = RhythmRow(b"", 0, NO_FEED_HINTS, "")


def decide_revisit(
    visit: Visit,
    response: Response,
    known: Known,
    settings: CrawlSettings,
    reading: Reading | None = None,
    new: Sequence[FoundUrl] = (),
) -> tuple[float | None, list[Change]]:
    """Learn from a visit; return the seconds until the next one, or None for never.

    Without a reading, the page or list is unchanged.
    """
    if not is_revisited(visit, visit.kind, settings):
        return None, [ForgetRhythm(visit.id)] if visit.visited_at is not None else []
    if settings.policy is RefreshPolicy.TRADITIONAL and visit.kind is PageKind.ARTICLE:
        return settings.max_interval, []  # there is no rhythm to learn
    if settings.policy is RefreshPolicy.OPTIMISED and visit.continues:
        return settings.further_pages_days * DAY, []
    row = known.rhythm(visit.id) or _NEW
    rhythm = Rhythm.unpacked(row.rhythm) if row.rhythm else Rhythm()
    now = response.at.timestamp()
    row = _learn(rhythm, row, visit, reading, new, now)
    plan = next_visit(rhythm, now, known.patience(), row.listed, settings)
    plan = plan_with_hints(plan, row.hints, fresh_seconds(response), now, settings)
    row = replace(row, rhythm=rhythm.packed(), basis=plan.basis)
    return plan.interval, [KeepRhythm(visit.id, row, plan.interval, now)]


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
