"""Runs one query and returns a page of matches. Titles and snippets are added elsewhere."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import NamedTuple

import numpy as np

from tidings.model.search.results import (
    Match,
    Matches,
    Query,
    RankedHit,
    RankingModel,
    ScoreBreakdown,
    Sort,
)
from tidings.search.candidates import best, closeness, newest
from tidings.search.hit_order import (
    COMPARED,
    HitOrder,
    LinkEvidence,
    by_news,
    by_relevance,
    recency_of,
    title_share,
    without_copies,
)
from tidings.search.index.index_view import IndexView
from tidings.search.index.search_snapshot import SearchSnapshot
from tidings.search.query_run import QueryRun, Retrieval, query_run_of
from tidings.search.rank.blend import HitEvidence
from tidings.search.rank.models import RANKERS
from tidings.search.rank.ranker import RankerQuery, ScoredCandidates, Seqs
from tidings.search.rank.recency import INDIFFERENT
from tidings.search.rank.vectors import Columns, Floats


class RankedMatches(NamedTuple):
    """The matches that a model ranked."""

    hits: tuple[RankedHit, ...]
    total: int
    added: tuple[tuple[str, float], ...]  # terms that feedback added, with their weights
    has_all_words: bool
    is_all: bool  # whether there are no other matches


def search(
    snapshot: SearchSnapshot,
    query: Query,
    now: datetime | None = None,
    links: LinkEvidence | None = None,
) -> Matches:
    """Return the requested page of matches and the total number of matches.

    A query without words returns everything that its filters allow, the newest first.
    """
    return matches_of(query_run_of(snapshot, query, now or datetime.now(UTC)), links)


def matches_of(run: QueryRun, links: LinkEvidence | None = None) -> Matches:
    """Return the same for a query that is already planned."""
    if run.is_unanswerable:
        return Matches(0, (), notes=run.notes, as_of=run.view.last_seq)
    if not run.words or run.query.sort is Sort.DATE:
        return _by_date(run)
    return _by_relevance(run, RankingModel(run.query.model or run.settings.model), links)


def _by_date(run: QueryRun) -> Matches:
    hits = run.retrieve(newest, run.last).candidates
    return _page(run, hits.total, hits.seqs, hits.scores)


def _by_relevance(run: QueryRun, model: RankingModel, links: LinkEvidence | None) -> Matches:
    retrieval = run.ranking_input
    order = _ranked(run, model, retrieval, links)
    seqs, scores = _with_tail(run, retrieval, order)
    return _page(run, max(retrieval.candidates.total, len(seqs)), seqs, scores, order, model)


def _ranked(
    run: QueryRun, model: RankingModel, retrieval: Retrieval, links: LinkEvidence | None
) -> HitOrder:
    ranker = RANKERS[RankingModel.BM25_FEEDBACK if model is RankingModel.NEWS else model]
    query = ranker_query(run, retrieval)
    scored = ranker(query, run.view.forward, run.snapshot.statistics)
    return _hit_order(run, model, scored, links)


def ranked_matches(run: QueryRun, links: LinkEvidence | None = None) -> RankedMatches:
    """Return all matches that a model ranks, without those that follow them."""
    model = RankingModel(run.query.model or run.settings.model)
    retrieval = run.ranking_input
    order = _ranked(run, model, retrieval, links)
    ranked, total = len(order.scored.seqs), retrieval.candidates.total
    return RankedMatches(
        tuple(_ranked_hits(run, order, model)),
        max(total, ranked),
        _feedback_terms(order),
        has_all_words=retrieval.has_all_words,
        is_all=total <= ranked,
    )


def _ranked_hits(run: QueryRun, order: HitOrder, model: RankingModel) -> Iterator[RankedHit]:
    ids, scores = run.view.forward.ids(order.seqs), order.scores.tolist()
    if run.query.explain:
        for rank, (id_, score) in enumerate(zip(ids, scores, strict=True)):
            yield RankedHit(id_, score, *_copies_and_breakdown(run, order, rank, model))
        return
    copies = {place: tuple(run.view.forward.ids(seqs)) for place, seqs in order.copies.items()}
    for id_, score, place in zip(ids, scores, order.places.tolist(), strict=True):
        yield RankedHit(id_, score, copies.get(place, ()))


def ranker_query(run: QueryRun, retrieval: Retrieval) -> RankerQuery:
    """Return what a model gets of a query and its candidates."""
    return RankerQuery(
        words=(*run.words, *run.letters),
        candidates=retrieval.candidates.seqs,
        retrieve=None if retrieval.has_all_words else run.retrieve_weighted,
        more_like=_seqs_of(run.view, run.query.more_like),
        less_like=_seqs_of(run.view, run.query.less_like),
        zones=run.settings.zones,
    )


def _seqs_of(view: IndexView, ids: tuple[str, ...]) -> Seqs:
    known = (view.forward.seq_of(id_) for id_ in ids)
    return np.array([seq for seq in known if seq is not None], dtype=np.int64)


def _hit_order(
    run: QueryRun, model: RankingModel, scored: ScoredCandidates, links: LinkEvidence | None
) -> HitOrder:
    columns = run.view.forward.columns(scored.seqs)
    if model is RankingModel.NEWS and len(scored.seqs):
        dates = run.view.forward.dates
        order = by_news(
            scored, columns, run.view.forward, _evidence(run, scored, columns, links),
            INDIFFERENT if run.names_a_time else recency_of(scored, columns, dates, run.now),
            run.settings.blend, run.now, run.snapshot.stories,
        )  # fmt: skip
    else:
        order = by_relevance(scored, columns)
    return order if run.query.copies else _folded(run, order)


def _folded(run: QueryRun, order: HitOrder) -> HitOrder:
    ids = run.view.forward.ids(order.seqs[:COMPARED])
    pairs = run.snapshot.copies_among(ids)
    return without_copies(order, ids, pairs) if pairs else order


def _evidence(
    run: QueryRun, scored: ScoredCandidates, columns: Columns, links: LinkEvidence | None
) -> HitEvidence:
    shares = links.evidence(columns.url, columns.host, columns.domain) if links else 0.0
    return HitEvidence(
        published=np.where(columns.dated, columns.published, -np.inf),
        links=np.broadcast_to(np.asarray(shares, dtype=np.float64), len(scored.seqs)),
        title=title_share(scored),
        proximity=closeness(run.view, run.words, scored.seqs),
    )


def _with_tail(run: QueryRun, retrieval: Retrieval, order: HitOrder) -> tuple[Seqs, Floats]:
    """The ranked candidates, followed by tantivy's remaining matches if the page needs them."""
    seqs, scores = order.seqs, order.scores
    first = retrieval.candidates
    if run.last <= len(seqs) or first.total <= len(first.seqs):
        return seqs, scores
    hidden = np.concatenate([order.scored.seqs, *order.copies.values()])
    more = best(run.view, retrieval.query, run.last + len(hidden)).seqs
    tail = more[~np.isin(more, hidden)]
    lowest = float(scores[-1]) if len(scores) else 0.0
    fading = lowest / (2.0 + np.arange(len(tail)))
    return np.concatenate([seqs, tail]), np.concatenate([scores, fading])


