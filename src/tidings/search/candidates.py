"""Runs tantivy queries: the first matches by tantivy's score or by date. Not the ranking models."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
import tantivy
from tantivy import Occur

from tidings.search.entries.schema import schema
from tidings.search.index.errors import translated_errors
from tidings.search.index.index_view import IndexView
from tidings.search.rank.ranker import Seqs, WeightedWord
from tidings.search.rank.vectors import Floats

_SPARE: Final = 16  # extra hits, to see whether a run of equal scores goes on
_NEAR: Final = 6  # most words between two words that count as close
_MAX_PAIRS: Final = 5  # pairs of neighbouring words; more are a pasted sentence


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """The seqs of articles, in order, out of `total` matches."""

    total: int
    seqs: Seqs
    scores: Floats
    dates: tuple[int, ...] = ()  # the field `newest` of each, if they are sorted by it


class _Hits(NamedTuple):
    """Scores with addresses, out of all matches if these were counted."""

    hits: list[tuple[float, tantivy.DocAddress]]
    total: int | None


def best(view: IndexView, query: tantivy.Query, limit: int, total: int | None = None) -> Candidates:
    """Return the first matches by tantivy's score; equal scores by date and id.

    If the caller knows the total, matches are not counted again.
    """
    if limit <= 0:
        return _no_candidates(_run(view, query, 1).count)
    result = _with_equals(view, query, limit, count=total is None)
    total = (result.total or 0) if total is None else total
    addresses = [address for _, address in result.hits]
    scores = np.array([score for score, _ in result.hits], dtype=np.float64)
    if (scores[1:] < scores[:-1]).all():
        return Candidates(total, _seqs(view, addresses[:limit]), scores[:limit])
    dates = np.array(view.searcher.fast_field_values("newest", addresses), dtype=np.uint64)
    order = np.lexsort((~dates, -scores))[:limit]
    return Candidates(total, _seqs(view, addresses)[order], scores[order])


def all_or_best(view: IndexView, query: tantivy.Query, limit: int) -> Candidates:
    """Return all matches, the last changed first, if they fit the limit; otherwise the best.

    Retrieval without scores takes half the time, and a model computes its own scores anyway.
    """
    result = _run(view, query, max(limit, 1), order_by_field="seq")
    if result.count > limit:
        return best(view, query, limit, result.count)
    seqs = np.array([seq for seq, _ in result.hits], dtype=np.int64)
    return Candidates(result.count, seqs, np.zeros(len(seqs)))


def newest(view: IndexView, query: tantivy.Query, limit: int) -> Candidates:
    """Return the first matches by date; scores are 0."""
    if limit <= 0:
        return _no_candidates(_run(view, query, 1).count)
    result = _run(view, query, limit, order_by_field="newest")
    seqs = _seqs(view, [address for _, address in result.hits])
    dates = tuple(int(date) for date, _ in result.hits)
    return Candidates(result.count, seqs, np.zeros(len(seqs)), dates)


def dated(query: tantivy.Query, first: int, last: int) -> tantivy.Query:
    """Return the query limited to entries whose field `newest` is in a range."""
    kind = tantivy.FieldType.Unsigned
    return restricted_to(query, tantivy.Query.range_query(schema(), "newest", kind, first, last))


def up_to_seq(query: tantivy.Query, seq: int, revised: Sequence[str] = ()) -> tantivy.Query:
    """Return the query limited to entries up to a seq and to those only revised since then."""
    early = tantivy.Query.range_query(schema(), "seq", tantivy.FieldType.Unsigned, 0, seq)
    if not revised:
        return restricted_to(query, early)
    known = tantivy.Query.term_set_query(schema(), "id", list(revised))
    either = [(Occur.Should, early), (Occur.Should, known)]
    return restricted_to(query, tantivy.Query.boolean_query(either))


def without_ids(query: tantivy.Query, ids: Sequence[str]) -> tantivy.Query:
    """Return the query without the articles that have these ids."""
    unwanted = tantivy.Query.term_set_query(schema(), "id", list(ids))
    return tantivy.Query.boolean_query([(Occur.Must, query), (Occur.MustNot, unwanted)])


def restricted_to(query: tantivy.Query, others: tantivy.Query) -> tantivy.Query:
    """Return the query limited to the matches of another, whose scores do not count."""
    limit = tantivy.Query.const_score_query(others, 0.0)
    return tantivy.Query.boolean_query([(Occur.Must, query), (Occur.Must, limit)])


def closeness(view: IndexView, words: Sequence[WeightedWord], seqs: Seqs) -> Floats:
    """Return how close the query's neighbouring words are in each article, from 0 to 1."""
    terms = [word.variants[0] for word in words]
    pairs = [(one, other) for one, other in pairwise(terms) if one != other]
    if not 0 < len(pairs) <= _MAX_PAIRS or not len(seqs):
        return np.zeros(len(seqs))
    result = _with_equals(view, _near(pairs), len(seqs), count=False)
    if not result.hits:
        return np.zeros(len(seqs))
    near = _seqs(view, [address for _, address in result.hits])
    scores = np.array([score for score, _ in result.hits], dtype=np.float64)
    order = np.argsort(near)
    places = order[np.minimum(np.searchsorted(near[order], seqs), len(near) - 1)]
    return np.where(near[places] == seqs, scores[places] / scores.max(), 0.0)


def _near(pairs: Sequence[tuple[str, str]]) -> tantivy.Query:
    phrases = [
        tantivy.Query.phrase_query(schema(), field, [one, other], _NEAR)
        for one, other in pairs
        for field in ("title", "body")
    ]
    return tantivy.Query.boolean_query([(Occur.Should, phrase) for phrase in phrases])


def _with_equals(view: IndexView, query: tantivy.Query, limit: int, *, count: bool) -> _Hits:
    """Run a query; return the first matches, and all that score as the last of them.

    Which of equal scores tantivy returns first depends on how its segments were merged.
    """
    wanted = limit + _SPARE
    result = _run(view, query, wanted, count=count)
    total, hits = result.count, result.hits
    while len(hits) == wanted and hits[-1][0] == hits[limit - 1][0]:
        wanted *= 4
        hits = _run(view, query, wanted, count=False).hits
    least = hits[limit - 1][0] if len(hits) >= limit else 0.0
    return _Hits([hit for hit in hits if hit[0] >= least], total)


def _run(
    view: IndexView,
    query: tantivy.Query,
    limit: int,
    order_by_field: str | None = None,
    *,
    count: bool = True,
) -> Any:
    # tantivy allocates for the whole limit, and aborts the process when it cannot.
    limit = min(limit, max(view.searcher.num_docs, 1))
    with translated_errors(view.folder):
        return view.searcher.search(query, limit, count=count, order_by_field=order_by_field)


def _seqs(view: IndexView, addresses: Sequence[tantivy.DocAddress]) -> Seqs:
    return np.array(view.searcher.fast_field_values("seq", list(addresses)), dtype=np.int64)


def _no_candidates(total: int) -> Candidates:
    return Candidates(total, np.empty(0, np.int64), np.empty(0))
