"""The tantivy query for one word, phrase or date, in all texts or in one field."""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import permutations
from typing import Final

import tantivy
from tantivy import Occur

from tidings.search.entries.schema import TEXTS, schema
from tidings.search.planning import filter_queries
from tidings.search.planning.term_lookup import MAX_SHORT, Probe, TermLookup
from tidings.search.query.tree import Between, FieldName, Fuzzy, Leaf, Near, Phrase, Prefix, Word
from tidings.settings.tree import SearchSettings
from tidings.text.scripts.cjk import LETTERS

_TIE_BREAKER: Final = 0.1  # weight of further fields, so title and body beat title alone
_OWN: Final = ("title", "lead", "body")  # its own texts; link texts may have other terms
_MAX_PERMUTED: Final = 3  # words tried in every order; more are tried forwards and backwards


_run = re.compile(f"[{LETTERS}]")
_word = re.compile(r"[^\W_]+")


class LeafQueries:
    """Builds tantivy queries for the leaves of a tree."""

    def __init__(self, lookup: TermLookup, settings: SearchSettings) -> None:
        self._lookup = lookup
        self._boosts = {"title": settings.title_boost, "lead": settings.lead_boost}

    def query(self, leaf: Leaf, name: FieldName | None, *, loosely: bool = False) -> tantivy.Query:
        """Return the query for a leaf in one field, or in all texts if there is no field."""
        if isinstance(leaf, Between):
            return filter_queries.published_between(leaf, self._lookup.undated)
        if name is None:
            return self._text_query(leaf, TEXTS, loosely)
        if name is FieldName.URL:
            return self._url(leaf.text, is_prefix=isinstance(leaf, Prefix))
        if name is FieldName.STORY:
            return filter_queries.with_any_id(self._lookup.members(leaf.text))
        field = filter_queries.TERM_FIELDS.get(name)
        return (
            self._text_query(leaf, (field,), loosely)
            if field
            else filter_queries.with_label(name, leaf)
        )

    def term(self, term: str) -> tantivy.Query:
        """Return the query for a term in any text."""
        return self._any_probe(TEXTS, [((0, term),)])

    def _text_query(
        self, leaf: Word | Phrase | Near | Prefix | Fuzzy, fields: Sequence[str], loosely: bool
    ) -> tantivy.Query:
        match leaf:
            case Prefix(text):
                return self._prefix(text, fields)
            case Fuzzy(text, distance):
                return self._fuzzy(text, distance, fields)
            case Near(text, slop):
                return self._near(text, slop, fields)
            case Word(text) if loosely:
                return self._any_term(text, fields)
            case Word(text) | Phrase(text):
                return self._any_probe(fields, self._lookup.probes(text))

    def _any_term(self, text: str, fields: Sequence[str]) -> tantivy.Query:
        """Any of the terms of a word matches."""
        probes = self._lookup.probes(text)
        if all(len(probe) == 1 for probe in probes):
            return self._any_probe(fields, probes)
        terms = dict.fromkeys(term for probe in probes for _, term in probe)
        return tantivy.Query.boolean_query(
            [(Occur.Should, self._any_probe(fields, [((0, term),)])) for term in terms]
        )

    def _prefix(self, text: str, fields: Sequence[str]) -> tantivy.Query:
        """Words with this prefix; in a text of several terms, the last one is the prefix."""
        probes = self._lookup.probes(text)
        if _run.search(text):  # a run matches inside longer runs anyway
            return self._any_probe(fields, probes)
        if len(probes[0]) > 1:
            return self._any_field(fields, [_phrase_prefix(probe) for probe in probes])
        return self._word_prefix(text, fields)

    def _word_prefix(self, text: str, fields: Sequence[str]) -> tantivy.Query:
        """Words with this prefix; other fields than texts have words that no text has."""
        is_text = fields[0] in TEXTS
        lookup = self._lookup
        terms = list(lookup.with_prefix(text) if is_text else lookup.with_prefix(text, fields))
        return self._any_field(fields, [_term_set(terms)] if terms else [])

    def _fuzzy(self, text: str, distance: int, fields: Sequence[str]) -> tantivy.Query:
        terms = self._lookup.words(text)
        if not terms or _run.search(text):
            return self._any_probe(fields, self._lookup.probes(text))
        near = list(self._lookup.one_edit_away(text))
        wider = [_term_set(near)] if near else []
        return self._any_field(fields, [*wider, *(_fuzzy_term(term, distance) for term in terms)])

    def _near(self, text: str, slop: int, fields: Sequence[str]) -> tantivy.Query:
        orders = [" ".join(order) for order in _orders(text.split())]
        probes = dict.fromkeys(probe for order in orders for probe in self._lookup.probes(order))
        # A letter of a run takes two positions: its own and its bigram's.
        return self._any_probe(fields, list(probes), 2 * slop if _run.search(text) else slop)

    def _url(self, text: str, *, is_prefix: bool) -> tantivy.Query:
        """All the words of a URL, the last possibly a prefix, and its source if it names one."""
        domain, words = filter_queries.address_parts(text)
        clauses = [(Occur.Must, filter_queries.of_source(domain))] if domain else []
        found = _word.findall(words)
        if is_prefix and found:
            clauses.append((Occur.Must, self._word_prefix(found.pop(), ("url",))))
        clauses += [(Occur.Must, self._in_url(word)) for word in found]
        return tantivy.Query.boolean_query(clauses)

    def _in_url(self, word: str) -> tantivy.Query:
        terms = {term for probe in self._lookup.probes(word) for _, term in probe}
        return _term_set(sorted(terms))("url")

    def _any_probe(
        self, fields: Sequence[str], probes: Sequence[Probe], slop: int = 0
    ) -> tantivy.Query:
        """The best match of any probe in any field gives the score."""
        known = self._lookup.known_probes(probes)
        rarities = {probe: self._lookup.rarity_boost(probe) for probe in probes}
        boosted = [
            self._boosted(_term_or_phrase(probe, slop)(field), field, rarities[probe])
            for field in fields
            for probe in (known if field in _OWN else probes)
        ]
        return tantivy.Query.disjunction_max_query(boosted, _TIE_BREAKER)

    def _any_field(
        self, fields: Sequence[str], queries: Sequence[Callable[[str], tantivy.Query]]
    ) -> tantivy.Query:
        boosted = [self._boosted(query(field), field) for field in fields for query in queries]
        return tantivy.Query.disjunction_max_query(boosted, _TIE_BREAKER)

    def _boosted(self, query: tantivy.Query, field: str, rarity: float = 1.0) -> tantivy.Query:
        boost = self._boosts.get(field, 1.0) * rarity
        return query if boost == 1.0 else tantivy.Query.boost_query(query, boost)


def _term_or_phrase(probe: Probe, slop: int) -> Callable[[str], tantivy.Query]:
    """The terms of a probe in a row, as a function of the field."""
    if len(probe) == 1:
        return lambda field: tantivy.Query.term_query(schema(), field, probe[0][1])
    return lambda field: tantivy.Query.phrase_query(schema(), field, list(probe), slop)


def _phrase_prefix(probe: Probe) -> Callable[[str], tantivy.Query]:
    return lambda field: tantivy.Query.phrase_prefix_query(schema(), field, list(probe))


def _term_set(terms: list[str]) -> Callable[[str], tantivy.Query]:
    return lambda field: tantivy.Query.term_set_query(schema(), field, terms)


def _fuzzy_term(term: str, distance: int) -> Callable[[str], tantivy.Query]:
    allowed = 1 if len(term) <= MAX_SHORT else distance
    return lambda field: tantivy.Query.fuzzy_term_query(schema(), field, term, allowed)


def _orders(words: Sequence[str]) -> Iterable[Sequence[str]]:
    """The orders of words to try; tantivy takes one, and counts steps back twice."""
    if len(words) <= _MAX_PERMUTED:
        return permutations(words)
    return [words, words[::-1]]