def _page(
    run: QueryRun,
    total: int,
    seqs: Seqs,
    scores: Floats,
    order: HitOrder | None = None,
    model: RankingModel = RankingModel.NEWS,
) -> Matches:
    offset = max(run.query.offset, 0)
    ids = run.view.forward.ids(seqs[offset : run.last])
    matches = [
        Match(id_, float(score), *_copies_and_breakdown(run, order, offset + at, model))
        for at, (id_, score) in enumerate(zip(ids, scores[offset : run.last], strict=True))
    ]
    as_of = run.view.last_seq if run.query.as_of is None else run.query.as_of
    added = _feedback_terms(order) if order else ()
    return Matches(total, tuple(matches), added, run.notes, as_of, run.terms)


def _copies_and_breakdown(
    run: QueryRun, order: HitOrder | None, rank: int, model: RankingModel
) -> tuple[tuple[str, ...], ScoreBreakdown | None]:
    """The ids of a match's copies, and the explanation of its score."""
    if order is None or rank >= len(order.places):
        return (), None
    copies = order.copies.get(int(order.places[rank]))
    ids = () if copies is None else tuple(run.view.forward.ids(copies))
    return ids, order.breakdown(rank, model) if run.query.explain else None


def _feedback_terms(order: HitOrder) -> tuple[tuple[str, float], ...]:
    """The terms that feedback added, by falling weight."""
    scored = order.scored
    added = np.flatnonzero(scored.added)
    by_weight = added[np.argsort(-scored.weights[added])]
    return tuple((scored.terms[at], float(scored.weights[at])) for at in by_weight)
