"""Generates any number of news articles with realistic statistics and invented words.

Words follow Zipf's law; a word in an article tends to recur (burstiness); each article belongs to a
story with common words, whose articles appear within some days.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

_VOCABULARY = 400_000
_EXPONENT = 1.05  # Zipf's, of large newspapers
_STORY_WORDS = 60
_STORY_SHARE = 0.2  # of an article's words come from its story
_AGAIN_SHARE = 0.15  # repeat a word of this article
_MEDIAN_WORDS, _SPREAD = 280, 0.6  # lengths are log-normal
_SENTENCE, _PARAGRAPH = 18, 3
_SOURCES = 200
_DAYS = 730
_NEWEST = datetime(2026, 6, 1, tzinfo=UTC)
_SYLLABLES = [c + v for c in "b c d f g h l m n p r s t v w st tr ch".split() for v in "aeiou"]


@dataclass(frozen=True, slots=True)
class AgencyReport:
    """One article."""

    number: int
    title: str
    text: str
    source: str
    published: datetime


def words(count: int = _VOCABULARY) -> list[str]:
    """Return different words; frequent ones are short."""
    base = len(_SYLLABLES)
    made = []
    for rank in range(count):
        left, parts = rank, []
        while True:
            left, digit = divmod(left, base)
            parts.append(_SYLLABLES[digit])
            if not left:
                break
            left -= 1
        made.append("".join(parts))
    return made


class NewsAgency:
    """Generates articles; the same seed gives the same ones."""

    def __init__(self, seed: int = 1, stories: int = 5_000) -> None:
        self._random = np.random.default_rng(seed)
        self._words = np.array(words(), dtype=object)
        weights = 1.0 / np.arange(1, _VOCABULARY + 1) ** _EXPONENT
        self._steps = np.cumsum(weights / weights.sum())
        # A story's words are neither very frequent nor very rare.
        self._stories = self._random.integers(150, 60_000, (stories, _STORY_WORDS))
        self._story_days = self._random.uniform(0, _DAYS, stories)

    def reports(self, count: int) -> Iterator[AgencyReport]:
        """Yield articles, not in order of time."""
        stories = self._random.zipf(1.3, count) % len(self._stories)
        for number in range(count):
            story = int(stories[number])
            chosen = self._chosen(story)
            days = self._story_days[story] + self._random.exponential(3.0)
            yield AgencyReport(
                number,
                self._title(chosen, story),
                self._text(chosen),
                f"paper{int(self._random.integers(_SOURCES))}.example",
                _NEWEST - timedelta(days=float(_DAYS - min(days, _DAYS))),
            )

    def _chosen(self, story: int) -> NDArray[np.intp]:
        """The words of an article by their rank."""
        length = int(np.exp(self._random.normal(np.log(_MEDIAN_WORDS), _SPREAD))) + 20
        chosen = np.searchsorted(self._steps, self._random.random(length))
        lot = self._random.random(length)
        told = lot < _STORY_SHARE
        # The first words of a story's list are the most frequent.
        picks = (self._random.random(int(told.sum())) ** 2 * _STORY_WORDS).astype(np.intp)
        chosen[told] = self._stories[story][picks]
        again = np.flatnonzero(lot > 1 - _AGAIN_SHARE)
        chosen[again] = chosen[(self._random.random(len(again)) * again).astype(np.intp)]
        return chosen

    def _title(self, chosen: NDArray[np.intp], story: int) -> str:
        told = self._stories[story][(self._random.random(4) ** 2 * _STORY_WORDS).astype(np.intp)]
        return str(" ".join(self._words[np.concatenate([told, chosen[:4]])])).capitalize()

    def _text(self, chosen: NDArray[np.intp]) -> str:
        told = self._words[chosen]
        sentences = [
            " ".join(told[at : at + _SENTENCE]).capitalize() + "."
            for at in range(0, len(told), _SENTENCE)
        ]
        paragraphs = range(0, len(sentences), _PARAGRAPH)
        return "\n".join(" ".join(sentences[at : at + _PARAGRAPH]) for at in paragraphs)
