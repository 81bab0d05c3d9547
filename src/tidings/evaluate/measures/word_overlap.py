"""Compares texts as bags of words, page by page: the metric of collections with page types."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean

from tidings.evaluate.measures.shingles import Overlap, words


@dataclass(frozen=True, slots=True)
class WordScore:
    """Precision, recall and F1, each the mean over all pages; no answer counts as 0."""

    pages: int
    precision: float
    recall: float
    f1: float


def word_overlap(answer: str, gold: str) -> Overlap:
    """Compare the words of two texts, in lower case and whatever their order."""
    ours, theirs = Counter(words(answer.lower())), Counter(words(gold.lower()))
    return Overlap((ours & theirs).total(), ours.total(), theirs.total())


def word_score(overlaps: Iterable[Overlap]) -> WordScore | None:
    """Sum up pages; None if there are none."""
    pages = list(overlaps)
    if not pages:
        return None
    return WordScore(
        len(pages),
        fmean(page.precision or 0.0 for page in pages),
        fmean(page.recall or 0.0 for page in pages),
        fmean(page.f1 for page in pages),
    )
