"""The summary of a story: sentences of its articles that say it all, and nothing twice.

It is chosen like an article's summary over the sentences of all, where what many papers say is
central; newer articles and early sentences weigh more, and a sentence most of which was said
already is left out, however it was put. What papers contradict each other in is not noticed.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy
from numpy.typing import NDArray

from tidings.enrich.summary.sentence_choice import SAME_CONTENT, SummaryRoom
from tidings.enrich.summary.sentence_outline import SentenceOutline, outline_of
from tidings.enrich.summary.sentence_space import Matrix, SentenceSpace, Vector, centrality, scaled
from tidings.model.articles.summary import SummaryLength, SummarySentence
from tidings.text.frequency.corpus import Corpus
from tidings.text.parsing.parsed_text import ParsedText

STORY_LENGTH = SummaryLength(sentences=5)  # a story has more to tell than one article of it

_MOST_SENTENCES = 400  # over all articles: a tenth of a second; more than that is all the same
_PER_DEPTH = 150  # articles of which the first sentence is looked at, the second one, and so on
_FEWEST = 5  # sentences of an article that are looked at, however many articles there are
_MOST_SAID = 0.8  # share of what a sentence tells that may have been told before
_SAME_FIGURE = 0.35  # cosine from which two that share a number tell one fact in other words
_REDUNDANCY = 1.0  # what a sentence loses that is like one chosen: papers repeat each other
_RECENCY = 0.5  # what a sentence of the newest article gains: the news, but not without its story


@dataclass(frozen=True, slots=True)
class SummaryArticle:
    """An article of a story."""

    title: ParsedText
    body: ParsedText
    published: datetime | None = None


@dataclass(frozen=True, slots=True)
class _SentencePool:
    """The sentences that may be chosen, of all articles."""

    articles: list[int]
    places: list[int]
    sizes: list[int]
    terms: list[list[str]]

    @classmethod
    def of(cls, outlines: Mapping[int, SentenceOutline]) -> "_SentencePool":
        """Return the first sentences of all, then the second ones, and so on; copies once."""
        pool = cls([], [], [], [])
        seen: set[frozenset[str]] = set()
        for article, place, outline in _by_depth(outlines):
            terms = frozenset(outline.terms[place])
            if terms and terms not in seen:
                seen.add(terms)
                pool.articles.append(article)
                pool.places.append(place)
                pool.sizes.append(outline.sizes[place])
                pool.terms.append(outline.terms[place])
            if len(pool.terms) == _MOST_SENTENCES:
                break
        return pool

    def excerpt(self, at: int, articles: Sequence[SummaryArticle]) -> SummarySentence:
        """Return a sentence of the pool as it is shown."""
        article, place = self.articles[at], self.places[at]
        return SummarySentence(articles[article].body.sentence(place), place, article)


def _by_depth(
    outlines: Mapping[int, SentenceOutline],
) -> Iterator[tuple[int, int, SentenceOutline]]:
    """The fit sentences by depth; with very many articles only some give one at each depth."""
    articles = list(outlines)
    step = max(1, -(-len(articles) // _PER_DEPTH))
    for depth in range(max((len(outline.fit) for outline in outlines.values()), default=0)):
        for article in articles[depth % step :: step]:
            outline = outlines[article]
            if depth < len(outline.fit):
                yield article, outline.fit[depth], outline


def story_summary(
    articles: Sequence[SummaryArticle], corpus: Corpus, length: SummaryLength = STORY_LENGTH
) -> tuple[SummarySentence, ...]:
    """Return sentences that tell a story, the oldest article's first, each with its article.

    Only articles in the language of most are quoted. `Excerpt.article` is the place among those
    given; ratios are of the words looked at.
    """
    pool = _SentencePool.of(_outlines(articles))
    if not pool.terms:
        return ()
    space = SentenceSpace.of(pool.terms, corpus, articles[pool.articles[0]].body.language)
    likeness = space.likeness()
    weights = _weights(articles, pool, space, likeness)
    picks = _picked(weights, pool, space, likeness, SummaryRoom.of(length, pool.sizes))
    ages = _recency(articles)
    picks.sort(key=lambda at: (ages[pool.articles[at]], pool.articles[at], pool.places[at]))
    return tuple(pool.excerpt(at, articles) for at in picks)


def _outlines(articles: Sequence[SummaryArticle]) -> dict[int, SentenceOutline]:
    """The sentences of the articles in the language of most; the more articles, the fewer."""
    languages = Counter(article.body.language for article in articles if article.body.sentences)
    language = max(languages, key=languages.__getitem__, default="")
    most = max(_FEWEST, 2 * _MOST_SENTENCES // max(1, languages[language]))
    return {
        at: outline_of(article.body, most)
        for at, article in enumerate(articles)
        if article.body.language == language
    }


def _weights(
    articles: Sequence[SummaryArticle], pool: _SentencePool, space: SentenceSpace, likeness: Matrix
) -> Vector:
    titles = [term for article in articles for term in article.title.content]
    recency = _recency(articles)
    early = 1 / (1 + numpy.array(pool.places, dtype=float))
    late = numpy.array([recency[article] for article in pool.articles])
    weights: Vector = scaled(centrality(likeness)) + scaled(space.density(pool.sizes))
    weights += space.shares(titles) + early + _RECENCY * late
    return weights


def _recency(articles: Sequence[SummaryArticle]) -> list[float]:
    """From 0 for the oldest article to 1 for the newest; those without a date count as old."""
    known = sorted({article.published for article in articles if article.published})
    ranks = {moment: at / max(1, len(known) - 1) for at, moment in enumerate(known)}
    return [ranks[article.published] if article.published else 0.0 for article in articles]


def _picked(
    weights: Vector, pool: _SentencePool, space: SentenceSpace, likeness: Matrix, room: SummaryRoom
) -> list[int]:
    """The best sentences for which there is room, without those that say what was said."""
    sizes = numpy.array(pool.sizes)
    worth, heard = weights.copy(), _ToldContent(space, likeness)
    picks: list[int] = []
    left = room.words
    while len(picks) < room.sentences:
        fits = (sizes <= left) & ~heard.repeats()
        best = int(numpy.where(fits, worth - _REDUNDANCY * heard.alike, -numpy.inf).argmax())
        if not fits[best] or worth[best] == -numpy.inf:
            break
        picks.append(best)
        worth[best] = -numpy.inf
        heard.hear(best)
        left -= pool.sizes[best]
    return picks or [int(sizes.argmin())]


class _ToldContent:
    """What the sentences chosen so far have told."""

    def __init__(self, space: SentenceSpace, likeness: Matrix) -> None:
        self.alike = numpy.zeros(len(likeness))  # of each sentence to the likest of them
        self._space, self._likeness = space, likeness
        self._has = space.counts > 0
        self._told = numpy.maximum(self._has @ space.rarity, 1e-9)
        self._figures = self._has[:, [_is_figure(term) for term in space.places]].astype(float)
        self._same = numpy.zeros(len(likeness), dtype=bool)
        self._known = numpy.zeros(len(space.rarity), dtype=bool)

    def hear(self, at: int) -> None:
        """Take note of a sentence."""
        self.alike = numpy.maximum(self.alike, self._likeness[at])
        self._known |= self._has[at]
        shared = self._figures @ self._figures[at] > 0
        self._same |= shared & (self._likeness[at] >= _SAME_FIGURE)

    def repeats(self) -> NDArray[numpy.bool_]:
        """Return which sentences would tell nothing new."""
        known = self._known
        said = (self._has[:, known] @ self._space.rarity[known]) / self._told
        return (said > _MOST_SAID) | (self.alike >= SAME_CONTENT) | self._same


def _is_figure(term: str) -> bool:
    """Whether a term is a number that tells a fact; a digit alone is any number."""
    return len(term) > 1 and term[0].isdecimal()
