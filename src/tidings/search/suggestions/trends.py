"""Trending terms: those in far more articles of the last hours than usual, from several sources.

A term's share of the newest articles is compared with its share of earlier ones, of which older
ones count less. A home without a past is compared with its own earlier hours or, in its first
hours, each term with the mean of all terms. A name of several words replaces its words.
"""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

import numpy as np
import tantivy
from numpy.typing import NDArray

from tidings.search.entries.schema import schema
from tidings.search.index.index_view import IndexView
from tidings.search.index.search_snapshot import CopiesAmong, no_copies
from tidings.search.rank.diversity import originals
from tidings.search.rank.vectors import MAX_CAPITALS, Columns, Floats, Keys
from tidings.search.suggestions.trend_names import TrendCandidate, joined_names
from tidings.settings.tree import TrendSettings
from tidings.text.terms.stopwords import stop_words

_HOUR: Final = 3_600
_DAY: Final = 24 * _HOUR
_BLOCK: Final = 2_000  # articles at once: some 400 000 terms
_ENOUGH: Final = 100  # earlier articles, for meaningful shares
_FEW: Final = 20  # recent articles needed for any trends
_ALONE: Final = 50  # recent articles needed if there are no earlier ones
_LATE: Final = 0.25  # the part of a single day that is compared with the rest of it
_MAX_SHARE: Final = 0.25  # of articles; without a past, a term in more of them is not news
_PER_SOURCE: Final = 4  # articles of one source that count at most
_NAMED: Final = 0.5  # the share of its score for a term never written with a capital
_UNCASED: Final = 0.75  # the same for a term of a script without capitals
_NAME: Final = 0.6  # share of capitals above which a term is a name, or a German noun
_POOL: Final = 60  # terms examined more closely
_SAME: Final = 0.5  # share of common articles above which two terms are about one event
_EXAMPLES: Final = 3
_COMPARED: Final = 100  # articles of a trend that are searched for copies

Seqs = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class TrendMatch:
    """A trending term, or the terms of a name, with ids of example articles."""

    terms: tuple[str, ...]
    score: float
    articles: int
    expected: float
    sources: int
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Recent:
    """The newest articles and the candidate terms that each has."""

    seqs: Seqs
    columns: Columns
    keys: Keys
    rows: NDArray[np.int64]  # of each entry, its row in `seqs`
    places: NDArray[np.int64]  # and its place in `keys`
    counts: Floats = field(repr=False)
    sources: NDArray[np.int64] = field(repr=False)
    capitals: Floats = field(repr=False)  # the share of capitals, from 0 to 1


def trends(
    view: IndexView,
    now: datetime,
    settings: TrendSettings,
    limit: int = 10,
    copies_among: CopiesAmong = no_copies,
) -> list[TrendMatch]:
    """Return the trends, the most unusual first; none while there are too few articles."""
    moment, hours = int(now.timestamp()), settings.hours * _HOUR
    recent_seqs = _articles(view, moment - hours, moment, settings.max_articles)
    before = _articles(
        view, moment - int(hours) - settings.days * _DAY, moment - hours, settings.max_articles
    )
    if len(before) < _ENOUGH:
        before = _articles(view, moment - hours, moment - _LATE * hours, settings.max_articles)
        if len(before) >= _ENOUGH:
            recent_seqs = _articles(view, moment - _LATE * hours, moment, settings.max_articles)
    if len(recent_seqs) < (_FEW if len(before) >= _ENOUGH else _ALONE):
        return []
    recent = _recent(view, recent_seqs, settings.min_sources)
    if not len(recent.keys):
        return []
    if len(before) >= _ENOUGH:
        expected = _expected(view, recent, before, moment, settings.half_life_days)
    else:
        usual = recent.counts <= _MAX_SHARE * len(recent_seqs)
        expected = np.where(usual, recent.counts.mean(), recent.counts)
    found = _different(_candidates(view, recent, expected), limit)
    return [_match(view, recent, each, copies_among) for each in found]


def _articles(view: IndexView, since: float, until: float, limit: int) -> Seqs:
    """The newest articles published after one second and up to another."""
    span = tantivy.Query.range_query(
        schema(), "published", tantivy.FieldType.Integer, int(since) + 1, int(until)
    )
    wanted = min(limit, max(view.searcher.num_docs, 1))
    hits = view.searcher.search(span, limit=wanted, count=False, order_by_field="newest").hits
    found = view.searcher.fast_field_values("seq", [address for _, address in hits])
    return np.array(found, np.int64)


