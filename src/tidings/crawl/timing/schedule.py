"""When a feed, sitemap or index page is visited again, and when a failed page is tried again."""

import math
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from tidings.crawl.timing.rhythm import DAY, HOUR, Rhythm
from tidings.model.crawl.visit import FeedHints
from tidings.settings.tree import CrawlSettings

_MAX_NEW_SHARE = 0.4  # of the list; the rest is a reserve for bursts; see decision 007
_PROMPT_SECONDS = 1500.0  # finding articles sooner gains little, and much later is late anyway


class IntervalBasis(StrEnum):
    """What decided when a live URL is visited again, as shown by `tidings why`."""

    WAITING = "when the articles expected there have waited long enough"
    WINDOW = "before new articles push older ones out of its list"
    SHORTEST = "after the shortest interval"
    LONGEST = "after the longest interval"
    TTL = "not before its ttl or update period has passed"
    CACHE = "not before Cache-Control or Expires lets it"
    SKIPPED = "not in the hours and days that it asks to skip"


@dataclass(frozen=True, slots=True)
class VisitPlan:
    """The seconds until the next visit, and what decided them."""

    interval: float
    basis: IntervalBasis


def next_visit(
    rhythm: Rhythm, now: float, patience: float, listed: int, settings: CrawlSettings
) -> VisitPlan:
    """Plan a visit by the rhythm alone: once articles have waited K article-seconds, in bounds."""
    room = _MAX_NEW_SHARE * listed if listed else math.inf
    patience = source_patience(patience, rhythm.rate(now) / DAY)
    wait, basis = _wait(rhythm, now, patience, room, settings.max_interval)
    if wait < settings.min_interval:
        return VisitPlan(settings.min_interval, IntervalBasis.SHORTEST)
    return VisitPlan(wait, basis)


def source_patience(patience: float, rate: float) -> float:
    """Return the patience for a source with `rate` articles per second.

    With the same patience for all, the fastest sources would get visits every few minutes that
    hardly any reader notices, and the slowest would get visits that still find articles late. The
    further a source's usual interval is from 25 minutes, the more patience it gets; the saved
    visits go to the sources in between.
    """
    usual = math.sqrt(2.0 * patience / rate)
    return patience * max(usual / _PROMPT_SECONDS, _PROMPT_SECONDS / usual)


def _wait(
    rhythm: Rhythm, now: float, patience: float, room: float, longest: float
) -> tuple[float, IntervalBasis]:
    """Return when unseen articles have waited for the patience, or their number fills the room."""
    count = waited = elapsed = 0.0
    for seconds, rate in rhythm.flow(now, now + longest):
        more = count + rate * seconds
        if more >= room or waited + 0.5 * (count + more) * seconds >= patience:
            until_full = (room - count) / rate
            left = patience - waited
            until_patience = 2.0 * left / (count + math.sqrt(count * count + 2.0 * rate * left))
            if until_full < until_patience:
                return elapsed + until_full, IntervalBasis.WINDOW
            return elapsed + until_patience, IntervalBasis.WAITING
        waited += 0.5 * (count + more) * seconds
        count = more
        elapsed += seconds
    return longest, IntervalBasis.LONGEST


def plan_with_hints(
    plan: VisitPlan, hints: FeedHints, fresh: float, now: float, settings: CrawlSettings
) -> VisitPlan:
    """Delay a plan as the source requests; its requests take precedence over our plan.

    `fresh` is how long HTTP declares the response fresh. Neither it nor a ttl delays a visit beyond
    the longest interval; days to skip may, unless all days are skipped.
    """
    for minimum, basis in ((hints.ttl, IntervalBasis.TTL), (fresh, IntervalBasis.CACHE)):
        if plan.interval < min(minimum, settings.max_interval):
            plan = VisitPlan(min(minimum, settings.max_interval), basis)
    skip = _skip_seconds(hints, now + plan.interval)
    return VisitPlan(plan.interval + skip, IntervalBasis.SKIPPED) if skip else plan


def _skip_seconds(hints: FeedHints, due: float) -> float:
    """Return the seconds from `due` to the next hour that is not skipped; 0 if all are."""
    if not hints.skip_hours and not hints.skip_days:
        return 0.0
    first = int(due // HOUR)
    for hour in range(first, first + 7 * 24):
        skipped = hour % 24 in hints.skip_hours or (hour // 24 + 3) % 7 in hints.skip_days
        if not skipped:
            return max(0.0, hour * HOUR - due)
    return 0.0


def retry_delay(attempts: int, settings: CrawlSettings) -> timedelta:
    """Return how long to wait after the given number of failed tries; doubles each time."""
    seconds = settings.retry_seconds * 2.0 ** min(attempts - 1, 16)
    return timedelta(seconds=min(seconds, settings.max_interval))
