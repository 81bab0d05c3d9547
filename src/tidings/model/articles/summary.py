"""Summaries: how long one may be, how its sentences may be chosen, and what it consists of."""

from dataclasses import dataclass
from enum import StrEnum


class SummaryMethod(StrEnum):
    """Our own way of choosing sentences and those it is compared with."""

    BEST = "best"  # central, early, like the title, nothing said twice: the default
    AITIMES = "aitimes"  # characteristic words per word, by the thesis
    LEAD = "lead"  # how the text begins


@dataclass(frozen=True, slots=True)
class SummaryLength:
    """How long a summary may be; all that is given holds, and one sentence there always is."""

    sentences: int | None = None
    words: int | None = None
    ratio: float | None = None  # of the words of the text

    def most_words(self, total: int) -> int | None:
        """Return the words that the summary of a text with so many may have; None is any number."""
        limits = [] if self.words is None else [self.words]
        if self.ratio is not None:
            limits.append(int(total * self.ratio))
        return min(limits, default=None)


DEFAULT_LENGTH = SummaryLength(
    sentences=3
)  # what a reader takes in at a glance, and papers compare with


@dataclass(frozen=True, slots=True)
class SummarySentence:
    """A sentence of a summary."""

    text: str
    place: int  # which sentence of its text it is, from 0
    article: int = 0  # which of the texts it is from, where there are several
