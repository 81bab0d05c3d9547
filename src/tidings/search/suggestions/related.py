"""Related articles: those with similar vectors. Copies of an article are not related.

Candidates are found by the article's heaviest terms, then compared by all terms.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

import numpy as np
import tantivy
from numpy.typing import NDArray
from tantivy import Occur

from tidings.search.entries.schema import schema
from tidings.search.index.index_view import IndexView
from tidings.search.index.search_snapshot import CopiesAmong, no_copies
from tidings.search.rank.diversity import originals
from tidings.search.rank.stop_word_keys import stop_word_keys
from tidings.search.rank.vectors import Floats, Keys, frequencies
from tidings.search.rank.vsm import idf
from tidings.settings.tree import ZoneWeights

_TERMS: Final = 12  # terms of the article to find candidates by
_TITLE_TERMS: Final = 4  # of them are also searched in titles
_CANDIDATES: Final = 100
_MAX_SHARE: Final = 0.2  # of all articles; a term in more of them distinguishes nothing
_SMALL: Final = 50  # articles; in a smaller index, shares mean nothing
_LEAST: Final = 0.02  # likeness of two articles on one subject; less is chance
_COPY: Final = 0.97  # likeness of an article and a differently cut copy
_YOUNG: Final = 0.2  # the largest bonus for a new article
_HALF_LIFE: Final = 14 * 86_400.0  # of that bonus, in seconds
_REASONS: Final = 4


@dataclass(frozen=True, slots=True)
class RelatedMatch:
    """An article's id, with the shared terms, the most distinctive first."""

    id: str
    score: float
    shared: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Profile:
    """The terms of the article, by falling weight."""

    keys: Keys
    texts: list[str]
    weights: Floats
    idfs: Floats


def related(
    view: IndexView,
    id_: str,
    now: datetime,
    zones: ZoneWeights,
    limit: int = 6,
    copies_among: CopiesAmong = no_copies,
) -> list[RelatedMatch]:
    """Return the articles most similar to one; none if it is not in the index."""
    seq = view.forward.seq_of(id_)
    profile = None if seq is None else _profile(view, seq, zones)
    if seq is None or profile is None or limit <= 0:
        return []
    seqs = _candidates(view, profile, limit)
    seqs = seqs[seqs != seq]
    likeness, shares = _likeness(view, profile, seq, seqs, zones)
    ages = np.clip(now.timestamp() - view.forward.columns(seqs).published, 0.0, None)
    scores = likeness * (1.0 + _YOUNG * np.exp2(-ages / _HALF_LIFE)) / (1.0 + _YOUNG)
    scores[(likeness < _LEAST) | (likeness > _COPY)] = 0.0
    order = np.lexsort((-seqs, -scores))
    order = order[scores[order] > 0]
    # The article itself comes first, so that its copies are found to be copies.
    ids = [id_, *view.forward.ids(seqs[order])]
    is_copy = originals(ids, copies_among(ids)) != np.arange(len(ids))
    found = zip(ids[1:], order.tolist(), is_copy[1:].tolist(), strict=True)
    return [
        RelatedMatch(other, float(scores[at]), _reasons(profile, shares[at]))
        for other, at, copied in found
        if other and not copied
    ][:limit]


def _profile(view: IndexView, seq: int, zones: ZoneWeights) -> _Profile | None:
    vector = view.forward.vectors(np.array([seq], np.int64))
    found = view.forward.document_frequencies(vector.keys)
    count = view.forward.count
    most = count if count < _SMALL else count * _MAX_SHARE
    distinctive = np.flatnonzero((found >= 2) & (found <= most))
    idfs = idf(count, found[distinctive])
    weights = frequencies(vector.packed[distinctive], zones) * idfs
    keys = vector.keys[distinctive]
    # In a small index, stop words of the article's language are not frequent yet.
    language = int(view.forward.columns(np.array([seq], np.int64)).language[0])
    weights[np.isin(keys, stop_word_keys(language))] = 0.0
    order = np.argsort(-weights, kind="stable")
    order = order[weights[order] > 0]
    if not len(order):
        return None
    texts = view.forward.terms(keys[order[:_TERMS]])
    return _Profile(keys[order], texts, weights[order], idfs[order])


def _candidates(view: IndexView, profile: _Profile, limit: int) -> NDArray[np.int64]:
    clauses = []
    for at, term in enumerate(profile.texts):
        weight = float(np.sqrt(profile.weights[at] / profile.weights[0]))
        for field in ("body", "title") if at < _TITLE_TERMS else ("body",):
            wanted = tantivy.Query.term_query(schema(), field, term, "freq")
            clauses.append((Occur.Should, tantivy.Query.boost_query(wanted, weight)))
    found = tantivy.Query.boolean_query(clauses)
    wanted_hits = min(max(_CANDIDATES, 4 * limit), max(view.searcher.num_docs, 1))
    hits = view.searcher.search(found, limit=wanted_hits, count=False).hits
    addresses = [address for _, address in hits]
    return np.array(view.searcher.fast_field_values("seq", addresses), np.int64)


def _likeness(
    view: IndexView, profile: _Profile, seq: int, seqs: NDArray[np.int64], zones: ZoneWeights
) -> tuple[Floats, Floats]:
    """The cosine of the article with each other one, and what each term added to it."""
    tallies = view.forward.tallies(np.append(seqs, seq), profile.keys)
    weights = frequencies(tallies.packed, zones) * profile.idfs
    shares = weights[:-1] * weights[-1]
    lengths = tallies.norms[:-1] * tallies.norms[-1]
    cosine: Floats = shares.sum(axis=1) / np.where(lengths > 0, lengths, np.inf)
    return np.minimum(cosine, 1.0), shares


def _reasons(profile: _Profile, shares: Floats) -> tuple[str, ...]:
    best = np.argsort(-shares[: len(profile.texts)], kind="stable")[:_REASONS]
    return tuple(profile.texts[at] for at in best.tolist() if shares[at] > 0 and profile.texts[at])
