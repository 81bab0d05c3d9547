"""From a parsed query to what tantivy runs: fields, boosts, filters; no searching here."""

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
    is_demanding,
    is_filter,
    names_in,
)
from tidings.settings.tree import SearchSettings

_MANY: Final = 8  # more words than this are a pasted sentence, in which each need not be found
_MANY_SHARE: Final = 0.5  # of many words so many must be found

_Clauses = list[tuple[Occur, tantivy.Query]]


class QueryPlan:
    """How queries are run on one index, as of one commit."""

    def __init__(self, lookup: TermLookup, settings: SearchSettings) -> None:
        self._lookup = lookup
        self._leaves = LeafQueries(lookup, settings)

    def strict(self, parsed: ParsedQuery) -> tantivy.Query:
        """Return the query for all the words, or for half of them when they are many."""
        return self._filtered(self._node(parsed.tree, loosely=False), parsed.filters)

    def loose(self, parsed: ParsedQuery) -> tantivy.Query | None:
        """Return the query for any of the words, for when strict finds too little.

        What was asked for expressly stays so: phrases, fields, +words. Words that are several
        terms are taken apart, so a pasted Chinese headline is found by its bigrams. None if that
        leaves nothing to be loosened.
        """
        if not any(map(_is_optional, conjuncts(parsed.tree))):
            return None
        return self._filtered(self._node(parsed.tree, loosely=True), parsed.filters)

    def weighted(self, terms: Mapping[str, float], parsed: ParsedQuery) -> tantivy.Query:
        """Return the query for any of these terms, each with its weight, where a query allows it.

        The query's filters, negations and whatever it demands hold, but do not count.
        """
        any_term = [
            (Occur.Should, tantivy.Query.boost_query(self._leaves.term(term), weight))
            for term, weight in terms.items()
            if weight > 0
        ]
        demanded = [part for part in conjuncts(parsed.tree) if is_demanding(part)]
        found = tantivy.Query.boolean_query(any_term, minimum_number_should_match=1)
        return self._filtered(found, [*demanded, *parsed.filters])

    def allowed(self, parsed: ParsedQuery) -> tantivy.Query:
        """Return the query for all that the filters let pass, with scores of 0."""
        return self._filtered(None, parsed.filters)

    def notes(self, parsed: ParsedQuery) -> tuple[QueryNote, ...]:
        """Return what is to be said about fields of which no article has any, on this index."""
        nodes = [*parsed.filters, *([] if parsed.tree is None else [parsed.tree])]
        asked = dict.fromkeys(name for node in nodes for name in names_in(node))
        indexed = [name for name in asked if name in INDEXED]
        unknown = [name for name in indexed if not self._lookup.has_any(INDEXED[name])]
        return tuple(
            QueryNote(0, 0, f"Nothing is known about “{name}:” yet.", QueryNoteKind.UNDERSTOOD)
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
        return tantivy.Query.boolean_query([*clauses, *self._barred(filters, None)])

    def _barred(self, parts: Sequence[Node], field: FieldName | None) -> _Clauses:
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
        """All the parts that are demanded, none that are unwanted, and enough of the others."""
        in_text = field in (None, FieldName.TITLE)
        small = query_stop_words(parts, self._lookup.languages) if in_text else frozenset()
        barred = self._barred(parts, field)
        demanded = [
            (Occur.Must, _unscored(query) if is_filter(each) else query)
            for each in parts
            if not _is_optional(each) and not isinstance(each, Not)
            for query in [self._part(each, field)]
        ]
        others = [
            self._part(each, field, loosely)
            for each in parts
            if _is_optional(each) and not (isinstance(each, Word) and each.text in small)
        ]
        clauses = [*barred, *demanded, *_enough(others, loosely=loosely, alone=not demanded)]
        if len(barred) == len(clauses):
            clauses.append((Occur.Must, _unscored(tantivy.Query.all_query())))
        return tantivy.Query.boolean_query(clauses)


def _is_optional(node: Node) -> bool:
    """Tell whether a part may be missing when there are too few articles with it."""
    return not is_demanding(node) and not is_filter(node)


def _enough(others: Sequence[tantivy.Query], *, loosely: bool, alone: bool) -> _Clauses:
    """All of them, half of many, or loosely any; next to what is demanded even none."""
    if not loosely and len(others) <= _MANY:
        return [(Occur.Must, other) for other in others]
    any_of = [(Occur.Should, other) for other in others]
    if not others or (loosely and not alone):
        return any_of
    wanted = 1 if loosely else int(len(others) * _MANY_SHARE)
    return [(Occur.Must, tantivy.Query.boolean_query(any_of, minimum_number_should_match=wanted))]


def _unscored(query: tantivy.Query) -> tantivy.Query:
    return tantivy.Query.const_score_query(query, 0.0)
