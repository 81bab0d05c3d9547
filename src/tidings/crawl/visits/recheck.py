"""Re-checks of young articles: which are worth one, and what the result means. Pure functions.

An article is never fetched again on a timer. Re-checks are the sampled exception: a small share of
the requests goes to a random sample of articles, weighted by how likely an unseen edit is.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from math import exp, log
from random import Random

from tidings.model.crawl.recheck import Recheck, RecheckCandidate, RecheckCounts, RecheckResult
from tidings.model.crawl.visit import UrlState, Visit
from tidings.model.web.page import FrontierState
from tidings.model.web.reason import Reason
from tidings.settings.tree import CrawlSettings

# The prior for a new site: one re-check in ten finds an edit. Studies of news revisions say that
# one article in ten to one in five is ever changed.
_PRIOR_RECHECKS, _PRIOR_CHANGES = 10.0, 1.0
_MISSING_FACTOR = 8.0  # a loss has to be confirmed
_GONE_FACTOR = 0.1  # a deleted article seldom comes back
_NO_RECHECKS = RecheckCounts()


def change_rate(site: RecheckCounts) -> float:
    """Return how likely a re-check at the site finds a change: the mean of a Beta distribution."""
    return (site.changes + _PRIOR_CHANGES) / (site.rechecks + _PRIOR_RECHECKS)


def recheck_value(
    candidate: RecheckCandidate, site: RecheckCounts, now: datetime, settings: CrawlSettings
) -> float:
    """Return the value of a re-check: the edits expected since the last visit, while young.

    The model: the rate of edits halves with every half-life of the article's age, and so does the
    interest in them.
    """
    age = (now - candidate.first_seen).total_seconds()
    since_visit = (now - candidate.visited_at).total_seconds()
    if since_visit < settings.recheck_min_age or age > settings.recheck_max_age:
        return 0.0
    interest = _fading(age, settings)
    unseen = _fading(max(0.0, age - since_visit), settings) - interest
    value = max(0.0, unseen) * interest * change_rate(site)
    value *= _MISSING_FACTOR if candidate.is_missing else 1.0
    return value * (_GONE_FACTOR if candidate.is_gone else 1.0)


def _fading(seconds: float, settings: CrawlSettings) -> float:
    return exp(-seconds * log(2.0) / settings.recheck_half_life)


def drawn_ranks(total: int, count: int, random: Random) -> dict[int, float]:
    """Draw ranks from 1 (the newest) to `total`, each with its weight (inverse probability).

    All ranks if there are few; otherwise about `count`, evenly over the powers of ten, so newer
    ones more often. Millions of old articles cost nothing, and a busy day is still covered.
    """
    if total <= count:
        return dict.fromkeys(range(1, total + 1), 1.0)
    ranks = {int(exp(random.random() * log(total + 1))) for _ in range(count)}
    return {rank: float(rank) for rank in sorted(ranks)}


def drawn_candidates(
    candidates: Iterable[tuple[RecheckCandidate, float]],
    count: int,
    sites: Mapping[int, RecheckCounts],
    now: datetime,
    settings: CrawlSettings,
    random: Random,
) -> list[RecheckCandidate]:
    """Draw candidates without replacement, by their value times their weight."""
    keys: list[tuple[float, int, RecheckCandidate]] = []
    for place, (candidate, weight) in enumerate(candidates):
        value = weight * recheck_value(
            candidate, sites.get(candidate.site, _NO_RECHECKS), now, settings
        )
        if value > 0.0:
            # Efraimidis and Spirakis 2006: the largest of these keys are a weighted sample.
            keys.append((log(1.0 - random.random()) / value, place, candidate))
    return [candidate for _, _, candidate in sorted(keys, reverse=True)[:count]]


def affordable_rechecks(credit: float, waiting: int) -> int:
    """Return how many re-checks may be planned; each may need another to confirm a loss."""
    return max(0, int(credit / 2.0) - waiting)


@dataclass(frozen=True, slots=True)
class RecheckOutcome:
    """What a re-check means for its URL and its article."""

    state: UrlState
    is_deleted: bool = False  # the article gets a tombstone now
    is_back: bool = False  # its tombstone, if any, is removed
    confirm_at: datetime | None = None  # when to confirm a loss


def after_recheck(
    visit: Visit, known: UrlState, recheck: Recheck, settings: CrawlSettings
) -> RecheckOutcome:
    """Return the outcome of a re-check; a stored article is never lost by it."""
    unchanged = replace(
        known, state=FrontierState.DONE, status=recheck.status, due=None, attempts=0
    )
    match recheck.result:
        case RecheckResult.SAME:
            same = replace(unchanged, reason=Reason.NOT_MODIFIED, detail=recheck.detail)
            return RecheckOutcome(same, is_back=True)
        case RecheckResult.EDITED:
            edited = replace(unchanged, reason=Reason.REVISED, detail=recheck.detail)
            return RecheckOutcome(edited, is_back=True)
        case RecheckResult.UNANSWERED:
            return RecheckOutcome(replace(unchanged, reason=known.reason, detail=known.detail))
    return _after_loss(visit, unchanged, recheck, settings)


def _after_loss(
    visit: Visit, unchanged: UrlState, recheck: Recheck, settings: CrawlSettings
) -> RecheckOutcome:
    """Accept a deletion if the server states it (410), or if a second re-check confirms it."""
    gone = replace(unchanged, reason=Reason.WITHDRAWN, detail=recheck.detail)
    if unchanged.reason is Reason.WITHDRAWN:
        return RecheckOutcome(gone)
    pause = timedelta(seconds=settings.recheck_confirm)
    last = visit.visited_at
    is_confirmed = (
        unchanged.reason is Reason.MISSING and last is not None and recheck.at - last >= pause
    )
    if recheck.result is RecheckResult.GONE or is_confirmed:
        return RecheckOutcome(gone, is_deleted=True)
    missing = replace(unchanged, reason=Reason.MISSING, detail=recheck.detail)
    return RecheckOutcome(missing, confirm_at=recheck.at + pause)
