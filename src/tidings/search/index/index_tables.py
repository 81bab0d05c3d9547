"""The index as tables for people: the three sub-indexes of the thesis, and the forward index.

`basic` maps a term to its articles, `idf` a term to its rarity, `docw` an article to the length of
its vector, and `forward` an article to its terms.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import tantivy

from tidings.search.entries.schema import schema
from tidings.search.index.errors import translated_errors
from tidings.search.index.index_view import IndexView
from tidings.search.rank.vectors import (
    MAX_BODY,
    MAX_CAPITALS,
    MAX_HEADINGS,
    MAX_TITLE,
    Keys,
    frequencies,
)
from tidings.search.rank.vsm import idf
from tidings.settings.tree import ZoneWeights
from tidings.text.bulk.string_arrays import Ints
from tidings.text.bulk.vocabulary import term_key
from tidings.text.terms.analysis import analyse

_ZONES = ("title", "headings", "body")


@dataclass(frozen=True, slots=True)
class ZoneCounts:
    """The counts of a term by zone, up to the limits of the index; `capitals` is 0 to 3."""

    body: int
    title: int
    headings: int
    capitals: int


@dataclass(frozen=True, slots=True)
class Posting:
    """An article with a term."""

    article: str
    counts: ZoneCounts
    tf: float  # weighted by zone


@dataclass(frozen=True, slots=True)
class TermRarity:
    """A term of the idf table."""

    term: str
    articles: int  # with the term: d
    idf: float  # log(D/d)


@dataclass(frozen=True, slots=True)
class TermWeight:
    """A term of an article."""

    term: str
    counts: ZoneCounts
    tf: float
    idf: float
    weight: float  # tf * idf


@dataclass(frozen=True, slots=True)
class ArticleNorm:
    """An article of the docw table."""

    article: str
    norm: float  # the root of the summed squares of its weights, as last computed
    length: int
    terms: int


def indexed_term(view: IndexView, word: str) -> str:
    """Return the index term of a word: the word itself, or as stemmed by the index's languages."""
    forms = [word, *(" ".join(analyse(word, language)) for language in ("", *view.languages))]
    known = view.forward.document_frequencies(_keys(forms))
    return next((form for form, count in zip(forms, known, strict=True) if count), forms[1])


def postings(view: IndexView, term: str, zones: ZoneWeights, limit: int) -> list[Posting]:
    """Return the newest articles with a term."""
    wanted = tantivy.Query.boolean_query([
        (tantivy.Occur.Should, tantivy.Query.term_query(schema(), zone, term)) for zone in _ZONES
    ])  # fmt: skip
    with translated_errors(view.folder):
        hits = view.searcher.search(wanted, limit=limit, count=False, order_by_field="newest").hits
        found = view.searcher.fast_field_values("seq", [address for _, address in hits])
    seqs = np.array(found, np.int64)
    packed = view.forward.tallies(seqs, _keys([term])).packed[:, 0]
    rows = zip(
        view.forward.ids(seqs), packed.tolist(), frequencies(packed, zones).tolist(), strict=True
    )
    return [Posting(id_, _counts(one), tf) for id_, one, tf in rows]


def rarities(view: IndexView, term: str | None, limit: int) -> list[TermRarity]:
    """Return a term's row of the idf table, or the rows of the most frequent terms."""
    keys = _keys([term]) if term is not None else _most_frequent(view, limit)
    counts = view.forward.document_frequencies(keys)
    idfs = idf(view.forward.count, counts)
    rows = zip(view.forward.terms(keys), counts.tolist(), idfs.tolist(), strict=True)
    return [TermRarity(text, count, one) for text, count, one in rows if count]


def norms_of(view: IndexView, ids: Sequence[str]) -> list[ArticleNorm]:
    """Return the articles' rows of the docw table."""
    seqs = _seqs(view, ids)
    found = view.forward.vectors(seqs)
    rows = zip(
        view.forward.ids(seqs),
        found.norms.tolist(),
        found.lengths.astype(int).tolist(),
        np.diff(found.starts).tolist(),
        strict=True,
    )
    return [ArticleNorm(*row) for row in rows]


def term_weights(view: IndexView, id_: str, zones: ZoneWeights, limit: int) -> list[TermWeight]:
    """Return the terms of an article by falling weight."""
    found = view.forward.vectors(_seqs(view, [id_]))
    tfs = frequencies(found.packed, zones)
    idfs = idf(view.forward.count, view.forward.document_frequencies(found.keys))
    order = np.argsort(-tfs * idfs, kind="stable")[:limit]
    rows = zip(
        view.forward.terms(found.keys[order]),
        found.packed[order].tolist(),
        tfs[order].tolist(),
        idfs[order].tolist(),
        strict=True,
    )
    return [TermWeight(text, _counts(one), tf, idf_, tf * idf_) for text, one, tf, idf_ in rows]


def newest_ids(view: IndexView, limit: int) -> list[str]:
    """Return the ids of the articles that were added last."""
    seqs = [segment.seqs[-limit:] for segment in view.forward.segments]
    newest = np.sort(np.concatenate([np.zeros(0, np.int64), *seqs]))[::-1][:limit]
    return view.forward.ids(newest)


def _most_frequent(view: IndexView, limit: int) -> Keys:
    lexicons = [segment.lexicon for segment in view.forward.segments]
    keys = np.concatenate([np.zeros(0, np.uint64), *(lexicon.keys for lexicon in lexicons)])
    counts = np.concatenate([np.zeros(0, np.uint32), *(lexicon.counts for lexicon in lexicons)])
    distinct, places = np.unique(keys, return_inverse=True)
    totals = np.bincount(places, counts, len(distinct))
    return distinct[np.argsort(-totals, kind="stable")[:limit]]


def _seqs(view: IndexView, ids: Sequence[str]) -> Ints:
    seqs = (view.forward.seq_of(id_) for id_ in ids)
    return np.array([seq for seq in seqs if seq is not None], np.int64)


def _keys(terms: Sequence[str]) -> Keys:
    return np.array([term_key(term) for term in terms], np.uint64)


def _counts(packed: int) -> ZoneCounts:
    return ZoneCounts(
        body=packed & MAX_BODY,
        title=packed >> 8 & MAX_TITLE,
        headings=packed >> 11 & MAX_HEADINGS,
        capitals=packed >> 14 & MAX_CAPITALS,
    )