def _recent(view: IndexView, seqs: Seqs, min_sources: int) -> _Recent:
    vectors = view.forward.vectors(seqs)
    columns = view.forward.columns(seqs)
    all_keys, places = np.unique(vectors.keys, return_inverse=True)
    rows = vectors.rows
    _, source = np.unique(columns.source, return_inverse=True)
    pairs, per_pair = np.unique(places * (source.max() + 1) + source[rows], return_counts=True)
    of_pair = pairs // (source.max() + 1)
    sources = np.bincount(of_pair, minlength=len(all_keys))
    counts = np.bincount(of_pair, np.minimum(per_pair, _PER_SOURCE), minlength=len(all_keys))
    capitals = np.bincount(places, vectors.packed >> 14, minlength=len(all_keys)) / MAX_CAPITALS
    kept = np.flatnonzero(sources >= min_sources)
    renumbered = np.full(len(all_keys), -1)
    renumbered[kept] = np.arange(len(kept))
    entries = np.flatnonzero(renumbered[places] >= 0)
    occurrences = np.bincount(places, minlength=len(all_keys))
    return _Recent(
        seqs, columns, all_keys[kept], rows[entries], renumbered[places[entries]],
        counts[kept].astype(np.float64), sources[kept], capitals[kept] / occurrences[kept],
    )  # fmt: skip


def _expected(
    view: IndexView, recent: _Recent, before: Seqs, moment: int, half_life_days: float
) -> Floats:
    """The usual number of articles with each term, for as many articles as the newest."""
    found, total = np.zeros(len(recent.keys)), 0.0
    for first in range(0, len(before), _BLOCK):
        seqs = before[first : first + _BLOCK]
        ages = (moment - view.forward.columns(seqs).published) / _DAY
        weights = np.exp2(-ages / half_life_days)
        vectors = view.forward.vectors(seqs)
        places = np.minimum(np.searchsorted(recent.keys, vectors.keys), len(recent.keys) - 1)
        known = recent.keys[places] == vectors.keys
        found += np.bincount(places[known], weights[vectors.rows[known]], len(recent.keys))
        total += float(weights.sum())
    return found / (total or 1.0) * len(recent.seqs)


def _candidates(view: IndexView, recent: _Recent, expected: Floats) -> list[TrendCandidate]:
    scores = (recent.counts - expected) / np.sqrt(expected + 1.0)
    pool = np.argsort(-scores, kind="stable")[: 4 * _POOL]
    pool = pool[scores[pool] > 1.0]
    texts = view.forward.terms(recent.keys[pool])
    excluded = frozenset[str]().union(*(stop_words(language) for language in view.languages))
    candidates = [
        _candidate(recent, expected, scores, text, at)
        for text, at in zip(texts, pool.tolist(), strict=True)
        if _is_word(text) and text not in excluded
    ]
    best = sorted(candidates, key=lambda each: -each.score)[:_POOL]
    return joined_names(view.searcher, best, recent.seqs)


def _candidate(
    recent: _Recent, expected: Floats, scores: Floats, text: str, at: int
) -> TrendCandidate:
    uncased = text.upper() == text.lower()
    capitals = float(recent.capitals[at])
    named = _UNCASED if uncased else _NAMED + (1 - _NAMED) * capitals
    return TrendCandidate(
        terms=(text,),
        score=float(scores[at] * named),
        expected=float(expected[at]),
        sources=int(recent.sources[at]),
        articles=frozenset(recent.rows[recent.places == at].tolist()),
        is_name=uncased or capitals > _NAME,
    )


def _is_word(text: str) -> bool:
    """Whether a term can trend: no digits, at least two letters, at least three in ASCII."""
    least = 3 if text.isascii() else 2
    return len(text) >= least and not any(letter.isdigit() for letter in text)


def _different(candidates: list[TrendCandidate], limit: int) -> list[TrendCandidate]:
    """The best candidates, one for each event."""
    shown: list[TrendCandidate] = []
    for candidate in sorted(candidates, key=lambda each: (-each.score, each.terms)):
        if len(shown) == limit:
            break
        if all(_likeness(candidate, other) < _SAME for other in shown):
            shown.append(candidate)
    return shown


def _likeness(one: TrendCandidate, other: TrendCandidate) -> float:
    common = len(one.articles & other.articles)
    return common / min(len(one.articles), len(other.articles))


def _match(
    view: IndexView, recent: _Recent, candidate: TrendCandidate, copies_among: CopiesAmong
) -> TrendMatch:
    """The trend with its best examples: most trending terms, different sources, no copies."""
    rows = np.array(sorted(candidate.articles), np.int64)
    at = np.flatnonzero(np.isin(recent.rows, rows))
    weight = np.bincount(recent.rows[at], minlength=len(recent.seqs))[rows]
    rows = rows[np.argsort(-weight, kind="stable")[:_COMPARED]]
    ids = view.forward.ids(recent.seqs[rows])
    rows = rows[originals(ids, copies_among(ids)) == np.arange(len(rows))]
    _, first = np.unique(recent.columns.source[rows], return_index=True)
    chosen = rows[np.sort(first)][:_EXAMPLES]
    return TrendMatch(
        candidate.terms, round(candidate.score, 3), len(candidate.articles),
        round(candidate.expected, 2), candidate.sources,
        tuple(id_ for id_ in view.forward.ids(recent.seqs[chosen]) if id_),
    )  # fmt: skip
