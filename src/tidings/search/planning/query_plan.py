"""Turns a parsed query into tantivy queries: fields, boosts, filters. It does not run them."""

from collections.abc import Mapping, Sequence
from typing import Final

import tantivy
from tantivy import Occur

from tidings.model.search.results import QueryNote, QueryNoteKind
from tidings.search.planning.filter_queries import INDEXED, without_any
from tidings.search.planning.leaf_queries import LeafQueries
from tidings.search.planning.query_stop_words import query_stop_words
from tidings.search.planning.term_lookup import TermLookup
from tidings.search.query.parse import ParsedQuery
from tidings.search.query.tree import (
    And,
    Boost,
    Field,
    FieldName,
    Must,
    Node,
    Not,
    Or,
    Word,
    conjuncts,
    is_filter,
    is_required,
    names_in,
)
from tidings.settings.tree import SearchSettings

_MANY: Final = 8  # words; more are a pasted sentence, and not every word must match
_MANY_SHARE: Final = 0.5  # the share of many words that must match

_Clauses = list[tuple[Occur, tantivy.Query]]


class QueryPlan:
    """Builds the tantivy queries for one index, as of one commit."""

    def __init__(self, lookup: TermLookup, settings: SearchSettings) -> None:
        self._lookup = lookup
        self._leaves = LeafQueries(lookup, settings)

    def strict(self, parsed: ParsedQuery) -> tantivy.Query:
        """Return the query for all the words, or for half of them if there are many."""
        return self._filtered(self._node(parsed.tree, loosely=False), parsed.filters)

    def loose(self, parsed: ParsedQuery) -> tantivy.Query | None:
        """Return the query for any of the words, for when `strict` finds too little.

        Explicit parts stay required: phrases, fields, +words. Words of several terms are split
        into terms, so a pasted Chinese headline is found by its bigrams. None if there is nothing
        to relax.
        """
        if not any(map(_is_optional, conjuncts(parsed.tree))):
            return None
        return self._filtered(self._node(parsed.tree, loosely=True), parsed.filters)

    def weighted(self, terms: Mapping[str, float], parsed: ParsedQuery) -> tantivy.Query:
        """Return the query for any of these terms, each with its weight, within a parsed query.

        The parsed query's filters, negations and required parts apply, but add no score.
        """
        any_term = [
            (Occur.Should, tantivy.Query.boost_query(self._leaves.term(term), weight))
            for term, weight in terms.items()
            if weight > 0
        ]
        required = [part for part in conjuncts(parsed.tree) if is_required(part)]
        found = tantivy.Query.boolean_query(any_term, minimum_number_should_match=1)
        return self._filtered(found, [*required, *parsed.filters])

    def allowed(self, parsed: ParsedQuery) -> tantivy.Query:
        """Return the query for everything that passes the filters, with scores of 0."""
        return self._filtered(None, parsed.filters)

    def notes(self, parsed: ParsedQuery) -> tuple[QueryNote, ...]:
        """Return notes on fields that have no value in any article of this index."""
        nodes = [*parsed.filters, *([] if parsed.tree is None else [parsed.tree])]
        used = dict.fromkeys(name for node in nodes for name in names_in(node))
        indexed = [name for name in used if name in INDEXED]
        unknown = [name for name in indexed if not self._lookup.has_any(INDEXED[name])]
        return tuple(
            QueryNote(0, 0, f"No article has a value for “{name}:” yet.", QueryNoteKind.UNDERSTOOD)
            for name in unknown
        )

    def _filtered(self, found: tantivy.Query | None, filters: Sequence[Node]) -> tantivy.Query:
        if found is not None and not filters:
            return found
        limits = [self._part(part) for part in filters if not isinstance(part, Not)]
        if found is None and not limits:
            limits.append(tantivy.Query.all_query())
        clauses = [] if found is None else [(Occur.Must, found)]
        clauses += [(Occur.Must, _unscored(limit)) for limit in limits]
        return tantivy.Query.boolean_query([*clauses, *self._excluded(filters, None)])

    def _excluded(self, parts: Sequence[Node], field: FieldName | None) -> _Clauses:
        unwanted = (part.part for part in parts if isinstance(part, Not))
        return [(Occur.MustNot, self._part(part, field)) for part in unwanted]

    def _node(self, node: Node | None, *, loosely: bool) -> tantivy.Query | None:
        return None if node is None else self._part(node, None, loosely)

    def _part(
        self, node: Node, field: FieldName | None = None, loosely: bool = False
    ) -> tantivy.Query:
        match node:
            case And(parts):
                return self._conjunction(parts, field, loosely)
            case Or(parts):
                either = [(Occur.Should, self._part(part, field, loosely)) for part in parts]
                return tantivy.Query.boolean_query(either)
            case Not(part):
                return without_any([self._part(part, field)])
            case Must(part):
                return self._part(part, field)
            case Field(name, part):
                return self._part(part, name)
            case Boost(part, factor):
                return tantivy.Query.boost_query(self._part(part, field, loosely), factor)
            case _:
                return self._leaves.query(node, field, loosely=loosely)

    def _conjunction(
        self, parts: Sequence[Node], field: FieldName | None, loosely: bool
    ) -> tantivy.Query:
        """All required parts, no excluded ones, and enough of the others."""
        in_text = field in (None, FieldName.TITLE)
        stop_words = query_stop_words(parts, self._lookup.languages) if in_text else frozenset()
        excluded = self._excluded(parts, field)
        required = [
            (Occur.Must, _unscored(query) if is_filter(each) else query)
            for each in parts
            if not _is_optional(each) and not isinstance(each, Not)
            for query in [self._part(each, field)]
        ]
        others = [
            self._part(each, field, loosely)
            for each in parts
            if _is_optional(each) and not (isinstance(each, Word) and each.text in stop_words)
        ]
        clauses = [*excluded, *required, *_enough(others, loosely=loosely, alone=not required)]
        if len(excluded) == len(clauses):
            clauses.append((Occur.Must, _unscored(tantivy.Query.all_query())))
        return tantivy.Query.boolean_query(clauses)


def _is_optional(node: Node) -> bool:
    """Return whether a part may be missing when too few articles have it."""
    return not is_required(node) and not is_filter(node)


def _enough(others: Sequence[tantivy.Query], *, loosely: bool, alone: bool) -> _Clauses:
    """All of them, half of many, or if loose any; next to required parts, even none."""
    if not loosely and len(others) <= _MANY:
        return [(Occur.Must, other) for other in others]
    any_of = [(Occur.Should, other) for other in others]
    if not others or (loosely and not alone):
        return any_of
    wanted = 1 if loosely else int(len(others) * _MANY_SHARE)
    return [(Occur.Must, tantivy.Query.boolean_query(any_of, minimum_number_should_match=wanted))]


def _unscored(query: tantivy.Query) -> tantivy.Query:
    return tantivy.Query.const_score_query(query, 0.0)
