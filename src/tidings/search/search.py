"""The way of one query: a question in, a page of matches out. Titles and snippets come later."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

import numpy as np
import tantivy

from tidings.model.search import Breakdown, Match, Matches, Model, Query, Sort
from tidings.search.candidates import Candidates, best, closeness, newest, until
from tidings.search.index.files import Index
from tidings.search.index.view import View
from tidings.search.order import (
    Ordered,
    Standing,
    by_news,
    by_relevance,
    recency_of,
    title_share,
    without_copies,
)
from tidings.search.query.lookup import Lookup
from tidings.search.query.parse import Parsed, limited, parse, plain
from tidings.search.query.plan import Plan
from tidings.search.query.terms import scoring_terms
from tidings.search.query.tree import Between
from tidings.search.rank.blend import Evidence
from tidings.search.rank.models import RANKERS
from tidings.search.rank.ranker import Asked, Ranked, Seqs, Word
from tidings.search.rank.recency import INDIFFERENT
from tidings.search.rank.vectors import Columns, Floats
from tidings.settings.tree import SearchSettings

_DEEP: Final = 1_000  # candidates that a model ranks when a test collection asks for as many


First = Callable[[View, tantivy.Query, int], Candidates]


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """What was looked for, and what tantivy has of it."""

    query: tantivy.Query
    candidates: Candidates
    strictly: bool  # with all the words


@dataclass(frozen=True, slots=True)
class _Way:
    """What one query needs on its way."""

    view: View
    query: Query
    parsed: Parsed
    plan: Plan
    words: tuple[Word, ...]
    settings: SearchSettings
    now: datetime

    @property
    def last(self) -> int:
        """How many matches are wanted, those of the pages before included."""
        return max(self.query.offset, 0) + max(self.query.limit, 0)

    @property
    def depth(self) -> int:
        """How many candidates are ranked exactly; it must not change from page to page."""
        return _DEEP if self.query.limit >= self.settings.depth else self.settings.depth

    def found(self, first: First, limit: int) -> Found:
        """What there is for all the words; only if nothing has them all, any of them will do."""
        loose = self.plan.loose(self.parsed)
        if not self.query.plain or loose is None:
            strict = self._as_of(self.plan.strict(self.parsed))
            candidates = first(self.view, strict, limit)
            if candidates.total or loose is None:
                return Found(strict, candidates, strictly=True)
        loose = self._as_of(loose)
        return Found(loose, first(self.view, loose, limit), strictly=False)

    def weighted(self, terms: Mapping[str, float]) -> Seqs:
        """Candidates for terms of a model's own."""
        found = self._as_of(self.plan.weighted(terms, self.parsed))
        return best(self.view, found, self.depth).seqs

    def _as_of(self, found: tantivy.Query) -> tantivy.Query:
        as_of = self.query.as_of
        later = as_of is not None and as_of < self.view.forward.last_seq
        return until(found, as_of) if as_of is not None and later else found


def search(
    index: Index, query: Query, now: datetime | None = None, standing: Standing | None = None
) -> Matches:
    """Return the wanted page of matches and how many there are in all.

    A query without words is for everything that its filters let pass, the newest first.
    """
    way = _way(index, query, now or datetime.now(UTC))
    if way.parsed.is_empty and query.text.strip():
        return Matches(0, (), notes=way.parsed.notes, as_of=way.view.forward.last_seq)
    if not way.words or query.sort is Sort.DATE:
        return _dated(way)
    return _ranked(way, Model(query.model or index.settings.model), standing)


def _way(index: Index, query: Query, now: datetime) -> _Way:
    view = index.view
    parsed = limited(plain(query.text) if query.plain else parse(query.text, now), query)
    languages = view.languages if query.language is None else (query.language,)
    lookup = Lookup(view.searcher, languages)
    words = tuple(
        Word(term.variants, term.weight, term.title_only) for term in scoring_terms(parsed, lookup)
    )
    return _Way(view, query, parsed, Plan(lookup, index.settings), words, index.settings, now)


def _dated(way: _Way) -> Matches:
    hits = way.found(newest, way.last).candidates
    return _page(way, hits.total, hits.seqs, hits.scores)


