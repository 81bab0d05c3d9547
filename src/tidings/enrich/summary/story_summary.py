"""The summary of a story: sentences of its articles that cover it without repetition.

Sentences are chosen as in an article's summary, over all articles; what many sources say is
central. Newer articles and early sentences weigh more. A sentence is left out if most of its
content was already chosen, in whatever words. Contradictions between sources are not detected.
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

STORY_LENGTH = SummaryLength(sentences=5)  # a story has more content than one article

_MAX_SENTENCES = 400  # of all articles: a tenth of a second; more change nothing
_PER_DEPTH = 150  # articles that give their first sentence, their second, and so on
_MIN_SENTENCES = 5  # of an article, however many articles there are
_MAX_REPEATED = 0.8  # share of a sentence's content that may be in the chosen ones
_SAME_FIGURE = 0.35  # cosine from which two sentences with a common number state the same fact
_REDUNDANCY = 1.0  # penalty of a sentence that resembles a chosen one: sources repeat each other
_RECENCY = 0.5  # of the newest article: news matters, but so does its background


@dataclass(frozen=True, slots=True)
class SummaryArticle:
    """An article of a story."""

    title: ParsedText
    body: ParsedText
    published: datetime | None = None


@dataclass(frozen=True, slots=True)
class _SentencePool:
    """The candidate sentences of all articles."""

    articles: list[int]
    places: list[int]
    sizes: list[int]
    terms: list[list[str]]

    @classmethod
    def of(cls, outlines: Mapping[int, SentenceOutline]) -> "_SentencePool":
        """Return the first sentences of all articles, then the second, …; copies once."""
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
            if len(pool.terms) == _MAX_SENTENCES:
                break
        return pool

    def sentence(self, at: int, articles: Sequence[SummaryArticle]) -> SummarySentence:
        """Return a sentence of the pool with its article."""
        article, place = self.articles[at], self.places[at]
        return SummarySentence(articles[article].body.sentence(place), place, article)


def _by_depth(
    outlines: Mapping[int, SentenceOutline],
) -> Iterator[tuple[int, int, SentenceOutline]]:
    """The fit sentences by depth; with very many articles, each depth takes only some of them."""
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
    """Return sentences that summarise a story, oldest article first, each with its article.

    Only articles in the most common language are quoted. `SummarySentence.article` is the index in
    `articles`; a ratio refers to the words of the candidates.
    """
    pool = _SentencePool.of(_outlines(articles))
    if not pool.terms:
        return ()
    space = SentenceSpace.of(pool.terms, corpus, articles[pool.articles[0]].body.language)
    cosines = space.cosines()
    weights = _weights(articles, pool, space, cosines)
    chosen = _chosen(weights, pool, space, cosines, SummaryRoom.of(length, pool.sizes))
    recency = _recency(articles)
    chosen.sort(key=lambda at: (recency[pool.articles[at]], pool.articles[at], pool.places[at]))
    return tuple(pool.sentence(at, articles) for at in chosen)


def _outlines(articles: Sequence[SummaryArticle]) -> dict[int, SentenceOutline]:
    """The outlines of the articles in the most common language; the more articles, the shorter."""
    languages = Counter(article.body.language for article in articles if article.body.sentences)
    language = max(languages, key=languages.__getitem__, default="")
    max_sentences = max(_MIN_SENTENCES, 2 * _MAX_SENTENCES // max(1, languages[language]))
    return {
        at: outline_of(article.body, max_sentences)
        for at, article in enumerate(articles)
        if article.body.language == language
    }


def _weights(
    articles: Sequence[SummaryArticle], pool: _SentencePool, space: SentenceSpace, cosines: Matrix
) -> Vector:
    titles = [term for article in articles for term in article.title.content]
    recency = _recency(articles)
    earliness = 1 / (1 + numpy.array(pool.places, dtype=float))
    recencies = numpy.array([recency[article] for article in pool.articles])
    weights: Vector = scaled(centrality(cosines)) + scaled(space.density(pool.sizes))
    weights += space.shares(titles) + earliness + _RECENCY * recencies
    return weights


def _recency(articles: Sequence[SummaryArticle]) -> list[float]:
    """From 0 for the oldest article to 1 for the newest; those without a date count as old."""
    known = sorted({article.published for article in articles if article.published})
    ranks = {moment: at / max(1, len(known) - 1) for at, moment in enumerate(known)}
    return [ranks[article.published] if article.published else 0.0 for article in articles]


def _chosen(
    weights: Vector, pool: _SentencePool, space: SentenceSpace, cosines: Matrix, room: SummaryRoom
) -> list[int]:
    """The best sentences that fit, without repetitions."""
    sizes = numpy.array(pool.sizes)
    values, chosen_content = weights.copy(), _ChosenContent(space, cosines)
    chosen: list[int] = []
    words_left = room.words
    while len(chosen) < room.sentences:
        fits = (sizes <= words_left) & ~chosen_content.repeats()
        best = int(
            numpy.where(fits, values - _REDUNDANCY * chosen_content.similarity, -numpy.inf).argmax()
        )
        if not fits[best] or values[best] == -numpy.inf:
            break
        chosen.append(best)
        values[best] = -numpy.inf
        chosen_content.add(best)
        words_left -= pool.sizes[best]
    return chosen or [int(sizes.argmin())]


class _ChosenContent:
    """The content of the sentences chosen so far."""

    def __init__(self, space: SentenceSpace, cosines: Matrix) -> None:
        self.similarity = numpy.zeros(len(cosines))  # of each sentence to the most similar of them
        self._space, self._likeness = space, cosines
        self._has = space.counts > 0
        self._content = numpy.maximum(self._has @ space.rarity, 1e-9)
        self._figures = self._has[:, [_is_figure(term) for term in space.places]].astype(float)
        self._same = numpy.zeros(len(cosines), dtype=bool)
        self._known = numpy.zeros(len(space.rarity), dtype=bool)

    def add(self, at: int) -> None:
        """Add a chosen sentence."""
        self.similarity = numpy.maximum(self.similarity, self._likeness[at])
        self._known |= self._has[at]
        shared = self._figures @ self._figures[at] > 0
        self._same |= shared & (self._likeness[at] >= _SAME_FIGURE)

    def repeats(self) -> NDArray[numpy.bool_]:
        """Return which sentences would add nothing new."""
        known = self._known
        repeated_share = (self._has[:, known] @ self._space.rarity[known]) / self._content
        return (repeated_share > _MAX_REPEATED) | (self.similarity >= SAME_CONTENT) | self._same


def _is_figure(term: str) -> bool:
    """Whether a term is a number that states a fact; single digits are too common."""
    return len(term) > 1 and term[0].isdecimal()
