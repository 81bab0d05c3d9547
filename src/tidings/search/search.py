"""The way of one query: a question in, a page of matches out. Titles and snippets come later."""

from datetime import UTC, datetime

import numpy as np

from tidings.model.search.results import Match, Matches, Query, RankingModel, ScoreBreakdown, Sort
from tidings.search.candidates import best, closeness, newest
from tidings.search.hit_order import (
    HitOrder,
    LinkEvidence,
    by_news,
    by_relevance,
    recency_of,
    title_share,
    without_copies,
)
from tidings.search.index.index_view import IndexView
from tidings.search.index.search_index import Index
from tidings.search.query_run import QueryRun, Retrieval, query_run_of
from tidings.search.rank.blend import HitEvidence
from tidings.search.rank.models import RANKERS
from tidings.search.rank.ranker import RankerQuery, ScoredCandidates, Seqs
from tidings.search.rank.recency import INDIFFERENT
from tidings.search.rank.vectors import Columns, Floats


def search(
    index: Index, query: Query, now: datetime | None = None, standing: LinkEvidence | None = None
) -> Matches:
    """Return the wanted page of matches and how many there are in all.

    A query without words is for everything that its filters let pass, the newest first.
    """
    way = query_run_of(index, query, now or datetime.now(UTC))
    if way.is_unanswerable:
        return Matches(0, (), notes=way.notes, as_of=way.view.last_seq)
    if not way.words or query.sort is Sort.DATE:
        return _by_date(way)
    return _by_relevance(way, RankingModel(query.model or index.settings.model), standing)


def _by_date(way: QueryRun) -> Matches:
    hits = way.found(newest, way.last).candidates
    return _page(way, hits.total, hits.seqs, hits.scores)


def _by_relevance(way: QueryRun, model: RankingModel, standing: LinkEvidence | None) -> Matches:
    found = way.candidates
    ranker = RANKERS[RankingModel.BM25_FEEDBACK if model is RankingModel.NEWS else model]
    ranked = ranker(_ranker_query(way, found), way.view.forward)
    ordered = _hit_order(way, model, ranked, standing)
    seqs, scores = _with_tail(way, found, ordered)
    return _page(way, max(found.candidates.total, len(seqs)), seqs, scores, ordered, model)


def _ranker_query(way: QueryRun, found: Retrieval) -> RankerQuery:
    return RankerQuery(
        words=(*way.words, *way.letters),
        candidates=found.candidates.seqs,
        retrieve=None if found.strictly else way.weighted,
        more_like=_seqs_of(way.view, way.query.more_like),
        less_like=_seqs_of(way.view, way.query.less_like),
        zones=way.settings.zones,
    )


def _seqs_of(view: IndexView, ids: tuple[str, ...]) -> Seqs:
    known = (view.forward.seq_of(id_) for id_ in ids)
    return np.array([seq for seq in known if seq is not None], dtype=np.int64)


def _hit_order(
    way: QueryRun, model: RankingModel, ranked: ScoredCandidates, standing: LinkEvidence | None
) -> HitOrder:
    columns = way.view.forward.columns(ranked.seqs)
    if model is RankingModel.NEWS and len(ranked.seqs):
        dates = way.view.forward.dates
        ordered = by_news(
            ranked, columns, way.view.forward, _evidence(way, ranked, columns, standing),
            INDIFFERENT if way.names_a_time else recency_of(ranked, columns, dates, way.now),
            way.settings.blend, way.now, way.stories,
        )  # fmt: skip
    else:
        ordered = by_relevance(ranked, columns)
    return ordered if way.query.copies else without_copies(ordered, columns)


def _evidence(
    way: QueryRun, ranked: ScoredCandidates, columns: Columns, standing: LinkEvidence | None
) -> HitEvidence:
    links = standing.evidence(columns.url, columns.host, columns.domain) if standing else 0.0
    return HitEvidence(
        published=columns.published.astype(np.float64),
        links=np.broadcast_to(np.asarray(links, dtype=np.float64), len(ranked.seqs)),
        title=title_share(ranked),
        proximity=closeness(way.view, way.words, ranked.seqs),
    )


def _with_tail(way: QueryRun, found: Retrieval, ordered: HitOrder) -> tuple[Seqs, Floats]:
    """The ranked candidates, and behind them, if so many are wanted, the others as they came."""
    seqs, scores = ordered.seqs, ordered.scores
    first = found.candidates
    if way.last <= len(seqs) or first.total <= len(first.seqs):
        return seqs, scores
    hidden = np.concatenate([ordered.ranked.seqs, *ordered.copies.values()])
    more = best(way.view, found.query, way.last + len(hidden)).seqs
    tail = more[~np.isin(more, hidden)]
    lowest = float(scores[-1]) if len(scores) else 0.0
    fading = lowest / (2.0 + np.arange(len(tail)))
    return np.concatenate([seqs, tail]), np.concatenate([scores, fading])


def _page(
    way: QueryRun,
    total: int,
    seqs: Seqs,
    scores: Floats,
    ordered: HitOrder | None = None,
    model: RankingModel = RankingModel.NEWS,
) -> Matches:
    offset = max(way.query.offset, 0)
    ids = way.view.forward.ids(seqs[offset : way.last])
    matches = [
        Match(id_, float(score), *_copies_and_breakdown(way, ordered, offset + at, model))
        for at, (id_, score) in enumerate(zip(ids, scores[offset : way.last], strict=True))
    ]
    as_of = way.view.last_seq if way.query.as_of is None else way.query.as_of
    added = _feedback_terms(ordered) if ordered else ()
    return Matches(total, tuple(matches), added, way.notes, as_of, way.terms)


def _copies_and_breakdown(
    way: QueryRun, ordered: HitOrder | None, rank: int, model: RankingModel
) -> tuple[tuple[str, ...], ScoreBreakdown | None]:
    """The ids of a match's copies, and why it is there."""
    if ordered is None or rank >= len(ordered.places):
        return (), None
    copies = ordered.copies.get(int(ordered.places[rank]))
    ids = () if copies is None else tuple(way.view.forward.ids(copies))
    return ids, ordered.breakdown(rank, model) if way.query.explain else None


def _feedback_terms(ordered: HitOrder) -> tuple[tuple[str, float], ...]:
    """The terms that feedback brought, the weightiest first."""
    ranked = ordered.ranked
    brought = np.flatnonzero(ranked.added)
    order = brought[np.argsort(-ranked.weights[brought])]
    return tuple((ranked.terms[at], float(ranked.weights[at])) for at in order)
