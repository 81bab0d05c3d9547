"""Finds the index terms that a word stands for: by language, by prefix, by similarity."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Final

import numpy as np

from tidings.search.index.index_view import IndexView
from tidings.search.planning.probes import (
    MAX_SHORT,
    Probe,
    one_edit_terms,
    prefix_starts,
    prefix_stems,
    probes_of,
    words_of,
)
from tidings.search.planning.similar_terms import similar_terms
from tidings.search.rank.bm25 import idf
from tidings.search.rank.statistics import CollectionStatistics
from tidings.text.bulk.vocabulary import term_key

# The ids of a story's articles. The index does not store them, because stories grow.
StoryMembers = Callable[[str], Sequence[str]]

_MAX_EXPANSIONS: Final = 64  # terms of a prefix, the most frequent ones
_MAX_NEIGHBOURS: Final = 16  # terms of a misspelt word, likewise
_FIELDS: Final = ("body", "title")  # fields whose vocabulary is searched


class TermLookup:
    """The vocabulary of one index, as of one commit."""

    def __init__(
        self,
        view: IndexView,
        languages: tuple[str, ...],
        members: StoryMembers = lambda _: (),
        statistics: CollectionStatistics | None = None,
        undated: Callable[[], Sequence[str]] = lambda: (),
    ) -> None:
        self._searcher = view.searcher
        self._forward = view.forward
        self._statistics = statistics or view.forward
        self._counts: dict[str, int] = {}  # articles by term, for terms looked up so far
        self.languages = languages
        self.members = members
        self._undated = undated if view.dates_all else lambda: ()

    @cached_property
    def undated(self) -> Sequence[str]:
        """The ids of undated articles, if this index gives them a date."""
        return self._undated()

    def probes(self, text: str) -> tuple[Probe, ...]:
        """Return the different ways to look up a text."""
        return probes_of(text, self.languages)

    def words(self, text: str) -> tuple[str, ...]:
        """Return the terms that a text of one word may stand for, in any language."""
        return words_of(text, self.languages)

    def with_prefix(self, text: str, fields: Sequence[str] = _FIELDS) -> tuple[str, ...]:
        """Return the terms in some fields with this prefix, the most frequent first."""
        found: dict[str, int] = {}
        for field in fields:
            for start in prefix_starts(text):
                for term, count in self._searcher.terms_with_prefix(
                    field, start, limit=_MAX_EXPANSIONS
                ):
                    found[term] = max(found.get(term, 0), count)
        for term in prefix_stems(text, self.languages) - found.keys():
            if count := self._count(term, fields):
                found[term] = count
        return _most_frequent(found, _MAX_EXPANSIONS)

    def one_edit_away(self, text: str) -> tuple[str, ...]:
        """Return the terms of words at most one letter away, the most frequent first."""
        near = one_edit_terms(text, self.languages)
        counts = {term: count for term in near if (count := self._count(term))}
        return _most_frequent(counts, _MAX_NEIGHBOURS)

    def within_distance(self, text: str, distance: int) -> tuple[str, ...]:
        """Return the terms that tantivy's fuzzy query matches within a distance in letters."""
        counts = {term: self._count(term) for term in self.one_edit_away(text)}
        for term in self.words(text) if distance > 1 else ():
            if len(term) > MAX_SHORT:
                found = similar_terms(self._forward, term, distance, min_articles=1)
                counts |= {each.term: each.articles for each in found}
        return _most_frequent(counts, _MAX_NEIGHBOURS)

    def known_terms(self, terms: Sequence[str]) -> tuple[str, ...]:
        """Return those of the terms that are in any text."""
        new = [term for term in terms if term not in self._counts]
        if new:
            keys = np.array([term_key(term) for term in new], np.uint64)
            counts = self._statistics.document_frequencies(keys).tolist()
            self._counts.update(zip(new, counts, strict=True))
        return tuple(term for term in terms if self._counts[term])

    def known_probes(self, probes: Sequence[Probe]) -> Sequence[Probe]:
        """Return the probes whose terms are all in some text; a single probe as it is."""
        if len(probes) == 1:
            return probes
        known = self.known_terms([term for probe in probes for _, term in probe])
        return [probe for probe in probes if all(term in known for _, term in probe)]

    def rarity_boost(self, probe: Probe) -> float:
        """Return how much rarer the terms of a probe are in the collection than in this index.

        tantivy computes idfs from this index alone. With this boost, its scores in the shards of a
        collection can be compared.
        """
        if self._statistics is self._forward:
            return 1.0
        keys = np.array([term_key(term) for _, term in probe], np.uint64)
        own, all_ = (
            float(idf(each.count, each.document_frequencies(keys)).sum())
            for each in (self._forward, self._statistics)
        )
        return all_ / own if own else 1.0

    def has_any(self, field: str) -> bool:
        """Return whether any article has a value in a field."""
        return bool(self._searcher.terms_with_prefix(field, "", limit=1))

    def _count(self, term: str, fields: Sequence[str] = _FIELDS) -> int:
        return max(self._searcher.doc_freq(field, term) for field in fields)


def _most_frequent(counts: dict[str, int], limit: int) -> tuple[str, ...]:
    return tuple(sorted(counts, key=lambda term: (-counts[term], term))[:limit])
