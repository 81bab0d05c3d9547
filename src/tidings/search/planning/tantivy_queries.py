"""The queries of a tantivy index, as planning puts them together. It does not run them."""

from collections.abc import Callable, Collection, Sequence

import tantivy
from tantivy import Occur

from tidings.search.entries.schema import TEXTS, schema, seconds
from tidings.search.planning.probes import Probe
from tidings.search.planning.query_builder import Clauses
from tidings.search.planning.term_lookup import TermLookup
from tidings.search.query.tree import Between


class TantivyQueries:
    """Makes queries of one index, as of one commit: a `QueryBuilder`."""

    def __init__(self, lookup: TermLookup) -> None:
        self._lookup = lookup
        self.languages = lookup.languages
        self.known_probes = lookup.known_probes
        self.rarity_boost = lookup.rarity_boost
        self.one_edit_away = lookup.one_edit_away

    def everything(self) -> tantivy.Query:
        """Return the query for all articles."""
        return tantivy.Query.all_query()

    def term(self, field: str, term: str) -> tantivy.Query:
        """Return the query for a term or a label in a field."""
        return tantivy.Query.term_query(schema(), field, term)

    def any_term(self, field: str, terms: Collection[str]) -> tantivy.Query:
        """Return the query for any of these terms in a field."""
        return tantivy.Query.term_set_query(schema(), field, list(terms))

    def phrase(self, field: str, probe: Probe, slop: int) -> tantivy.Query:
        """Return the query for several terms in a row, with up to `slop` others between them."""
        return tantivy.Query.phrase_query(schema(), field, list(probe), slop)

    def phrase_prefix(self, field: str, probe: Probe) -> tantivy.Query:
        """Return the query for several terms in a row, the last being the beginning of a term."""
        return tantivy.Query.phrase_prefix_query(schema(), field, list(probe))

    def fuzzy_term(self, field: str, term: str, distance: int) -> tantivy.Query:
        """Return the query for terms or labels that differ in at most `distance` letters."""
        return tantivy.Query.fuzzy_term_query(schema(), field, term, distance)

    def pattern(self, field: str, pattern: str) -> tantivy.Query:
        """Return the query for labels that match a regular expression."""
        return tantivy.Query.regex_query(schema(), field, pattern)

    def published(self, limits: Between) -> tantivy.Query:
        """Return the query for articles published within limits; no undated one is."""
        if limits.start is None and limits.end is None:
            return tantivy.Query.all_query()
        undated = self._lookup.undated
        within = tantivy.Query.range_query(
            schema(),
            "published",
            tantivy.FieldType.Integer,
            None if limits.start is None else seconds(limits.start),
            None if limits.end is None else seconds(limits.end) - 1,
        )
        if not undated:
            return within
        without_date = tantivy.Query.term_set_query(schema(), "id", list(undated))
        return tantivy.Query.boolean_query([(Occur.Must, within), (Occur.MustNot, without_date)])

    def story(self, story: str) -> tantivy.Query:
        """Return the query for the articles of a story."""
        members = self._lookup.members(story)
        return tantivy.Query.boolean_query(
            [(Occur.Should, self.term("id", id_)) for id_ in members]
        )

    def word_prefix(self, text: str, fields: Sequence[str]) -> Callable[[str], tantivy.Query]:
        """Return the query for words that begin with a text, as a function of one of the fields.

        Other fields than texts have words that no text has.
        """
        lookup, is_text = self._lookup, fields[0] in TEXTS
        terms = list(lookup.with_prefix(text) if is_text else lookup.with_prefix(text, fields))
        return lambda field: self.any_term(field, terms) if terms else tantivy.Query.empty_query()

    def boolean(self, clauses: Clauses[tantivy.Query], least: int = 0) -> tantivy.Query:
        """Return the query for all that must match, none that must not, and `least` others."""
        if least:
            return tantivy.Query.boolean_query(list(clauses), minimum_number_should_match=least)
        return tantivy.Query.boolean_query(list(clauses))

    def best_of(self, queries: Sequence[tantivy.Query], tie_breaker: float) -> tantivy.Query:
        """Return the query for any of the queries; the best one gives the score."""
        return tantivy.Query.disjunction_max_query(list(queries), tie_breaker)

    def boosted(self, query: tantivy.Query, factor: float) -> tantivy.Query:
        """Return the query with another weight."""
        return tantivy.Query.boost_query(query, factor)

    def unscored(self, query: tantivy.Query) -> tantivy.Query:
        """Return the query with a score of 0."""
        return tantivy.Query.const_score_query(query, 0.0)
