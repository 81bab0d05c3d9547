"""The summary of a story: sentences of its articles that say it all, and nothing twice.

It is chosen like an article's summary over the sentences of all, where what many papers say is
central; newer articles and early sentences weigh more, and a sentence most of which was said
already is left out, however it was put. What papers contradict each other in is not noticed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import numpy

from tidings.enrich.choice import Room
from tidings.enrich.outline import Outline, outline_of
from tidings.enrich.space import Matrix, Space, Vector, centrality, scaled
from tidings.model.summary import Excerpt, Length
from tidings.text.corpus import Corpus
from tidings.text.parsed import Parsed

STORY_LENGTH = Length(sentences=5)  # a story has more to tell than one article of it

_MOST_SENTENCES = 400  # over all articles; with more, only how each begins is looked at
_MOST_ALIKE = 0.5  # cosine from which two sentences say the same
_MOST_SAID = 0.6  # share of what a sentence tells that may have been told before


@dataclass(frozen=True, slots=True)
class Member:
    """An article of a story."""

    title: Parsed
    body: Parsed
    published: datetime | None = None


@dataclass(frozen=True, slots=True)
class _Pool:
    """The sentences that may be chosen, of all articles."""

    articles: list[int]
    places: list[int]
    sizes: list[int]
    terms: list[list[str]]

    @classmethod
    def of(cls, outlines: Sequence[Outline]) -> "_Pool":
        share = max(1, _MOST_SENTENCES // max(1, len(outlines)))
        picked = [
            (article, at, outline)
            for article, outline in enumerate(outlines)
            for at in outline.fit[:share]
        ]
        return cls(
            [article for article, _, _ in picked],
            [at for _, at, _ in picked],
            [outline.sizes[at] for _, at, outline in picked],
            [outline.terms[at] for _, at, outline in picked],
        )


def story_summary(
    articles: Sequence[Member], corpus: Corpus, length: Length = STORY_LENGTH
) -> tuple[Excerpt, ...]:
    """Return sentences that tell a story, the oldest article's first, each with its article.

    `Excerpt.article` is the place among the articles given. Ratios are of the words looked at.
    """
    articles = articles[:_MOST_SENTENCES]
    pool = _Pool.of([outline_of(article.body) for article in articles])
    if not pool.terms:
        return ()
    space = Space.of(pool.terms, corpus, _language(articles))
    likeness = space.likeness()
    weights = _weights(articles, pool, space, likeness)
    picks = _picked(weights, pool, space, likeness, Room.of(length, pool.sizes))
    ages = _recency(articles)
    picks.sort(key=lambda at: (ages[pool.articles[at]], pool.articles[at], pool.places[at]))
    return tuple(
        Excerpt(
            articles[pool.articles[at]].body.sentence(pool.places[at]),
            pool.places[at],
            pool.articles[at],
        )
        for at in picks
    )


def _language(articles: Sequence[Member]) -> str:
    """The language of most; how rare terms are is asked for in that one."""
    languages = [article.body.language for article in articles]
    return max(languages, key=languages.count)


def _weights(articles: Sequence[Member], pool: _Pool, space: Space, likeness: Matrix) -> Vector:
    titles = [term for article in articles for term in article.title.content]
    recency = _recency(articles)
    early = 1 / (1 + numpy.array(pool.places, dtype=float))
    late = numpy.array([recency[article] for article in pool.articles])
    weights: Vector = scaled(centrality(likeness)) + scaled(space.repeated())
    weights += space.shares(titles) + early + late
    return weights


def _recency(articles: Sequence[Member]) -> list[float]:
    """From 0 for the oldest article to 1 for the newest; those without a date count as old."""
    known = sorted({article.published for article in articles if article.published})
    ranks = {moment: at / max(1, len(known) - 1) for at, moment in enumerate(known)}
    return [ranks[article.published] if article.published else 0.0 for article in articles]


def _picked(weights: Vector, pool: _Pool, space: Space, likeness: Matrix, room: Room) -> list[int]:
    has = space.counts > 0
    told = has @ space.rarity
    said = numpy.zeros(len(space.rarity), dtype=bool)
    picks: list[int] = []
    left = room.words
    for at in (-weights).argsort(kind="stable").tolist():
        if len(picks) >= room.sentences:
            break
        repeats = (has[at] & said) @ space.rarity > _MOST_SAID * told[at]
        alike = picks and likeness[at, picks].max() > _MOST_ALIKE
        if pool.sizes[at] <= left and not repeats and not alike:
            picks.append(at)
            said |= has[at]
            left -= pool.sizes[at]
    return picks or [int(numpy.argmin(pool.sizes))]
