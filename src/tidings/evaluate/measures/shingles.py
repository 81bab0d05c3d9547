"""Compares bodies as bags of four-word shingles: the metric of article-extraction-benchmark."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

_WORDS = re.compile(r"\w+")
_SIZE = 4

Shingles = Counter[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many shingles an answer and the gold text share, and how many each has."""

    shared: int
    answered: int
    wanted: int

    @property
    def precision(self) -> float | None:
        """The share of the answer that is wanted, or None without an answer."""
        return self.shared / self.answered if self.answered else None

    @property
    def recall(self) -> float | None:
        """The share of the gold text that was found, or None without one."""
        return self.shared / self.wanted if self.wanted else None

    @property
    def f1(self) -> float:
        """F1 of one page, for ranking pages; a set's F1 comes from the means instead."""
        return 2 * self.shared / max(1, self.answered + self.wanted)


@dataclass(frozen=True, slots=True)
class BodyScore:
    """Precision and recall as means over pages, F1 of the two means."""

    pages: int
    answered: int  # pages with an answer: the denominator of precision
    precision: float
    recall: float
    f1: float


def words(text: str) -> list[str]:
    """Return the words of a text as written."""
    return _WORDS.findall(text)


def shingles(text: str) -> Shingles:
    """Return every four words in a row; a shorter text is one shingle, an empty one none."""
    found = words(text)
    return Counter(tuple(found[at : at + _SIZE]) for at in range(max(1, len(found) - 3)) if found)


def overlap(answer: str, gold: str) -> Overlap:
    """Compare the extracted body with the right one."""
    ours, theirs = shingles(answer), shingles(gold)
    return Overlap((ours & theirs).total(), ours.total(), theirs.total())


def body_score(overlaps: Iterable[Overlap]) -> BodyScore | None:
    """Sum up pages: precision over those with an answer, recall over those with a gold text."""
    pages = list(overlaps)
    precisions = [page.precision for page in pages if page.precision is not None]
    recalls = [page.recall for page in pages if page.recall is not None]
    if not recalls:
        return None
    precision, recall = fmean(precisions or [0.0]), fmean(recalls)
    return BodyScore(len(pages), len(precisions), precision, recall, f1_of(precision, recall))


def f1_of(precision: float, recall: float) -> float:
    """Return the harmonic mean."""
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
