"""Kinship: how much speaks for an article belonging to a story; 1 is just enough.

Two ways to tell. A text is compared by what it is about: how much of its rare words, names and
figures the story's articles have, too; in another language by names and figures alone. Where there
is only a title, a language model says how much likelier its words are in the story than anywhere.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tidings.group.stories.story_profile import StoryMember, StoryProfile

Rarity = Callable[[str], float]  # of a name or figure, among the stories of now

DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class ScoreParameters:
    """What weighs how much."""

    words: float = 1.0
    names: float = 2.0
    figures: float = 1.0
    enough: float = 0.38  # of an article's weight is shared with a story in its language …
    enough_abroad: float = 0.2  # … and in another one
    least_abroad: float = 8.0  # nats of rarity that are shared: of 300 stories one in ten by chance
    rarest_abroad: float = 4.5  # … by one name or figure alone: small numbers meet too often
    fading_abroad: float = 8.0  # nats more that are wanted after a day of silence
    smoothing: float = 300.0  # words of the background for each title's: how fast a story widens
    fame: float = 0.5  # what a title gains by how many have told the story: the root of them
    likelier: float = 2.5  # nats by which a title is likelier in a story than anywhere
    title_words: float = 7.0  # of a usual title
    fading: float = 1.5  # nats that a title loses by a day of silence
    half_life: float = 4.0  # days of silence that halve what speaks for a story


SCORE_PARAMETERS = ScoreParameters()


class KeyWeights:
    """Keys with their weights."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._weights = weights
        self.total = math.fsum(weights.values())

    def shared(self, counts: Mapping[str, int], size: int) -> float:
        """How much of the weight a story has, too; what half its articles have is wholly its.

        Summed exactly, for the order of a set differs from run to run.
        """
        mine = self._weights
        both = mine.keys() & counts.keys()
        return math.fsum([mine[key] * min(1.0, 2 * counts[key] / size) for key in both])

    def rarest(self, counts: Mapping[str, int]) -> float:
        """The weight of the heaviest key that a story has, too."""
        both = self._weights.keys() & counts.keys()
        return max((self._weights[key] for key in both), default=0.0)


class WeighedArticle:
    """An article with what its keys weigh now, to be compared with many stories."""

    def __init__(self, member: StoryMember, rarity: Rarity) -> None:
        self.member = member
        self._rarity = rarity

    @cached_property
    def words(self) -> KeyWeights:
        """Its words."""
        return KeyWeights(dict(zip(self.member.words, self.member.weights, strict=True)))

    @cached_property
    def names(self) -> KeyWeights:
        """Its names, by how rare they are among the stories."""
        return KeyWeights({key: self._rarity(key) for key in self.member.names})

    @cached_property
    def figures(self) -> KeyWeights:
        """Its figures, likewise."""
        return KeyWeights({key: self._rarity(key) for key in self.member.figures})

    @cached_property
    def heading(self) -> list[tuple[str, float]]:
        """The words of its title with their shares of all words."""
        return [(word, math.exp(-rarity)) for word, rarity in self.member.heading]


def membership_score(
    article: WeighedArticle, story: StoryProfile, scales: ScoreParameters = SCORE_PARAMETERS
) -> float:
    """Return how much speaks for an article belonging to a story."""
    member = article.member
    if member.is_thin or not story.languages:
        return _by_title(article, story, scales)
    if member.language in story.languages:
        return _by_text(article, story, scales) * _decay(member, story, scales)
    return _across_languages(article, story, scales) * _decay(member, story, scales)


def _by_text(article: WeighedArticle, story: StoryProfile, scales: ScoreParameters) -> float:
    counts, size = story.counts, story.size
    channels = (
        (scales.words, article.words, story.languages[article.member.language]),
        (scales.names, article.names, size),
        (scales.figures, article.figures, size),
    )
    told = scale = 0.0
    for weight, keys, among in channels:
        if keys.total:
            told += weight * keys.shared(counts, among) / keys.total
            scale += weight
    return told / scale / scales.enough if scale else 0.0


def _across_languages(
    article: WeighedArticle, story: StoryProfile, scales: ScoreParameters
) -> float:
    """By names and figures alone: they have to be rare together, and one of them by itself."""
    counts, size = story.counts, story.size
    channels = (article.names, article.figures)
    shared = sum(keys.shared(counts, size) for keys in channels)
    least = scales.least_abroad + scales.fading_abroad * _gap(article.member, story)
    if shared < least or max(keys.rarest(counts) for keys in channels) < scales.rarest_abroad:
        return 0.0
    total = sum(keys.total for keys in channels)
    return min(shared / total / scales.enough_abroad, shared / least)


def _by_title(article: WeighedArticle, story: StoryProfile, scales: ScoreParameters) -> float:
    """The log of how much likelier the title's words are in the story than anywhere."""
    tellers = story.thin[article.member.language]
    if not tellers:
        return 0.0
    counts, smoothing = story.counts, scales.smoothing
    told = scales.fame * math.log(tellers) - scales.fading * _gap(article.member, story)
    size = scales.title_words * tellers + smoothing
    for word, share in article.heading:
        told += math.log((counts.get(word, 0) / share + smoothing) / size)
    return max(0.0, told / scales.likelier)


def _decay(member: StoryMember, story: StoryProfile, scales: ScoreParameters) -> float:
    return float(0.5 ** (_gap(member, story) / scales.half_life))


def _gap(member: StoryMember, story: StoryProfile) -> float:
    """The days of silence between a story and an article before or after it."""
    return max(0.0, story.first - member.at, member.at - story.last) / DAY
