"""One word, phrase or date as tantivy takes it, in all texts or in one field."""

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

_TIE_BREAKER: Final = 0.1  # what matches in further fields add, so title and body beat title alone
_OWN: Final = ("title", "lead", "body")  # what links say of an article need not be in its own texts
_MAX_PERMUTED: Final = 3  # words near each other in any order; more are tried forth and back


_run = re.compile(f"[{LETTERS}]")
_word = re.compile(r"[^\W_]+")


class LeafQueries:
    """Makes tantivy's queries for the leaves of a tree."""

    def __init__(self, lookup: TermLookup, settings: SearchSettings) -> None:
        self._lookup = lookup
        self._boosts = {"title": settings.title_boost, "lead": settings.lead_boost}

    def query(self, leaf: Leaf, name: FieldName | None, *, loosely: bool = False) -> tantivy.Query:
        """Return the query for a leaf whose words are looked for in one field, or in all texts."""
        if isinstance(leaf, Between):
            return filter_queries.published_between(leaf)
        if name is None:
            return self._worded(leaf, TEXTS, loosely)
        if name is FieldName.URL:
            return self._address(leaf.text, goes_on=isinstance(leaf, Prefix))
        if name is FieldName.STORY:
            return filter_queries.with_any_id(self._lookup.members(leaf.text))
        field = filter_queries.TERM_FIELDS.get(name)
        return (
            self._worded(leaf, (field,), loosely)
            if field
            else filter_queries.with_label(name, leaf)
        )

    def term(self, term: str) -> tantivy.Query:
        """Return the query for a term in any text."""
        return self._best(TEXTS, [((0, term),)])

    def _worded(
        self, leaf: Word | Phrase | Near | Prefix | Fuzzy, fields: Sequence[str], loosely: bool
    ) -> tantivy.Query:
        match leaf:
            case Prefix(text):
                return self._begun(text, fields)
            case Fuzzy(text, distance):
                return self._fuzzy(text, distance, fields)
            case Near(text, slop):
                return self._near(text, slop, fields)
            case Word(text) if loosely:
                return self._apart(text, fields)
            case Word(text) | Phrase(text):
                return self._best(fields, self._lookup.probes(text))

    def _apart(self, text: str, fields: Sequence[str]) -> tantivy.Query:
        """Any of the terms of a word counts."""
        probes = self._lookup.probes(text)
        if all(len(probe) == 1 for probe in probes):
            return self._best(fields, probes)
        terms = dict.fromkeys(term for probe in probes for _, term in probe)
        return tantivy.Query.boolean_query(
            [(Occur.Should, self._best(fields, [((0, term),)])) for term in terms]
        )

    def _begun(self, text: str, fields: Sequence[str]) -> tantivy.Query:
        """Words that begin like this; of a text of several terms, the last one may go on."""
        probes = self._lookup.probes(text)
        if _run.search(text):  # a run is found within longer ones anyway
            return self._best(fields, probes)
        if len(probes[0]) > 1:
            return self._in_any(fields, [_opening(probe) for probe in probes])
        return self._going_on(text, fields)

    def _going_on(self, text: str, fields: Sequence[str]) -> tantivy.Query:
        """Words that begin like this one; a field of its own has words that no text has."""
        is_text = fields[0] in TEXTS
        lookup = self._lookup
        terms = list(lookup.beginnings(text) if is_text else lookup.beginnings(text, fields))
        return self._in_any(fields, [_one_of(terms)] if terms else [])

    def _fuzzy(self, text: str, distance: int, fields: Sequence[str]) -> tantivy.Query:
        terms = self._lookup.words(text)
        if not terms or _run.search(text):
            return self._best(fields, self._lookup.probes(text))
        neighbours = list(self._lookup.neighbours(text))
        wider = [_one_of(neighbours)] if neighbours else []
        return self._in_any(fields, [*wider, *(_like(term, distance) for term in terms)])

    def _near(self, text: str, slop: int, fields: Sequence[str]) -> tantivy.Query:
        orders = [" ".join(order) for order in _orders(text.split())]
        probes = dict.fromkeys(probe for order in orders for probe in self._lookup.probes(order))
        # A letter of a run takes two places, its own and its bigram's.
        return self._best(fields, list(probes), 2 * slop if _run.search(text) else slop)

    def _address(self, text: str, *, goes_on: bool) -> tantivy.Query:
        """All the words of an address, of which the last may go on, and its site if it has one."""
        domain, words = filter_queries.address_parts(text)
        clauses = [(Occur.Must, filter_queries.of_source(domain))] if domain else []
        found = _word.findall(words)
        if goes_on and found:
            clauses.append((Occur.Must, self._going_on(found.pop(), ("url",))))
        clauses += [(Occur.Must, self._in_url(word)) for word in found]
        return tantivy.Query.boolean_query(clauses)

    def _in_url(self, word: str) -> tantivy.Query:
        terms = {term for probe in self._lookup.probes(word) for _, term in probe}
        return _one_of(sorted(terms))("url")

    def _best(self, fields: Sequence[str], probes: Sequence[Probe], slop: int = 0) -> tantivy.Query:
        """The best match of any probe in any field counts."""
        standing = self._lookup.standing(probes)
        made = [
            self._boosted(_row(probe, slop)(field), field)
            for field in fields
            for probe in (standing if field in _OWN else probes)
        ]
        return tantivy.Query.disjunction_max_query(made, _TIE_BREAKER)

    def _in_any(
        self, fields: Sequence[str], queries: Sequence[Callable[[str], tantivy.Query]]
    ) -> tantivy.Query:
        made = [self._boosted(query(field), field) for field in fields for query in queries]
        return tantivy.Query.disjunction_max_query(made, _TIE_BREAKER)

    def _boosted(self, query: tantivy.Query, field: str) -> tantivy.Query:
        boost = self._boosts.get(field, 1.0)
        return query if boost == 1.0 else tantivy.Query.boost_query(query, boost)


def _row(probe: Probe, slop: int) -> Callable[[str], tantivy.Query]:
    """The terms of a probe in a row, in a field to be named."""
    if len(probe) == 1:
        return lambda field: tantivy.Query.term_query(schema(), field, probe[0][1])
    return lambda field: tantivy.Query.phrase_query(schema(), field, list(probe), slop)


def _opening(probe: Probe) -> Callable[[str], tantivy.Query]:
    return lambda field: tantivy.Query.phrase_prefix_query(schema(), field, list(probe))


def _one_of(terms: list[str]) -> Callable[[str], tantivy.Query]:
    return lambda field: tantivy.Query.term_set_query(schema(), field, terms)


def _like(term: str, distance: int) -> Callable[[str], tantivy.Query]:
    allowed = 1 if len(term) <= MAX_SHORT else distance
    return lambda field: tantivy.Query.fuzzy_term_query(schema(), field, term, allowed)


def _orders(words: Sequence[str]) -> Iterable[Sequence[str]]:
    """The orders in which words may stand; tantivy looks for one, and counts steps back twice."""
    if len(words) <= _MAX_PERMUTED:
        return permutations(words)
    return [words, words[::-1]]
