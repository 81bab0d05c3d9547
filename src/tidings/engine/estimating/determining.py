"""How well an attribute tells how long a record takes: TETEA's Determine, and what it overlooks."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from tidings.model.jobs.job_analysis import Strength
from tidings.model.jobs.record_times import RecordTimes

Categories = Mapping[int, RecordTimes]


@dataclass(frozen=True, slots=True)
class Spread:
    """The variance of times: between the categories of an attribute, and inside them."""

    between: float
    inside: float

    @property
    def trust(self) -> float:
        """The number of records at which a category's mean counts as much as the mean of all.

        This is the constant of credibility theory (Bühlmann 1967): it makes the squared error of
        the estimate smallest. Infinite if the categories do not differ beyond chance.
        """
        return self.inside / self.between if self.between > 0.0 else math.inf


def determine(categories: Categories) -> float:
    """Return sqrt(Σ (mean of a category − mean of these means)² / categories)."""
    means = [times.mean for times in categories.values()]
    middle = math.fsum(means) / len(means)
    return math.sqrt(math.fsum((mean - middle) ** 2 for mean in means) / len(means))


def total(categories: Categories) -> RecordTimes:
    """Return the times of all records together."""
    return sum(categories.values(), RecordTimes(0, 0.0, 0.0))


def spread(categories: Categories) -> Spread:
    """Return how much of the variance is between categories, and how much inside them.

    Means of few records differ by chance: an attribute whose every value is new, such as a URL, has
    the largest Determine of all and predicts nothing. So the variance inside categories, divided by
    their numbers of records, is taken off (analysis of variance with unequal groups).
    """
    everything, groups = total(categories), len(categories)
    records = everything.records
    if groups < 2 or records == groups:  # no category tells what chance does
        return Spread(0.0, everything.deviations / records)
    inside = math.fsum(times.deviations for times in categories.values()) / (records - groups)
    among = math.fsum(
        times.records * (times.mean - everything.mean) ** 2 for times in categories.values()
    ) / (groups - 1)
    size = (records - sum(times.records**2 for times in categories.values()) / records) / (
        groups - 1
    )
    return Spread(max((among - inside) / size, 0.0), inside)


def explained(categories: Categories) -> float:
    """Return the variance of times that is known of a record by the others of its category.

    It is what categories take off the variance of all records, as far as a shrunk mean of the other
    records tells it: nothing for a record that is alone. Unlike Determine, a rare category counts
    as rarely as it occurs.
    """
    everything, found = total(categories), spread(categories)
    if not found.between:
        return 0.0
    variance = everything.deviations / (everything.records - 1)
    others = math.fsum(
        times.records * (times.records - 1) / (times.records - 1 + found.trust)
        for times in categories.values()
        if times.records > 1
    )
    return max(variance - found.inside, 0.0) * others / everything.records


def strength(attribute: str, categories: Categories) -> Strength:
    """Return how well an attribute tells how long a record takes."""
    return Strength(
        attribute,
        determine(categories),
        math.sqrt(explained(categories)),
        len(categories),
        total(categories).records,
    )
