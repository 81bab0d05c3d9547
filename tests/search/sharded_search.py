"""Searches the shards of a collection step by step, as a cluster would: with shared statistics.

Each shard scores its own candidates. Where a model learns, the articles to learn from come from all
shards, and the learned words go back to each. The scores are then merged.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime

import numpy as np

from tidings.model.search.results import Query, RankingModel
from tidings.search.candidates import best
from tidings.search.index.search_snapshot import SearchSnapshot
from tidings.search.index.shard_statistics import shard_statistics
from tidings.search.query_run import QueryRun, Retrieval, query_run_of
from tidings.search.rank.feedback_articles import joined_feedback
from tidings.search.rank.models import RANKERS
from tidings.search.rank.ranker import RankedIndex, RankerQuery, ScoredCandidates, Seqs
from tidings.search.rank.rounds import LearningInput, Ranker, widened_query
from tidings.search.rank.statistics import SharedStatistics, added_statistics
from tidings.search.rank.vectors import Keys
from tidings.search.search import ranker_query

NOW = datetime(2024, 5, 2, tzinfo=UTC)
_SHARD = 48  # bits of a seq; the number of its shard stands above them


def shared_statistics(snapshots: Sequence[SearchSnapshot]) -> SharedStatistics:
    """Return the statistics of all shards together."""
    return added_statistics([shard_statistics(snapshot.view) for snapshot in snapshots])


@dataclass(frozen=True, eq=False)
class _Shard:
    number: int
    run: QueryRun
    retrieval: Retrieval

    @property
    def index(self) -> RankedIndex:
        return RankedIndex(self.run.view.forward, self.run.snapshot.statistics)

    @property
    def query(self) -> RankerQuery:
        return ranker_query(self.run, self.retrieval)


def sharded_search(snapshots: Sequence[SearchSnapshot], query: Query) -> list[tuple[str, float]]:
    """Return the ids and scores of all candidates, the best first."""
    shared = shared_statistics(snapshots)
    runs = [query_run_of(replace(each, shared=shared), query, NOW) for each in snapshots]
    found = [run.retrieve(best, run.depth) for run in runs]
    if any(each.has_all_words and each.candidates.total for each in found):
        found = [each if each.has_all_words else _without_candidates(each) for each in found]
    found = _cut(found, runs[0].depth)
    shards = [_Shard(at, *each) for at, each in enumerate(zip(runs, found, strict=True))]
    ranker = RANKERS[query.model or RankingModel.BM25]
    scored = _ranked(ranker, shards, shared)
    ids = [_id(shards, int(seq)) for seq in scored.seqs]
    return sorted(zip(ids, scored.scores.tolist(), strict=True), key=lambda each: -each[1])


def _without_candidates(found: Retrieval) -> Retrieval:
    """The shard has only some of the words, others have all; it may have articles to learn from."""
    none = replace(found.candidates, seqs=found.candidates.seqs[:0], scores=np.zeros(0))
    return replace(found, candidates=none, has_all_words=True)


def _cut(found: Sequence[Retrieval], depth: int) -> list[Retrieval]:
    """The best candidates of all shards by tantivy's scores, which are comparable."""
    scores = np.concatenate([each.candidates.scores for each in found])
    if len(scores) <= depth:
        return list(found)
    least = np.partition(scores, -depth)[-depth]
    return [
        replace(each, candidates=replace(each.candidates, seqs=each.candidates.seqs[kept]))
        for each in found
        for kept in [each.candidates.scores >= least]
    ]


def _ranked(ranker: Ranker, shards: Sequence[_Shard], shared: SharedStatistics) -> ScoredCandidates:
    words = ranker.words(shards[0].query.words, shared)
    first = last = [ranker.scored(each.index, each.query, words, None) for each in shards]
    for step in ranker.steps:
        seen = [
            step.feedback(each.index, each.query, scored)
            for each, scored in zip(shards, last, strict=True)
        ]
        given = LearningInput(shared, shards[0].query.zones, lambda keys: _texts(shards, keys))
        learned = step.learned(words, joined_feedback(seen), given)
        if learned is None:
            break
        words = learned
        boosts = step.boosts(words, shared)
        last = [
            ranker.scored(each.index, widened_query(each.query, before, boosts), words, before)
            for each, before in zip(shards, last, strict=True)
        ]
    query = replace(
        shards[0].query,
        more_like=_tagged(shards, [each.query.more_like for each in shards]),
        less_like=_tagged(shards, [each.query.less_like for each in shards]),
    )
    return ranker.finished(query, _joined(shards, first), _joined(shards, last), shared)


def _texts(shards: Sequence[_Shard], keys: Keys) -> list[str]:
    each = [shard.index.forward.terms(keys) for shard in shards]
    return [next((text for text in texts if text), "") for texts in zip(*each, strict=True)]


def _joined(shards: Sequence[_Shard], parts: Sequence[ScoredCandidates]) -> ScoredCandidates:
    """The candidates of all shards, the best first."""
    scores = np.concatenate([part.scores for part in parts])
    order = np.argsort(-scores, kind="stable")
    vectors = parts[0].vectors
    for part in parts[1:]:
        vectors = vectors.with_more(part.vectors) if vectors and part.vectors else None
    return replace(
        parts[0],
        seqs=_tagged(shards, [part.seqs for part in parts])[order],
        scores=scores[order],
        packed=np.concatenate([part.packed for part in parts])[order],
        vectors=vectors.at(order) if vectors else None,
    )


def _tagged(shards: Sequence[_Shard], seqs: Sequence[Seqs]) -> Seqs:
    parts = [each | shard.number << _SHARD for shard, each in zip(shards, seqs, strict=True)]
    return np.concatenate(parts)


def _id(shards: Sequence[_Shard], tagged: int) -> str:
    (shard,) = (each for each in shards if each.number == tagged >> _SHARD)
    seq = tagged & ((1 << _SHARD) - 1)
    return shard.run.view.forward.ids(np.array([seq]))[0]
