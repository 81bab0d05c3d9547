"""The score of the model `news`: relevance times factors, each of which can be explained."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from tidings.model.search.results import ScoreFactor
from tidings.search.rank.recency import Recency
from tidings.search.rank.vectors import Floats
from tidings.settings.tree import BlendWeights


@dataclass(frozen=True, slots=True, eq=False)
class HitEvidence:
    """What is known about the candidates besides relevance; from 0 to 1, except for dates."""

    published: Floats  # seconds since 1970; minus infinity if undated
    links: Floats
    title: Floats  # the share of the query's words in the title, by weight
    proximity: Floats  # how close together the query's words are


@dataclass(frozen=True, slots=True, eq=False)
class Blend:
    """The candidates' final scores and the factors behind them."""

    scores: Floats
    factors: Mapping[str, Floats]
    recency: Recency

    def explained(self, row: int) -> tuple[ScoreFactor, ...]:
        """Return the factors of one candidate."""
        details = {
            "recency": f"strength {self.recency.strength:.2f}, "
            f"half-life {self.recency.half_life_days:.3g} days"
        }
        return tuple(
            ScoreFactor(name, float(values[row]), details.get(name, ""))
            for name, values in self.factors.items()
        )


def blended(
    relevance: Floats, evidence: HitEvidence, recency: Recency, weights: BlendWeights, now: float
) -> Blend:
    """Return the relevance times a factor of at least 1 for each kind of evidence."""
    factors = {
        "recency": 1.0 + weights.recency * recency.boosts(evidence.published, now),
        "links": 1.0 + weights.links * evidence.links,
        "title": 1.0 + weights.title * evidence.title,
        "proximity": 1.0 + weights.proximity * evidence.proximity,
    }
    scores = relevance * np.prod(list(factors.values()), axis=0)
    return Blend(scores, factors, recency)
