"""A ranking model in rounds: score the candidates, learn from the best of them, score again.

Every step gets and returns values. So each shard of a collection can score its own candidates, and
what is learned from the articles of all shards goes back to each of them as the words of the next
round. `Ranker.__call__` takes all steps on one index.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from tidings.search.rank.feedback_articles import Feedback
from tidings.search.rank.query_words import QueryWords
from tidings.search.rank.ranker import RankedIndex, RankerQuery, ScoredCandidates, WeightedWord
from tidings.search.rank.statistics import CollectionStatistics
from tidings.search.rank.vectors import ForwardIndex, Keys
from tidings.settings.tree import ZoneWeights


@dataclass(frozen=True, slots=True, eq=False)
class LearningInput:
    """What learning needs besides the articles."""

    statistics: CollectionStatistics
    zones: ZoneWeights
    texts: Callable[[Keys], list[str]]  # of terms; empty for an unknown one


@dataclass(frozen=True, slots=True)
class FeedbackStep:
    """How a model learns between two rounds."""

    # The articles of one index to learn from.
    feedback: Callable[[RankedIndex, RankerQuery, ScoredCandidates], Feedback]
    # The words of the next round; None if there is too little to learn from.
    learned: Callable[[QueryWords, Feedback, LearningInput], QueryWords | None]
    # Terms to retrieve further candidates by, with their weights; none if no more are needed.
    boosts: Callable[[QueryWords, CollectionStatistics], dict[str, float]]


def last_scores(
    query: RankerQuery,
    first: ScoredCandidates,
    last: ScoredCandidates,
    statistics: CollectionStatistics,
) -> ScoredCandidates:
    """Return the scores of the last round as they are."""
    return last


@dataclass(frozen=True, slots=True)
class Ranker:
    """A retrieval model: its steps, and all of them on one index."""

    # The words with the weights that they are scored with.
    words: Callable[[Sequence[WeightedWord], CollectionStatistics], QueryWords]
    # The scored candidates of a query, given those of the round before, with which they begin.
    scored: Callable[
        [RankedIndex, RankerQuery, QueryWords, ScoredCandidates | None], ScoredCandidates
    ]
    steps: tuple[FeedbackStep, ...] = ()
    # The final scores, given those of the first and of the last round.
    finished: Callable[
        [RankerQuery, ScoredCandidates, ScoredCandidates, CollectionStatistics], ScoredCandidates
    ] = last_scores

    def __call__(
        self,
        query: RankerQuery,
        forward: ForwardIndex,
        statistics: CollectionStatistics | None = None,
    ) -> ScoredCandidates:
        """Return the candidates, including the model's own, with their relevance."""
        index = RankedIndex(forward, statistics or forward)
        words = self.words(query.words, index.statistics)
        first = last = self.scored(index, query, words, None)
        given = LearningInput(index.statistics, query.zones, forward.terms)
        for step in self.steps:
            learned = step.learned(words, step.feedback(index, query, last), given)
            if learned is None:
                break
            words = learned
            wider = widened_query(query, last, step.boosts(words, index.statistics))
            last = self.scored(index, wider, words, last)
        return self.finished(query, first, last, index.statistics)


def widened_query(
    query: RankerQuery, before: ScoredCandidates, boosts: dict[str, float]
) -> RankerQuery:
    """Return the query with the candidates of the round before and those for boosted terms."""
    seqs = before.seqs
    if query.retrieve is not None and boosts:
        found = query.retrieve(boosts)
        seqs = np.concatenate([seqs, found[~np.isin(found, seqs)]])
    return replace(query, candidates=seqs)
