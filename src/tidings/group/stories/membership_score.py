"""The score of an article for belonging to a story; 1 is just enough.

There are two methods. A full text is compared by content: the share of its rare words, names and
figures that the story's articles have; across languages only names and figures count. If there is
only a title, a language model gives how much likelier its words are in the story than elsewhere.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property

from tidings.group.stories.story_profile import StoryMember, StoryProfile

Rarity = Callable[[str], float]  # of a name or figure, among the current stories

RULES = 2  # their version; `tidings rebuild` groups stories of older rules again
DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class ScoreParameters:
    """The weights and thresholds of the score."""

    words: float = 1.0
    names: float = 2.0
    figures: float = 1.0
    enough: float = 0.38  # share of an article's weight in common with a story in its language …
    enough_named: float = 0.22  # … if they also share names or figures that few other stories have
    telling: float = 5.0  # nats of rarity of such a name or figure: of 1 000 stories eight have it
    telling_count: float = 3.0  # of these; fewer lower what is enough in proportion
    enough_abroad: float = 0.2  # the share of names and figures with a story in another language
    least_abroad: float = 8.0  # nats of shared rarity; of 300 stories one in ten has it by chance
    rarest_abroad: float = 4.5  # … from one name or figure: small numbers coincide too often
    fading_abroad: float = 8.0  # additional nats required per day of silence
    smoothing: float = 300.0  # background words per title; controls how fast a story widens
    fame: float = 0.5  # exponent of the number of articles: what a large story adds to a title
    likelier: float = 2.5  # nats by which a title must be likelier in a story than elsewhere
    title_words: float = 7.0  # of a typical title
    fading: float = 1.5  # nats that a title loses per day of silence
    half_life: float = 4.0  # days of silence that halve the score


SCORE_PARAMETERS = ScoreParameters()


class KeyWeights:
    """Keys with their weights."""

    def __init__(self, weights: Mapping[str, float]) -> None:
        self._weights = weights
        self.total = math.fsum(weights.values())

    def shared(self, counts: Mapping[str, int], size: int) -> float:
        """The weight in common with a story; a key of half its articles counts in full.

        Summed exactly, because the order of a set differs from run to run.
        """
        own = self._weights
        both = own.keys() & counts.keys()
        if size <= 2:
            return math.fsum([own[key] for key in both])
        return math.fsum([own[key] * min(1.0, 2 * counts[key] / size) for key in both])

    def telling(self, counts: Mapping[str, int], least: float) -> int:
        """The number of keys of at least that weight in common with a story."""
        both = self._weights.keys() & counts.keys()
        return sum(self._weights[key] >= least for key in both)

    def rarest(self, counts: Mapping[str, int]) -> float:
        """The weight of the heaviest key in common with a story."""
        both = self._weights.keys() & counts.keys()
        return max((self._weights[key] for key in both), default=0.0)


class WeighedArticle:
    """An article with the current weights of its keys, to be compared with many stories."""

    def __init__(self, member: StoryMember, rarity: Rarity) -> None:
        self.member = member
        self._rarity = rarity

    @cached_property
    def words(self) -> KeyWeights:
        """The words with their weights."""
        return KeyWeights(dict(zip(self.member.words, self.member.weights, strict=True)))

    @cached_property
    def names(self) -> KeyWeights:
        """The names, weighted by their rarity among the stories."""
        return KeyWeights({key: self._rarity(key) for key in self.member.names})

    @cached_property
    def figures(self) -> KeyWeights:
        """The figures, weighted by their rarity among the stories."""
        return KeyWeights({key: self._rarity(key) for key in self.member.figures})

    @cached_property
    def heading(self) -> list[tuple[str, float]]:
        """The words of the title with their general frequency."""
        return [(word, math.exp(-rarity)) for word, rarity in self.member.heading]


def membership_score(
    article: WeighedArticle, story: StoryProfile, parameters: ScoreParameters = SCORE_PARAMETERS
) -> float:
    """Return the score of an article for a story; 1 is just enough."""
    member = article.member
    if member.is_thin or not story.languages:
        return _by_title(article, story, parameters)
    if member.language in story.languages:
        return _by_text(article, story, parameters) * _decay(member, story, parameters)
    return _across_languages(article, story, parameters) * _decay(member, story, parameters)


def _by_text(article: WeighedArticle, story: StoryProfile, parameters: ScoreParameters) -> float:
    counts, size = story.counts, story.size
    channels = (
        (parameters.words, article.words, story.languages[article.member.language]),
        (parameters.names, article.names, size),
        (parameters.figures, article.figures, size),
    )
    score = total_weight = 0.0
    for weight, keys, size_of_group in channels:
        if keys.total:
            score += weight * keys.shared(counts, size_of_group) / keys.total
            total_weight += weight
    return score / total_weight / _enough(article, counts, parameters) if total_weight else 0.0


def _enough(
    article: WeighedArticle, counts: Mapping[str, int], parameters: ScoreParameters
) -> float:
    """The share that is enough: reports on one event differ in words, but not in who and where.

    Reports on similar events share many words, but not the names that only one event has.
    """
    least = parameters.telling
    found = article.names.telling(counts, least) + article.figures.telling(counts, least)
    trust = min(1.0, found / parameters.telling_count)
    return parameters.enough - trust * (parameters.enough - parameters.enough_named)


def _across_languages(
    article: WeighedArticle, story: StoryProfile, parameters: ScoreParameters
) -> float:
    """By names and figures only: together they must be rare, and one of them by itself."""
    counts, size = story.counts, story.size
    channels = (article.names, article.figures)
    shared = sum(keys.shared(counts, size) for keys in channels)
    minimum = parameters.least_abroad + parameters.fading_abroad * _gap(article.member, story)
    if shared < minimum or max(keys.rarest(counts) for keys in channels) < parameters.rarest_abroad:
        return 0.0
    total = sum(keys.total for keys in channels)
    return min(shared / total / parameters.enough_abroad, shared / minimum)


def _by_title(article: WeighedArticle, story: StoryProfile, parameters: ScoreParameters) -> float:
    """The log of how much likelier the title's words are in the story than elsewhere."""
    articles = story.articles_by_language[article.member.language]
    if not articles:
        return 0.0
    counts, smoothing = story.counts, parameters.smoothing
    score = parameters.fame * math.log(articles) - parameters.fading * _gap(article.member, story)
    size = parameters.title_words * articles + smoothing
    for word, share in article.heading:
        score += math.log((counts.get(word, 0) / share + smoothing) / size)
    return max(0.0, score / parameters.likelier)


def _decay(member: StoryMember, story: StoryProfile, parameters: ScoreParameters) -> float:
    return float(0.5 ** (_gap(member, story) / parameters.half_life))


def _gap(member: StoryMember, story: StoryProfile) -> float:
    """The days between a story and an article before or after it."""
    return max(0.0, story.first - member.at, member.at - story.last) / DAY
