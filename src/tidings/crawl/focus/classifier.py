"""A classifier that learns as it goes: naive Bayes on hashed features, with calibrated scores.

Small on purpose: it starts from nothing, learns from every example once, and is as large after a
million of them as after ten. Counts rather than weights, because the first ten examples must
already help, and because nobody labels anything here: most examples are only probably what they
are taken for, which counts forgive more easily than the weights of a regression do.
It knows numbers only; what a feature means is for whoever hashes it.
"""

import math
from array import array
from dataclasses import dataclass, field
from zlib import crc32

Features = tuple[tuple[int, float], ...]  # (bucket, value)

_UNIT = 16  # counts are in sixteenths of an example, so that whole numbers can be half sure
_FADE = 2_048  # examples before all counts are halved: what was learned long ago is forgotten
MAX_COUNT = _FADE * _UNIT  # no count is ever larger
_PRIOR = 1.0  # examples that each bucket is taken to have seen in the classes' own proportion
_ENOUGH = 5.0  # examples of either class before a score means anything
_MEMORY = 200.0  # examples that the averages of scores reach back
_SPREAD = 0.05  # added to the variance of scores: a few examples happen to agree
_SUREST = 5.0  # the largest logit: nothing learned here is surer than that


def bucket(name: str, buckets: int) -> int:
    """Return the bucket of a feature; the same on every machine and in every run."""
    return crc32(name.encode("utf-8", "replace")) % buckets


def probability_of(logit: float) -> float:
    """Return the probability that a logit stands for."""
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))


@dataclass(slots=True)
class ScoreStatistics:
    """How the scores of one class fell: a running mean and variance."""

    count: int = 0
    mean: float = 0.0
    variance: float = 0.0

    def note(self, score: float) -> None:
        """Take in the score that an example had before it was learned from."""
        self.count += 1
        share = 1.0 / min(float(self.count), _MEMORY)
        distance = score - self.mean
        self.mean += distance * share
        self.variance += (distance * (score - self.mean) - self.variance) * share


@dataclass(slots=True)
class Classifier:
    """How often each bucket was seen in wanted and in unwanted examples."""

    wanted: "array[int]"
    unwanted: "array[int]"
    examples: list[int] = field(default_factory=lambda: [0, 0])  # wanted, unwanted; in units
    scores: tuple[ScoreStatistics, ScoreStatistics] = field(
        default_factory=lambda: (ScoreStatistics(), ScoreStatistics())
    )

    @classmethod
    def blank(cls, buckets: int) -> "Classifier":
        """Return one that knows nothing."""
        return cls(array("H", bytes(2 * buckets)), array("H", bytes(2 * buckets)))

    def score(self, features: Features) -> float:
        """Return what speaks for (above zero) or against; only comparable with its like."""
        return sum(value * self.lean(at) for at, value in features)

    def lean(self, at: int) -> float:
        """Return how much one bucket speaks for, or against."""
        yes, no = self.examples
        if not yes or not no:
            return 0.0
        prior = _PRIOR * _UNIT / (yes + no)
        return math.log(
            (self.wanted[at] + prior * yes) * no / ((self.unwanted[at] + prior * no) * yes)
        )

    def logit(self, score: float) -> float:
        """Return a score as a logit, by how those of both classes fell so far; 0 if that is open.

        Both are taken as bell curves of the same width (linear discriminant analysis).
        """
        for_it, against = self.scores
        least = min(for_it.count, against.count)
        apart = for_it.mean - against.mean
        if least < _ENOUGH or apart <= 0:
            return 0.0
        width = (for_it.variance + against.variance) / 2 + _SPREAD
        logit = apart / width * (score - (for_it.mean + against.mean) / 2)
        return max(-_SUREST, min(_SUREST, logit)) * least / (least + _ENOUGH)

    def note(self, score: float, *, wanted: bool) -> None:
        """Take in how an example whose class is known scored before it was learned from."""
        self.scores[not wanted].note(score)

    def learn(self, features: Features, target: float, weight: float = 1.0) -> None:
        """Learn that an example is wanted with the probability `target`."""
        yes = round(_UNIT * weight * min(1.0, max(0.0, target)))
        no = round(_UNIT * weight) - yes
        for counts, amount in ((self.wanted, yes), (self.unwanted, no)):
            if amount:
                for at in {at for at, _ in features}:
                    counts[at] += amount
        self.examples[0] += yes
        self.examples[1] += no
        if sum(self.examples) >= MAX_COUNT:
            self._fade()

    def _fade(self) -> None:
        self.wanted = array("H", [count // 2 for count in self.wanted])
        self.unwanted = array("H", [count // 2 for count in self.unwanted])
        self.examples = [count // 2 for count in self.examples]
