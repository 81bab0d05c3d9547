"""The articles that a model learns from, as a value: of one index, or of several shards."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Final

import numpy as np

from tidings.search.rank.ranker import RankedIndex, Seqs
from tidings.search.rank.statistics import Ints
from tidings.search.rank.vectors import Floats, Keys, Vectors

# Articles; in a smaller collection, stop words are not common enough to be known by their number.
SMALL_COLLECTION: Final = 1_000


@dataclass(frozen=True, slots=True, eq=False)
class FeedbackArticles:
    """Some articles with all their terms."""

    scores: Floats  # by the last round; 0 for an article that the user has chosen
    vectors: Vectors
    languages: Keys  # only in a small collection; otherwise 0

    def __len__(self) -> int:
        return len(self.scores)

    def at(self, rows: Ints) -> "FeedbackArticles":
        """Return some of the articles."""
        return FeedbackArticles(self.scores[rows], self.vectors.at(rows), self.languages[rows])

    def with_more(self, others: "FeedbackArticles") -> "FeedbackArticles":
        """Return these articles followed by the others."""
        if not len(others) or not len(self):
            return self if len(self) else others
        return FeedbackArticles(
            np.concatenate([self.scores, others.scores]),
            self.vectors.with_more(others.vectors),
            np.concatenate([self.languages, others.languages]),
        )


_NO_KEYS = np.zeros(0, np.uint64)
_NO_FLOATS = np.zeros(0)
NO_ARTICLES: Final = FeedbackArticles(
    _NO_FLOATS,
    Vectors(np.zeros(1, np.int64), _NO_KEYS, np.zeros(0, np.uint16), _NO_FLOATS, _NO_FLOATS),
    _NO_KEYS,
)


@dataclass(frozen=True, slots=True, eq=False)
class Feedback:
    """What a round has shown: hits to choose from by their scores, and the user's own choice."""

    candidates: int  # that were scored
    hits: FeedbackArticles
    right: FeedbackArticles = NO_ARTICLES
    wrong: FeedbackArticles = NO_ARTICLES


def joined_feedback(shards: Sequence[Feedback]) -> Feedback:
    """Return the feedback of several shards as that of one index, the best hits first."""
    hits = reduce(FeedbackArticles.with_more, [shard.hits for shard in shards], NO_ARTICLES)
    return Feedback(
        sum(shard.candidates for shard in shards),
        hits.at(np.argsort(-hits.scores, kind="stable")),
        reduce(FeedbackArticles.with_more, [shard.right for shard in shards], NO_ARTICLES),
        reduce(FeedbackArticles.with_more, [shard.wrong for shard in shards], NO_ARTICLES),
    )


def feedback_articles(
    index: RankedIndex, seqs: Seqs, scores: Floats | None = None, vectors: Vectors | None = None
) -> FeedbackArticles:
    """Return articles of an index, given their scores and vectors if these are known."""
    if not len(seqs):
        return NO_ARTICLES
    forward = index.forward
    vectors = forward.vectors(seqs) if vectors is None else vectors
    is_small = index.statistics.count < SMALL_COLLECTION
    languages = forward.columns(seqs).language if is_small else np.zeros(len(seqs), np.uint64)
    scores = np.zeros(len(seqs)) if scores is None else scores
    return FeedbackArticles(scores, vectors, languages)
