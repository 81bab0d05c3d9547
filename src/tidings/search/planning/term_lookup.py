"""Finds the index terms that a word stands for: by language, by prefix, by similarity."""

from collections.abc import Callable, Sequence
from functools import cached_property, lru_cache
from string import ascii_lowercase
from typing import Final

import numpy as np

from tidings.search.index.index_view import IndexView
from tidings.search.planning.similar_terms import similar_terms
from tidings.search.rank.bm25 import idf
from tidings.search.rank.statistics import CollectionStatistics
from tidings.text.bulk.vocabulary import term_key
from tidings.text.language.detection import UNKNOWN
from tidings.text.terms.analysis import lookup_terms

# The terms of a word in one language, each with its position; several terms are in a row.
Probe = tuple[tuple[int, str], ...]
# The ids of a story's articles. The index does not store them, because stories grow.
StoryMembers = Callable[[str], Sequence[str]]

_MAX_EXPANSIONS: Final = 64  # terms of a prefix, the most frequent ones
_MAX_NEIGHBOURS: Final = 16  # terms of a misspelt word, likewise
_MAX_STEMMED: Final = 6  # languages in which completions of a prefix are stemmed, at .6 ms each
_MAX_CORRECTED: Final = 3  # languages in which edits of a misspelt word are stemmed
MAX_SHORT: Final = 3  # letters of a word in which only one may differ
_FIELDS: Final = ("body", "title")  # fields whose vocabulary is searched

# Word endings that stemmers remove, in the languages with most news. A typed prefix may stop
# anywhere within them (governm* means government, whose stem is govern).
_ENDINGS: Final = (
    "s es ed er ing ings ment ments tion tions sion sions ation ations ity ities al als ally ly "
    "ness ive ives able ible ance ances ence ences ism isms ist ists ize izes ized izing ful ous "
    "en ern em ung ungen keit keiten heit heiten lich liche lichen isch ische ischen "
    "ment ement ements euse eux ique iques isme iste istes ité ités er ez ons "
    "ción ciones mente idad idades ismo ista istas ico ica icos icas ar ado ada ados adas "
    "zione zioni mento menti ità ale ali ção ções dade dades ing ingen heid lijk lijke "
    "ов ами ого ему ость ости ения ение ский ская ские"
).split()
_TAILS: Final = tuple({word[at:] for word in _ENDINGS for at in range(len(word))})


@lru_cache(maxsize=8_192)
def probes_of(text: str, languages: tuple[str, ...]) -> tuple[Probe, ...]:
    """Return the different ways to look up a text: as typed, and stemmed by each language."""
    found = (tuple(lookup_terms(text, language)) for language in (UNKNOWN, *languages))
    return tuple(dict.fromkeys(probe for probe in found if probe))


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
        return tuple(dict.fromkeys(probe[0][1] for probe in self.probes(text) if len(probe) == 1))

    def with_prefix(self, text: str, fields: Sequence[str] = _FIELDS) -> tuple[str, ...]:
        """Return the terms in some fields with this prefix, the most frequent first.

        The index has stems, which may be shorter than the prefix (politic* means politics, whose
        stem is polit). So the stems of possible completions are looked up as well.
        """
        found: dict[str, int] = {}
        written = tuple(dict.fromkeys(probe[0][1] for probe in probes_of(text, ())))
        for field in fields:
            for start in written:
                for term, count in self._searcher.terms_with_prefix(
                    field, start, limit=_MAX_EXPANSIONS
                ):
                    found[term] = max(found.get(term, 0), count)
        for term in _stems(text, self.languages[:_MAX_STEMMED]) - found.keys():
            if count := self._count(term, fields):
                found[term] = count
        return _most_frequent(found, _MAX_EXPANSIONS)

    def one_edit_away(self, text: str) -> tuple[str, ...]:
        """Return the terms of words at most one letter away, the most frequent first.

        People misspell words, not stems: the stem of govrnment is not near govern.
        """
        near = _one_edit_terms(text, self.languages[:_MAX_CORRECTED])
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


@lru_cache(maxsize=256)
def _stems(start: str, languages: tuple[str, ...]) -> frozenset[str]:
    """The stems of words with this prefix, which may be shorter than it or end differently."""
    words = (start, *(start + tail for tail in _TAILS))
    looked_up = (lookup_terms(word, language) for language in languages for word in words)
    found = {probe[0][1] for probe in looked_up if len(probe) == 1}
    kept = len(start) - max(map(len, _ENDINGS))
    return frozenset(term for term in found if len(term) >= max(kept, 3, len(start) // 2))


@lru_cache(maxsize=256)
def _one_edit_terms(word: str, languages: tuple[str, ...]) -> frozenset[str]:
    """The terms of all words at most one letter away from a word."""
    texts = {word.lower(), *_edits(word.lower())}
    looked_up = (
        lookup_terms(text, language) for language in (UNKNOWN, *languages) for text in texts
    )
    return frozenset(probe[0][1] for probe in looked_up if len(probe) == 1)


def _edits(term: str) -> set[str]:
    """Every word one letter away: removed, added, changed or swapped with the next."""
    letters = ascii_lowercase + "".join(sorted({each for each in term if not each.isascii()}))
    parts = [(term[:at], term[at:]) for at in range(len(term) + 1)]
    return {
        *(head + tail[1:] for head, tail in parts if tail),
        *(head + tail[1] + tail[0] + tail[2:] for head, tail in parts if len(tail) > 1),
        *(head + letter + tail[1:] for head, tail in parts if tail for letter in letters),
        *(head + letter + tail for head, tail in parts for letter in letters),
    } - {""}


def _most_frequent(counts: dict[str, int], limit: int) -> tuple[str, ...]:
    return tuple(sorted(counts, key=lambda term: (-counts[term], term))[:limit])
