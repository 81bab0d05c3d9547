"""An online classifier: naive Bayes on hashed features, with calibrated scores.

It is small on purpose: it starts empty, learns from every example once, and does not grow. It
keeps counts instead of weights for two reasons: the first ten examples must already help, and the
labels are only probable, which counts tolerate better than the weights of a regression.
It knows numbers only; callers give the features their meaning.
"""

import math
from array import array
from dataclasses import dataclass, field
from zlib import crc32

Features = tuple[tuple[int, float], ...]  # (bucket, value)

_UNIT = 16  # counts are in sixteenths of an example: integers for uncertain examples
_EXAMPLES_TO_HALVING = (
    2_048  # examples before all counts are halved, so that old ones are forgotten
)
MAX_COUNT = _EXAMPLES_TO_HALVING * _UNIT  # no count is ever larger
_PRIOR = 1.0  # examples that each bucket starts with, in the classes' own proportion
_MIN_EXAMPLES = 5.0  # examples of either class before a score means anything
_MEMORY = 200.0  # examples that the averages of scores cover
_EXTRA_VARIANCE = 0.05  # added to the variance of scores: a few examples may agree by chance
_MAX_LOGIT = 5.0  # limits how sure the classifier can be


def bucket(name: str, buckets: int) -> int:
    """Return the bucket of a feature, the same on every machine and in every run."""
    return crc32(name.encode("utf-8", "replace")) % buckets


def probability_of(logit: float) -> float:
    """Return the probability for a logit."""
    return 1.0 / (1.0 + math.exp(-max(-30.0, min(30.0, logit))))


@dataclass(slots=True)
class ScoreStatistics:
    """The running mean and variance of one class's scores."""

    count: int = 0
    mean: float = 0.0
    variance: float = 0.0

    def note(self, score: float) -> None:
        """Add the score that an example had before it was learned."""
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
        """Return an untrained classifier."""
        return cls(array("H", bytes(2 * buckets)), array("H", bytes(2 * buckets)))

    def score(self, features: Features) -> float:
        """Return the raw score, positive for wanted; only comparable within one classifier."""
        return sum(value * self.log_odds(at) for at, value in features)

    def log_odds(self, at: int) -> float:
        """Return the log odds of one bucket, positive for wanted."""
        yes, no = self.examples
        if not yes or not no:
            return 0.0
        prior = _PRIOR * _UNIT / (yes + no)
        return math.log(
            (self.wanted[at] + prior * yes) * no / ((self.unwanted[at] + prior * no) * yes)
        )

    def logit(self, score: float) -> float:
        """Return a score as a logit, by the scores of both classes so far; 0 if they are too few.

        Both are modelled as normal with equal variance (linear discriminant analysis).
        """
        for_it, against = self.scores
        fewest = min(for_it.count, against.count)
        distance_of_means = for_it.mean - against.mean
        if fewest < _MIN_EXAMPLES or distance_of_means <= 0:
            return 0.0
        width = (for_it.variance + against.variance) / 2 + _EXTRA_VARIANCE
        logit = distance_of_means / width * (score - (for_it.mean + against.mean) / 2)
        return max(-_MAX_LOGIT, min(_MAX_LOGIT, logit)) * fewest / (fewest + _MIN_EXAMPLES)

    def note(self, score: float, *, wanted: bool) -> None:
        """Record the score that an example of a known class had before it was learned."""
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
            self._halve_counts()

    def _halve_counts(self) -> None:
        self.wanted = array("H", [count // 2 for count in self.wanted])
        self.unwanted = array("H", [count // 2 for count in self.unwanted])
        self.examples = [count // 2 for count in self.examples]
