"""The order in which candidates are shown: relevance or the blend, copies put behind, variety."""

from collections.abc import Mapping
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
from tidings.search.rank.recency import INDIFFERENT, Recency, recency_wanted
from tidings.search.rank.vectors import Columns, Floats, ForwardIndex, zone_counts
from tidings.settings.tree import BlendWeights

_COMPARED: Final = 50  # of the first hits, to find copies
_VARIED: Final = 20  # of the first hits make room for others
_DATED: Final = 50  # of the first hits say whether the query is about now

Places = NDArray[np.intp]


class LinkEvidence(Protocol):
    """What links say about articles."""

    def evidence(self, urls: ArrayLike, hosts: ArrayLike, domains: ArrayLike) -> ArrayLike:
        """Return for each article a number from 0 to 1."""
        ...


@dataclass(frozen=True, slots=True, eq=False)
class HitOrder:
    """Candidates in their final order."""

    ranked: ScoredCandidates
    places: Places  # in `ranked`, the best first
    scores: Floats  # in that order
    copies: Mapping[int, Seqs]  # by the place of the one that is shown
    blend: Blend | None = None
    variety: Floats | None = None  # what each place kept of its score

    @property
    def seqs(self) -> Seqs:
        """The articles in order."""
        return self.ranked.seqs[self.places]

    def breakdown(self, rank: int, model: RankingModel) -> ScoreBreakdown:
        """Return why the article at a rank is there."""
        place = int(self.places[rank])
        factors = self.blend.explained(place) if self.blend else ()
        if self.variety is not None:
            share = float(self.variety[place])
            factors += (ScoreFactor("variety", share, "like a hit above it" if share < 1 else ""),)
            factors += self._held(rank, place)
        return ScoreBreakdown(model, float(self.ranked.scores[place]), self._terms(place), factors)

    def _held(self, rank: int, place: int) -> tuple[ScoreFactor, ...]:
        """What a hit lost because no score is above those before it, if it did."""
        assert self.blend is not None
        assert self.variety is not None
        own, shown = float(self.blend.scores[place] * self.variety[place]), self.scores[rank]
        return (ScoreFactor("place", float(shown) / own),) if shown < own else ()

    def _terms(self, place: int) -> tuple[TermShare, ...]:
        shares = self.ranked.shares(place)
        shares = shares / (shares.sum() or 1.0)
        body, title, headings = zone_counts(self.ranked.packed[place])
        told = [
            TermShare(term, float(self.ranked.weights[at]), float(shares[at]), int(body[at]),
                      int(title[at]), int(headings[at]), added=bool(self.ranked.added[at]))
            for at, term in enumerate(self.ranked.terms)
            if self.ranked.packed[place, at]
        ]  # fmt: skip
        return tuple(sorted(told, key=lambda each: -each.share))


def by_relevance(ranked: ScoredCandidates, columns: Columns) -> HitOrder:
    """Return the candidates by the model's score, among equals the newest first."""
    places = _falling(ranked.scores, columns, ranked.seqs)
    return HitOrder(ranked, places, ranked.scores[places], {})


def by_news(
    ranked: ScoredCandidates,
    columns: Columns,
    forward: ForwardIndex,
    evidence: HitEvidence,
    recency: Recency,
    weights: BlendWeights,
    now: datetime,
    stories: StoryMembership,
) -> HitOrder:
    """Return the candidates as the model `news` shows them."""
    blend = blended(ranked.scores, evidence, recency, weights, now.timestamp())
    places = _falling(blend.scores, columns, ranked.seqs)
    first = places[:_VARIED]
    held = ranked.held
    alike = title_likeness(held.at(first) if held else forward.vectors(ranked.seqs[first]))
    seqs = ranked.seqs[first].tolist()
    if told := stories.of(seqs):
        alike = with_stories(alike, [told.get(seq) for seq in seqs])
    order, shares = diversified(blend.scores[first].tolist(), alike)
    variety = np.ones(len(ranked.seqs))
    variety[first] = shares
    places = np.concatenate([first[order], places[_VARIED:]])
    # What made room keeps its place although others have less of a score.
    scores = np.minimum.accumulate((blend.scores * variety)[places])
    return HitOrder(ranked, places, scores, {}, blend, variety)


def without_copies(ordered: HitOrder, columns: Columns) -> HitOrder:
    """Return the same with copies of an article put behind the first of them."""
    first = ordered.places[:_COMPARED]
    shown = originals(columns.duplicate[first])
    copies: dict[int, Seqs] = {}
    for at in np.flatnonzero(shown != np.arange(len(first))).tolist():
        place = int(first[shown[at]])
        copies[place] = np.append(copies.get(place, ordered.ranked.seqs[:0]),
                                  ordered.ranked.seqs[first[at]])  # fmt: skip
    kept = np.ones(len(ordered.places), dtype=bool)
    kept[: len(first)] = shown == np.arange(len(first))
    return HitOrder(ordered.ranked, ordered.places[kept], ordered.scores[kept], copies,
                   ordered.blend, ordered.variety)  # fmt: skip


def recency_of(
    ranked: ScoredCandidates, columns: Columns, everything: Floats, now: datetime
) -> Recency:
    """Return how much a query wants the newest, by the dates of its most relevant articles."""
    if not len(ranked.seqs):
        return INDIFFERENT
    first = np.argsort(-ranked.scores)[:_DATED]
    found = columns.published[first].astype(np.float64)
    return recency_wanted(found, ranked.scores[first], everything, now.timestamp())


def title_share(ranked: ScoredCandidates) -> Floats:
    """Return the share of the user's words, by weight, that each title has."""
    own = np.flatnonzero(~ranked.added)
    total = float(ranked.weights[own].sum())
    _, titles, _ = zone_counts(ranked.packed[:, own])
    share: Floats = (titles > 0) @ ranked.weights[own] / (total or 1.0)
    return share


def _falling(scores: Floats, columns: Columns, seqs: Seqs) -> Places:
    return np.lexsort((-seqs, -columns.published, -scores))
