"""How much a query wants the newest: read off the dates of what it finds, not off its words.

A query about now finds articles that are younger than the index as a whole, one about 1989 older
ones. The difference of the two mean ages, on a logarithmic scale, says how strongly recent articles
are to be preferred, and the age of what was found says how quickly the preference fades.
"""

from dataclasses import dataclass

import numpy as np

from tidings.search.rank.vectors import Floats

_DAY = 86_400.0
_PRIOR = 0.2  # what a query wants that says nothing: of two equals a news reader takes the newer
_FULL = np.log(10.0)  # found articles ten times younger than the index: nothing but now is wanted
_DOUBT = 8.0  # so many articles' dates are needed to believe them half
_SHORTEST, _LONGEST = 0.5, 400.0  # days of half-life: a breaking story, a slow debate


@dataclass(frozen=True, slots=True)
class Recency:
    """A preference for the new."""

    strength: float  # from 0, dates do not matter, to 1
    half_life_days: float

    def boosts(self, published: Floats, now: float) -> Floats:
        """Return for each article, dated in seconds, a number from 0 to `strength`."""
        faded: Floats = np.exp2(-_ages(published, now) / self.half_life_days)
        return self.strength * faded


INDIFFERENT = Recency(0.0, 1.0)


def recency_wanted(found: Floats, scores: Floats, everything: Floats, now: float) -> Recency:
    """Return what a query wants, from the dates it found with their scores and those of all."""
    weights = np.clip(scores, 0.0, None)
    if not len(found) or not len(everything) or not (total := weights.sum()):
        return INDIFFERENT
    weights = weights / total
    typical = float(np.log1p(_ages(found, now)) @ weights)
    younger = float(np.log1p(_ages(everything, now)).mean()) - typical
    independent = 1.0 / float(weights @ weights)  # so many articles' worth of evidence
    belief = independent / (independent + _DOUBT)
    strength = float(np.clip(_PRIOR + belief * younger / _FULL, 0.0, 1.0))
    return Recency(strength, float(np.clip(np.expm1(typical), _SHORTEST, _LONGEST)))


def _ages(published: Floats, now: float) -> Floats:
    """In days; what is dated ahead is as new as can be."""
    ages: Floats = np.clip((now - published) / _DAY, 0.0, None)
    return ages
