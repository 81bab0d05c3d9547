"""How much a query prefers new articles, estimated from the dates of its hits, not from its words.

A query about the present finds articles younger than the index as a whole; one about 1989 finds
older ones. The difference of the two mean ages, on a logarithmic scale, gives the strength of the
preference. The age of the hits gives how quickly it fades.
"""

from dataclasses import dataclass

import numpy as np

from tidings.search.rank.vectors import Floats

_DAY = 86_400.0
_PRIOR = 0.2  # without evidence: of two equal articles a news reader takes the newer
_FULL = np.log(10.0)  # hits ten times younger than the index: only new articles are wanted
_DOUBT = 8.0  # articles whose dates are half believed
_SHORTEST, _LONGEST = 0.5, 400.0  # days of half-life: a breaking story, a slow debate


@dataclass(frozen=True, slots=True)
class Recency:
    """A preference for new articles."""

    strength: float  # from 0 (dates do not matter) to 1
    half_life_days: float

    def boosts(self, published: Floats, now: float) -> Floats:
        """Return a number from 0 to `strength` for each article, by its date in seconds."""
        faded: Floats = np.exp2(-_ages(published, now) / self.half_life_days)
        return self.strength * faded


INDIFFERENT = Recency(0.0, 1.0)


def recency_wanted(found: Floats, scores: Floats, everything: Floats, now: float) -> Recency:
    """Return the preference of a query, from its hits' dates and scores and all dates."""
    weights = np.clip(scores, 0.0, None)
    if not len(found) or not len(everything) or not (total := weights.sum()):
        return INDIFFERENT
    weights = weights / total
    typical = float(np.log1p(_ages(found, now)) @ weights)
    younger = float(np.log1p(_ages(everything, now)).mean()) - typical
    independent = 1.0 / float(weights @ weights)  # the effective number of articles
    belief = independent / (independent + _DOUBT)
    strength = float(np.clip(_PRIOR + belief * younger / _FULL, 0.0, 1.0))
    return Recency(strength, float(np.clip(np.expm1(typical), _SHORTEST, _LONGEST)))


def _ages(published: Floats, now: float) -> Floats:
    """Ages in days; a date in the future counts as now."""
    ages: Floats = np.clip((now - published) / _DAY, 0.0, None)
    return ages
