"""The order of hits: by relevance or by the `news` blend, with copies folded and variety."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tidings.model.search.results import RankingModel, ScoreBreakdown, ScoreFactor, TermShare
from tidings.search.index.story_membership import StoryMembership
from tidings.search.rank.blend import Blend, HitEvidence, blended
from tidings.search.rank.diversity import diversified, originals, title_likeness, with_stories
from tidings.search.rank.ranker import ScoredCandidates, Seqs
from tidings.search.rank.recency import Recency, recency_wanted
from tidings.search.rank.vectors import Columns, Floats, ForwardIndex, zone_counts
from tidings.settings.tree import BlendWeights

COMPARED: Final = 50  # first hits that are searched for copies
_VARIED: Final = 20  # first hits that are reordered for variety
_DATED: Final = 50  # first hits whose dates show whether the query is about now

Places = NDArray[np.intp]


class LinkEvidence(Protocol):
    """How well articles are linked to."""

    def evidence(self, urls: ArrayLike, hosts: ArrayLike, domains: ArrayLike) -> ArrayLike:
        """Return a number from 0 to 1 for each article."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class HitOrder:
    """Candidates in their final order."""

    scored: ScoredCandidates
    places: Places  # in `scored`, the best first
    scores: Floats  # in that order
    copies: Mapping[int, Seqs]  # by the place of the article that is shown for them
    blend: Blend | None = None
    variety: Floats | None = None  # the share of its score that each place keeps

    @property
    def seqs(self) -> Seqs:
        """The articles in order."""
        return self.scored.seqs[self.places]

    def breakdown(self, rank: int, model: RankingModel) -> ScoreBreakdown:
        """Return the explanation of the score at a rank."""
        place = int(self.places[rank])
        factors = self.blend.explained(place) if self.blend else ()
        if self.variety is not None:
            share = float(self.variety[place])
            detail = "similar to a higher hit" if share < 1 else ""
            factors += (ScoreFactor("variety", share, detail),)
            factors += self._capped(rank, place)
        return ScoreBreakdown(model, float(self.scored.scores[place]), self._terms(place), factors)

    def _capped(self, rank: int, place: int) -> tuple[ScoreFactor, ...]:
        """The share a hit keeps when its score is capped by the score of the hit before it."""
        assert self.blend is not None
        assert self.variety is not None
        own, shown = float(self.blend.scores[place] * self.variety[place]), self.scores[rank]
        return (ScoreFactor("place", float(shown) / own),) if shown < own else ()

    def _terms(self, place: int) -> tuple[TermShare, ...]:
        shares = self.scored.shares(place)
        shares = shares / (shares.sum() or 1.0)
        body, title, headings = zone_counts(self.scored.packed[place])
        shown = [
            TermShare(term, float(self.scored.weights[at]), float(shares[at]), int(body[at]),
                      int(title[at]), int(headings[at]), added=bool(self.scored.added[at]))
            for at, term in enumerate(self.scored.terms)
            if self.scored.packed[place, at]
        ]  # fmt: skip
        return tuple(sorted(shown, key=lambda each: -each.share))


def by_relevance(scored: ScoredCandidates, columns: Columns) -> HitOrder:
    """Return the candidates by the model's score; equal scores by date, the newest first."""
    places = _by_falling_score(scored.scores, columns, scored.seqs)
    return HitOrder(scored, places, scored.scores[places], {})


def by_news(
    scored: ScoredCandidates,
    columns: Columns,
    forward: ForwardIndex,
    evidence: HitEvidence,
    recency: Recency,
    weights: BlendWeights,
    now: datetime,
    stories: StoryMembership,
) -> HitOrder:
    """Return the candidates in the order of the model `news`."""
    blend = blended(scored.scores, evidence, recency, weights, now.timestamp())
    places = _by_falling_score(blend.scores, columns, scored.seqs)
    first = places[:_VARIED]
    vectors = scored.vectors
    alike = title_likeness(vectors.at(first) if vectors else forward.vectors(scored.seqs[first]))
    seqs = scored.seqs[first].tolist()
    if story_of := stories.of(seqs):
        alike = with_stories(alike, [story_of.get(seq) for seq in seqs])
    varied, shares = diversified(blend.scores[first].tolist(), alike)
    variety = np.ones(len(scored.seqs))
    variety[first] = shares
    places = np.concatenate([first[varied], places[_VARIED:]])
    # A hit moved down for variety may score above its neighbours: cap it, scores never rise.
    scores = np.minimum.accumulate((blend.scores * variety)[places])
    return HitOrder(scored, places, scores, {}, blend, variety)


def without_copies(
    order: HitOrder, ids: Sequence[str], pairs: Iterable[tuple[str, str]]
) -> HitOrder:
    """Return the same order with the copies of an article folded into the first of them.

    `ids` are those of the first hits; `pairs` of them are copies.
    """
    first = order.places[: len(ids)]
    shown = originals(ids, pairs)
    copies: dict[int, Seqs] = {}
    for at in np.flatnonzero(shown != np.arange(len(first))).tolist():
        place = int(first[shown[at]])
        copies[place] = np.append(copies.get(place, order.scored.seqs[:0]),
                                  order.scored.seqs[first[at]])  # fmt: skip
    kept = np.ones(len(order.places), dtype=bool)
    kept[: len(first)] = shown == np.arange(len(first))
    return HitOrder(order.scored, order.places[kept], order.scores[kept], copies,
                   order.blend, order.variety)  # fmt: skip


def recency_of(
    scored: ScoredCandidates, columns: Columns, everything: Floats, now: datetime
) -> Recency:
    """Return how much a query prefers new articles, by the dates of the most relevant ones."""
    first = np.argsort(-scored.scores)[:_DATED]
    first = first[columns.dated[first]]
    dates = columns.published[first].astype(np.float64)
    return recency_wanted(dates, scored.scores[first], everything, now.timestamp())


def title_share(scored: ScoredCandidates) -> Floats:
    """Return for each title the share of the user's words in it, by weight."""
    own = np.flatnonzero(~scored.added)
    total = float(scored.weights[own].sum())
    _, titles, _ = zone_counts(scored.packed[:, own])
    share: Floats = (titles > 0) @ scored.weights[own] / (total or 1.0)
    return share


def _by_falling_score(scores: Floats, columns: Columns, seqs: Seqs) -> Places:
    return np.lexsort((-seqs, -columns.published, -scores))