def _ranked(way: _Way, model: Model, standing: Standing | None) -> Matches:
    found = way.found(best, way.depth)
    ranker = RANKERS[Model.BM25_FEEDBACK if model is Model.NEWS else model]
    ranked = ranker(_asked(way, found), way.view.forward)
    ordered = _ordered(way, model, ranked, standing)
    seqs, scores = _with_tail(way, found, ordered)
    return _page(way, max(found.candidates.total, len(seqs)), seqs, scores, ordered, model)


def _asked(way: _Way, found: Found) -> Asked:
    return Asked(
        words=way.words,
        candidates=found.candidates.seqs,
        retrieve=None if found.strictly else way.weighted,
        more_like=_seqs_of(way.view, way.query.more_like),
        less_like=_seqs_of(way.view, way.query.less_like),
        zones=way.settings.zones,
    )


def _seqs_of(view: View, ids: tuple[str, ...]) -> Seqs:
    known = (view.forward.seq_of(id_) for id_ in ids)
    return np.array([seq for seq in known if seq is not None], dtype=np.int64)


def _ordered(way: _Way, model: Model, ranked: Ranked, standing: Standing | None) -> Ordered:
    columns = way.view.forward.columns(ranked.seqs)
    if model is Model.NEWS and len(ranked.seqs):
        dates = way.view.forward.dates
        ordered = by_news(
            ranked, columns, way.view.forward, _evidence(way, ranked, columns, standing),
            INDIFFERENT if _names_a_time(way) else recency_of(ranked, columns, dates, way.now),
            way.settings.blend, way.now,
        )  # fmt: skip
    else:
        ordered = by_relevance(ranked, columns)
    return ordered if way.query.copies else without_copies(ordered, columns)


def _names_a_time(way: _Way) -> bool:
    """Whether the user says which time is meant: by a filter, or by a year among the words."""
    if any(isinstance(part, Between) for part in way.parsed.filters):
        return True
    years = (variant for word in way.words for variant in word.variants if len(variant) == 4)
    return any(year.isdigit() and 1400 < int(year) < way.now.year for year in years)


def _evidence(way: _Way, ranked: Ranked, columns: Columns, standing: Standing | None) -> Evidence:
    links = standing.evidence(columns.url, columns.host, columns.domain) if standing else 0.0
    return Evidence(
        published=columns.published.astype(np.float64),
        links=np.broadcast_to(np.asarray(links, dtype=np.float64), len(ranked.seqs)),
        title=title_share(ranked),
        proximity=closeness(way.view, way.words, ranked.seqs),
    )


def _with_tail(way: _Way, found: Found, ordered: Ordered) -> tuple[Seqs, Floats]:
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
    way: _Way,
    total: int,
    seqs: Seqs,
    scores: Floats,
    ordered: Ordered | None = None,
    model: Model = Model.NEWS,
) -> Matches:
    offset = max(way.query.offset, 0)
    ids = way.view.forward.ids(seqs[offset : way.last])
    matches = [
        Match(id_, float(score), *_told(way, ordered, offset + at, model))
        for at, (id_, score) in enumerate(zip(ids, scores[offset : way.last], strict=True))
    ]
    as_of = way.view.forward.last_seq if way.query.as_of is None else way.query.as_of
    added = _added(ordered) if ordered else ()
    return Matches(total, tuple(matches), added, way.parsed.notes, as_of)


def _told(
    way: _Way, ordered: Ordered | None, rank: int, model: Model
) -> tuple[tuple[str, ...], Breakdown | None]:
    """The ids of a match's copies, and why it is there."""
    if ordered is None or rank >= len(ordered.places):
        return (), None
    copies = ordered.copies.get(int(ordered.places[rank]))
    ids = () if copies is None else tuple(way.view.forward.ids(copies))
    return ids, ordered.breakdown(rank, model) if way.query.explain else None


def _added(ordered: Ordered) -> tuple[tuple[str, float], ...]:
    """The terms that feedback brought, the weightiest first."""
    ranked = ordered.ranked
    brought = np.flatnonzero(ranked.added)
    order = brought[np.argsort(-ranked.weights[brought])]
    return tuple((ranked.terms[at], float(ranked.weights[at])) for at in order)
