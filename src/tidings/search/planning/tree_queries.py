"""Turns the tree of a query into a query: conjunctions, negations, filters. It runs nothing."""

from collections.abc import Mapping, Sequence
from typing import Final, Generic

from tantivy import Occur

from tidings.search.planning.leaf_queries import LeafQueries
from tidings.search.planning.query_builder import Clauses, Q, QueryBuilder
from tidings.search.planning.query_stop_words import query_stop_words
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
)

_MANY: Final = 8  # words; more are a pasted sentence, and not every word must match
_MANY_SHARE: Final = 0.5  # the share of many words that must match


class TreeQueries(Generic[Q]):
    """Builds the queries for trees; what they are is up to the builder."""

    def __init__(self, builder: QueryBuilder[Q], boosts: Mapping[str, float]) -> None:
        self._builder = builder
        self._leaves = LeafQueries(builder, boosts)

    def strict(self, parsed: ParsedQuery) -> Q:
        """Return the query for all the words, or for half of them if there are many."""
        return self._filtered(self._node(parsed.tree, loosely=False), parsed.filters)

    def loose(self, parsed: ParsedQuery) -> Q | None:
        """Return the query for any of the words, for when `strict` finds too little.

        Explicit parts stay required: phrases, fields, +words. Words of several terms are split
        into terms, so a pasted Chinese headline is found by its bigrams. None if there is nothing
        to relax.
        """
        if not any(map(_is_optional, conjuncts(parsed.tree))):
            return None
        return self._filtered(self._node(parsed.tree, loosely=True), parsed.filters)

    def weighted(self, terms: Mapping[str, float], parsed: ParsedQuery) -> Q:
        """Return the query for any of these terms, each with its weight, within a parsed query.

        The parsed query's filters, negations and required parts apply, but add no score.
        """
        any_term = [
            (Occur.Should, self._builder.boosted(self._leaves.term(term), weight))
            for term, weight in terms.items()
            if weight > 0
        ]
        required = [part for part in conjuncts(parsed.tree) if is_required(part)]
        found = self._builder.boolean(any_term, least=1)
        return self._filtered(found, [*required, *parsed.filters])

    def allowed(self, parsed: ParsedQuery) -> Q:
        """Return the query for everything that passes the filters, with scores of 0."""
        return self._filtered(None, parsed.filters)

    def _filtered(self, found: Q | None, filters: Sequence[Node]) -> Q:
        if found is not None and not filters:
            return found
        limits = [self._part(part) for part in filters if not isinstance(part, Not)]
        if found is None and not limits:
            limits.append(self._builder.everything())
        clauses = [] if found is None else [(Occur.Must, found)]
        clauses += [(Occur.Must, self._builder.unscored(limit)) for limit in limits]
        return self._builder.boolean([*clauses, *self._excluded(filters, None)])

    def _excluded(self, parts: Sequence[Node], field: FieldName | None) -> Clauses[Q]:
        unwanted = (part.part for part in parts if isinstance(part, Not))
        return [(Occur.MustNot, self._part(part, field)) for part in unwanted]

    def _node(self, node: Node | None, *, loosely: bool) -> Q | None:
        return None if node is None else self._part(node, None, loosely)

    def _part(self, node: Node, field: FieldName | None = None, loosely: bool = False) -> Q:
        match node:
            case And(parts):
                return self._conjunction(parts, field, loosely)
            case Or(parts):
                either = [(Occur.Should, self._part(part, field, loosely)) for part in parts]
                return self._builder.boolean(either)
            case Not(part):
                return self._without(self._part(part, field))
            case Must(part):
                return self._part(part, field)
            case Field(name, part):
                return self._part(part, name)
            case Boost(part, factor):
                return self._builder.boosted(self._part(part, field, loosely), factor)
            case _:
                return self._leaves.query(node, field, loosely=loosely)

    def _conjunction(self, parts: Sequence[Node], field: FieldName | None, loosely: bool) -> Q:
        """All required parts, no excluded ones, and enough of the others."""
        in_text = field in (None, FieldName.TITLE)
        stop_words = query_stop_words(parts, self._builder.languages) if in_text else frozenset()
        excluded = self._excluded(parts, field)
        required = [
            (Occur.Must, self._builder.unscored(query) if is_filter(each) else query)
            for each in parts
            if not _is_optional(each) and not isinstance(each, Not)
            for query in [self._part(each, field)]
        ]
        others = [
            self._part(each, field, loosely)
            for each in parts
            if _is_optional(each) and not (isinstance(each, Word) and each.text in stop_words)
        ]
        clauses = [*excluded, *required, *self._enough(others, loosely=loosely, alone=not required)]
        if len(excluded) == len(clauses):
            clauses.append((Occur.Must, self._builder.unscored(self._builder.everything())))
        return self._builder.boolean(clauses)

    def _enough(self, others: Sequence[Q], *, loosely: bool, alone: bool) -> Clauses[Q]:
        """All of them, half of many, or if loose any; next to required parts, even none."""
        if not loosely and len(others) <= _MANY:
            return [(Occur.Must, other) for other in others]
        any_of = [(Occur.Should, other) for other in others]
        if not others or (loosely and not alone):
            return any_of
        wanted = 1 if loosely else int(len(others) * _MANY_SHARE)
        return [(Occur.Must, self._builder.boolean(any_of, least=wanted))]

    def _without(self, unwanted: Q) -> Q:
        """Everything that does not match the query."""
        everything = self._builder.unscored(self._builder.everything())
        return self._builder.boolean([(Occur.Must, everything), (Occur.MustNot, unwanted)])


def _is_optional(node: Node) -> bool:
    """Return whether a part may be missing when too few articles have it."""
    return not is_required(node) and not is_filter(node)
