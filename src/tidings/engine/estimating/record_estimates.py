"""What records will probably cost, judged by the attributes that tell most (TETEA)."""

import json
import math
from bisect import bisect
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Final

from tidings.engine.estimating.categories import category_of, fine_category, folded
from tidings.engine.estimating.determining import Categories, spread, strength, total
from tidings.model.jobs.job_analysis import Strength
from tidings.model.jobs.record_times import Attributes, TimeHistory

# No record costs less than this share of the mean: handing it over and committing it cost, too.
_LEAST = 0.01


@dataclass(frozen=True, slots=True)
class Method:
    """How estimates are made of a history; the settings `jobs.*` say it."""

    attributes: int = 1  # the best ones, whose estimates are averaged
    categories: int = 16_384  # of each attribute
    shrinkage: bool = True  # false: as the thesis has it, however few records there are


@dataclass(frozen=True, slots=True)
class AttributeEstimates:
    """The seconds of a record by the category of one attribute."""

    attribute: str
    count: int  # of categories, of which not all are known
    seconds: Mapping[int, float]
    otherwise: float  # of a record whose category is not known

    def of(self, attributes: Attributes) -> float:
        """Return the estimate for a record; numbers of no known range count as the nearest ones."""
        value = attributes.get(self.attribute)
        if value is None:
            return self.otherwise
        category = category_of(fine_category(value), self.count)
        found = self.seconds.get(category)
        if found is None and category < 0:
            return self._nearest(category)
        return self.otherwise if found is None else found

    def _nearest(self, category: int) -> float:
        ranges = sorted(each for each in self.seconds if each < 0)
        at = bisect(ranges, category)
        near = min(
            ranges[max(at - 1, 0) : at + 1], key=lambda each: abs(each - category), default=None
        )
        return self.otherwise if near is None else self.seconds[near]


@dataclass(frozen=True, slots=True)
class RecordEstimates:
    """What records of a job will probably cost. Without a history, each costs the same."""

    part_seconds: float  # of work in a part that is cut by these estimates
    each: float  # seconds of a record about which nothing is known
    chosen: tuple[AttributeEstimates, ...] = ()
    strengths: tuple[Strength, ...] = ()  # of all attributes, the best one first

    @property
    def is_learned(self) -> bool:
        """Whether there is a history."""
        return bool(self.strengths)

    def estimate(self, attributes: Attributes) -> float:
        """Return the seconds that a record will probably take."""
        if not self.chosen:
            return self.each
        found = math.fsum(each.of(attributes) for each in self.chosen) / len(self.chosen)
        return max(found, self.each * _LEAST)

    def to_json(self) -> str:
        """Return it as text."""
        return json.dumps(asdict(self), separators=(",", ":"))


NOT_PLANNED: Final = RecordEstimates(2.0, 0.04)  # of a job before `planned` gave it its own


def estimates_by_number(seconds: float, number: int) -> RecordEstimates:
    """Return estimates by which `number` records make a part of some seconds."""
    return RecordEstimates(seconds, seconds / number)


def estimates_from_json(text: str) -> RecordEstimates:
    """Return the estimates that a text stands for."""
    stored = json.loads(text)
    chosen = tuple(
        AttributeEstimates(
            each["attribute"],
            each["count"],
            {int(category): seconds for category, seconds in each["seconds"].items()},
            each["otherwise"],
        )
        for each in stored["chosen"]
    )
    strengths = tuple(Strength(**each) for each in stored["strengths"])
    return RecordEstimates(stored["part_seconds"], stored["each"], chosen, strengths)


def learned_estimates(
    history: TimeHistory, method: Method, part_seconds: float = 2.0
) -> RecordEstimates | None:
    """Return what a history tells about records; None if it has none."""
    by_attribute = {
        attribute: folded(categories, method.categories)
        for attribute, categories in history.items()
    }
    if not by_attribute:
        return None
    strengths = [strength(name, categories) for name, categories in by_attribute.items()]
    strengths.sort(key=lambda each: (-_worth(each, method), each.attribute))
    make = _shrunk if method.shrinkage else _plain
    return RecordEstimates(
        part_seconds,
        total(by_attribute[strengths[0].attribute]).mean,
        tuple(
            make(each.attribute, by_attribute[each.attribute], method)
            for each in _best(strengths, method)
        ),
        tuple(strengths),
    )


def _worth(each: Strength, method: Method) -> float:
    return each.explained if method.shrinkage else each.determine


def _best(strengths: Sequence[Strength], method: Method) -> Sequence[Strength]:
    """Return the attributes that are used: of those that tell nothing, none."""
    return [each for each in strengths[: method.attributes] if _worth(each, method) > 0.0]


def _plain(attribute: str, categories: Categories, method: Method) -> AttributeEstimates:
    """Return the means of the categories, as the thesis has them."""
    means = {category: times.mean for category, times in categories.items()}
    return AttributeEstimates(attribute, method.categories, means, total(categories).mean)


def _shrunk(attribute: str, categories: Categories, method: Method) -> AttributeEstimates:
    """Return the means, moved towards what a category has on average as far as chance goes."""
    trust = spread(categories).trust
    weights = {
        category: times.records / (times.records + trust) for category, times in categories.items()
    }
    middle = math.fsum(
        weights[category] * times.mean for category, times in categories.items()
    ) / math.fsum(weights.values())
    seconds = {
        category: middle + weights[category] * (times.mean - middle)
        for category, times in categories.items()
    }
    return AttributeEstimates(attribute, method.categories, seconds, middle)
