"""Summaries: their length, the methods that choose sentences, and the sentences chosen."""

from dataclasses import dataclass
from enum import StrEnum


class SummaryMethod(StrEnum):
    """Our own way to choose sentences and those it is compared with."""

    BEST = "best"  # central, early, similar to the title, no repetition: the default
    AITIMES = "aitimes"  # density of characteristic words, as in the thesis
    LEAD = "lead"  # the first sentences


@dataclass(frozen=True, slots=True)
class SummaryLength:
    """Limits on a summary's length. All that are set apply; one sentence is always allowed."""

    sentences: int | None = None
    words: int | None = None
    ratio: float | None = None  # of the words of the text

    def most_words(self, total: int) -> int | None:
        """Return the word limit for a text of `total` words, or None for no limit."""
        limits = [] if self.words is None else [self.words]
        if self.ratio is not None:
            limits.append(int(total * self.ratio))
        return min(limits, default=None)


# Three sentences can be read at a glance, and published comparisons use them.
DEFAULT_LENGTH = SummaryLength(sentences=3)


@dataclass(frozen=True, slots=True)
class SummarySentence:
    """A sentence of a summary."""

    text: str
    place: int  # index of the sentence in its text
    article: int = 0  # index of its text, if there are several
