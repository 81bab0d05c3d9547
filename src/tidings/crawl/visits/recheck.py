"""The second look at young articles: which are worth one, and what it means. Pure functions.

An article is never fetched again on a timer. This is the sampled exception: a small share of the
requests goes to articles drawn by chance, those first in which an unseen edit is most likely.
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

# Before anything is known of a site one look in ten is thought to find an edit: studies of news
# revisions say one article in ten to one in five is ever changed.
_PRIOR_RECHECKS, _PRIOR_CHANGES = 10.0, 1.0
_MISSING_FACTOR = 8.0  # an article that was missing once is worth so many others
_GONE_FACTOR = 0.1  # one that is gone seldom comes back
_NO_RECHECKS = RecheckCounts()


def change_rate(looks: RecheckCounts) -> float:
    """Return how likely a look at the site finds a change: the mean of a Beta distribution."""
    return (looks.changes + _PRIOR_CHANGES) / (looks.looks + _PRIOR_RECHECKS)


def recheck_value(
    candidate: RecheckCandidate, looks: RecheckCounts, now: datetime, settings: CrawlSettings
) -> float:
    """Return what a look is worth: the edits that may have come since the last one, if young.

    Edits are thought to come at a rate that halves with every half-life of the article's age, and
    the interest in them to fade alike.
    """
    age = (now - candidate.first_seen).total_seconds()
    rested = (now - candidate.looked_at).total_seconds()
    if rested < settings.recheck_min_age or age > settings.recheck_max_age:
        return 0.0
    fading = _halved(age, settings)
    unseen = _halved(max(0.0, age - rested), settings) - fading
    value = max(0.0, unseen) * fading * change_rate(looks)
    value *= _MISSING_FACTOR if candidate.is_missing else 1.0
    return value * (_GONE_FACTOR if candidate.is_gone else 1.0)


def _halved(seconds: float, settings: CrawlSettings) -> float:
    return exp(-seconds * log(2.0) / settings.recheck_half_life)


def drawn_ranks(total: int, count: int, chance: Random) -> dict[int, float]:
    """Return ranks from 1 (the newest) to `total`, each with what its rarity makes it count for.

    All if there are few; otherwise about `count`, the newest more often, at even chances for every
    power of ten: so millions of old articles cost nothing, and a busy day is still seen whole.
    """
    if total <= count:
        return dict.fromkeys(range(1, total + 1), 1.0)
    ranks = {int(exp(chance.random() * log(total + 1))) for _ in range(count)}
    return {rank: float(rank) for rank in sorted(ranks)}


def drawn_candidates(
    candidates: Iterable[tuple[RecheckCandidate, float]],
    count: int,
    sites: Mapping[int, RecheckCounts],
    now: datetime,
    settings: CrawlSettings,
    chance: Random,
) -> list[RecheckCandidate]:
    """Draw candidates without replacement, each by its worth times what it counts for."""
    keys: list[tuple[float, int, RecheckCandidate]] = []
    for place, (candidate, counts) in enumerate(candidates):
        value = counts * recheck_value(
            candidate, sites.get(candidate.site, _NO_RECHECKS), now, settings
        )
        if value > 0.0:
            # Efraimidis and Spirakis 2006: the largest of these are a weighted sample.
            keys.append((log(1.0 - chance.random()) / value, place, candidate))
    return [candidate for _, _, candidate in sorted(keys, reverse=True)[:count]]


def affordable_rechecks(credit: float, waiting: int) -> int:
    """Return how many looks may be planned; each may need a second one to confirm a loss."""
    return max(0, int(credit / 2.0) - waiting)


@dataclass(frozen=True, slots=True)
class RecheckOutcome:
    """What a look means for its URL and its article."""

    standing: UrlState
    is_deleted: bool = False  # it gets a tombstone now
    is_back: bool = False  # whatever tombstone it has is lifted
    again_at: datetime | None = None  # to confirm a loss


def after_recheck(
    visit: Visit, known: UrlState, look: Recheck, settings: CrawlSettings
) -> RecheckOutcome:
    """Place an article's URL after a second look; nothing that we keep is lost by it."""
    rest = replace(known, state=FrontierState.DONE, status=look.status, due=None, attempts=0)
    match look.finding:
        case RecheckResult.SAME:
            same = replace(rest, reason=Reason.NOT_MODIFIED, detail=look.detail)
            return RecheckOutcome(same, is_back=True)
        case RecheckResult.EDITED:
            edited = replace(rest, reason=Reason.REVISED, detail=look.detail)
            return RecheckOutcome(edited, is_back=True)
        case RecheckResult.UNANSWERED:
            return RecheckOutcome(replace(rest, reason=known.reason, detail=known.detail))
    return _after_loss(visit, rest, look, settings)


def _after_loss(
    visit: Visit, rest: UrlState, look: Recheck, settings: CrawlSettings
) -> RecheckOutcome:
    """Believe in a deletion if the server says so outright, or at the second look."""
    gone = replace(rest, reason=Reason.WITHDRAWN, detail=look.detail)
    if rest.reason is Reason.WITHDRAWN:
        return RecheckOutcome(gone)
    pause = timedelta(seconds=settings.recheck_confirm)
    last = visit.visited_at
    is_confirmed = rest.reason is Reason.MISSING and last is not None and look.at - last >= pause
    if look.finding is RecheckResult.GONE or is_confirmed:
        return RecheckOutcome(gone, is_deleted=True)
    missing = replace(rest, reason=Reason.MISSING, detail=look.detail)
    return RecheckOutcome(missing, again_at=look.at + pause)
