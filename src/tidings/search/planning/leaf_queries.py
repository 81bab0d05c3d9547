"""The query for one word, phrase or date, in all texts or in one field."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import permutations
from typing import Final, Generic

from tantivy import Occur

from tidings.search.entries.schema import TEXTS
from tidings.search.planning import filter_queries
from tidings.search.planning.probes import MAX_SHORT, Probe, probes_of, words_of
from tidings.search.planning.query_builder import Q, QueryBuilder
from tidings.search.query.tree import Between, FieldName, Fuzzy, Leaf, Near, Phrase, Prefix, Word
from tidings.text.scripts.cjk import LETTERS

_TIE_BREAKER: Final = 0.1  # weight of further fields, so title and body beat title alone
_OWN: Final = ("title", "lead", "body")  # its own texts; link texts may have other terms
_MAX_PERMUTED: Final = 3  # words tried in every order; more are tried forwards and backwards


_run = re.compile(f"[{LETTERS}]")
_word = re.compile(r"[^\W_]+")


class LeafQueries(Generic[Q]):
    """Builds queries for the leaves of a tree."""

    def __init__(self, builder: QueryBuilder[Q], boosts: Mapping[str, float]) -> None:
        self._builder = builder
        self._boosts = boosts  # by field, where they are not 1

    def query(self, leaf: Leaf, name: FieldName | None, *, loosely: bool = False) -> Q:
        """Return the query for a leaf in one field, or in all texts if there is no field."""
        if isinstance(leaf, Between):
            return self._builder.published(leaf)
        if name is None:
            return self._text_query(leaf, TEXTS, loosely)
        if name is FieldName.URL:
            return self._url(leaf.text, is_prefix=isinstance(leaf, Prefix))
        if name is FieldName.STORY:
            return self._builder.story(leaf.text)
        field = filter_queries.TERM_FIELDS.get(name)
        return (
            self._text_query(leaf, (field,), loosely)
            if field
            else filter_queries.with_label(self._builder, name, leaf)
        )

    def term(self, term: str) -> Q:
        """Return the query for a term in any text."""
        return self._any_probe(TEXTS, [((0, term),)])

    def _probes(self, text: str) -> tuple[Probe, ...]:
        return probes_of(text, self._builder.languages)

    def _text_query(
        self, leaf: Word | Phrase | Near | Prefix | Fuzzy, fields: Sequence[str], loosely: bool
    ) -> Q:
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
                return self._any_probe(fields, self._probes(text))

    def _any_term(self, text: str, fields: Sequence[str]) -> Q:
        """Any of the terms of a word matches."""
        probes = self._probes(text)
        if all(len(probe) == 1 for probe in probes):
            return self._any_probe(fields, probes)
        terms = dict.fromkeys(term for probe in probes for _, term in probe)
        return self._builder.boolean(
            [(Occur.Should, self._any_probe(fields, [((0, term),)])) for term in terms]
        )

    def _prefix(self, text: str, fields: Sequence[str]) -> Q:
        """Words with this prefix; in a text of several terms, the last one is the prefix."""
        probes = self._probes(text)
        if _run.search(text):  # a run matches inside longer runs anyway
            return self._any_probe(fields, probes)
        if len(probes[0]) > 1:
            phrases = [partial(self._phrase_prefix, probe) for probe in probes]
            return self._any_field(fields, phrases)
        return self._word_prefix(text, fields)

    def _word_prefix(self, text: str, fields: Sequence[str]) -> Q:
        return self._any_field(fields, [self._builder.word_prefix(text, fields)])

    def _fuzzy(self, text: str, distance: int, fields: Sequence[str]) -> Q:
        terms = words_of(text, self._builder.languages)
        if not terms or _run.search(text):
            return self._any_probe(fields, self._probes(text))
        near = self._builder.one_edit_away(text)
        wider = [lambda field: self._builder.any_term(field, near)] if near else []
        similar = [partial(self._fuzzy_term, term, distance) for term in terms]
        return self._any_field(fields, [*wider, *similar])

    def _near(self, text: str, slop: int, fields: Sequence[str]) -> Q:
        orders = [" ".join(order) for order in _orders(text.split())]
        probes = dict.fromkeys(probe for order in orders for probe in self._probes(order))
        # A letter of a run takes two positions: its own and its bigram's.
        return self._any_probe(fields, list(probes), 2 * slop if _run.search(text) else slop)

    def _url(self, text: str, *, is_prefix: bool) -> Q:
        """All the words of a URL, the last possibly a prefix, and its source if it names one."""
        domain, words = filter_queries.address_parts(text)
        parts = [filter_queries.of_source(self._builder, domain)] if domain else []
        found = _word.findall(words)
        if is_prefix and found:
            parts.append(self._word_prefix(found.pop(), ("url",)))
        parts += [self._in_url(word) for word in found]
        return self._builder.boolean([(Occur.Must, part) for part in parts])

    def _in_url(self, word: str) -> Q:
        terms = {term for probe in self._probes(word) for _, term in probe}
        return self._builder.any_term("url", sorted(terms))

    def _any_probe(self, fields: Sequence[str], probes: Sequence[Probe], slop: int = 0) -> Q:
        """The best match of any probe in any field gives the score."""
        known = self._builder.known_probes(probes)
        rarities = {probe: self._builder.rarity_boost(probe) for probe in probes}
        boosted = [
            self._boosted(self._term_or_phrase(probe, slop, field), field, rarities[probe])
            for field in fields
            for probe in (known if field in _OWN else probes)
        ]
        return self._builder.best_of(boosted, _TIE_BREAKER)

    def _any_field(self, fields: Sequence[str], queries: Sequence[Callable[[str], Q]]) -> Q:
        boosted = [self._boosted(query(field), field) for field in fields for query in queries]
        return self._builder.best_of(boosted, _TIE_BREAKER)

    def _boosted(self, query: Q, field: str, rarity: float = 1.0) -> Q:
        boost = self._boosts.get(field, 1.0) * rarity
        return query if boost == 1.0 else self._builder.boosted(query, boost)

    def _term_or_phrase(self, probe: Probe, slop: int, field: str) -> Q:
        """The terms of a probe in a row."""
        if len(probe) == 1:
            return self._builder.term(field, probe[0][1])
        return self._builder.phrase(field, probe, slop)

    def _phrase_prefix(self, probe: Probe, field: str) -> Q:
        return self._builder.phrase_prefix(field, probe)

    def _fuzzy_term(self, term: str, distance: int, field: str) -> Q:
        return self._builder.fuzzy_term(field, term, 1 if len(term) <= MAX_SHORT else distance)


def _orders(words: Sequence[str]) -> Iterable[Sequence[str]]:
    """The orders of words to try; tantivy takes one, and counts steps back twice."""
    if len(words) <= _MAX_PERMUTED:
        return permutations(words)
    return [words, words[::-1]]
