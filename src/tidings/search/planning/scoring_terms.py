"""The terms of a query that are scored, marked in snippets and explained; not excluded ones."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from tidings.search.planning.query_stop_words import query_stop_words
from tidings.search.planning.term_lookup import TermLookup
from tidings.search.query.parse import ParsedQuery
from tidings.search.query.tree import (
    And,
    Between,
    Boost,
    Field,
    FieldName,
    Fuzzy,
    Leaf,
    Must,
    Node,
    Not,
    Or,
    Phrase,
    Prefix,
    Word,
)


@dataclass(frozen=True, slots=True)
class ScoringTerm:
    """A word of the query: the index terms it may stand for, and its weight."""

    variants: tuple[str, ...]  # as typed, and as stemmed by the languages of the index
    weight: float
    title_only: bool = False


def scoring_terms(parsed: ParsedQuery, lookup: TermLookup) -> list[ScoringTerm]:
    """Return the terms that a query is scored by, each once, in the order of the query.

    Stop words count only if there is nothing else, or if they are quoted or have a plus. Variants
    that are in no article are left out, unless that leaves none.
    """
    if parsed.tree is None:
        return []
    summed: dict[tuple[tuple[str, ...], bool], ScoringTerm] = {}
    for term in _terms(parsed.tree, lookup, 1.0):
        key = (term.variants, term.title_only)
        known = summed.get(key)
        summed[key] = replace(term, weight=term.weight + known.weight) if known else term
    return list(summed.values())


def term_weights(terms: Iterable[ScoringTerm]) -> dict[str, float]:
    """Return each variant with its weight; a variant of several words has their sum."""
    weighted: dict[str, float] = {}
    for term in terms:
        for variant in term.variants:
            weighted[variant] = weighted.get(variant, 0.0) + term.weight
    return weighted


def query_terms(parsed: ParsedQuery, lookup: TermLookup) -> frozenset[str]:
    """Return the terms that count as a match of the query, for snippets."""
    return frozenset(term_weights(scoring_terms(parsed, lookup)))


def _terms(
    node: Node, lookup: TermLookup, weight: float, title_only: bool = False
) -> Iterator[ScoringTerm]:
    match node:
        case And(parts) | Or(parts):
            stop_words = query_stop_words(parts, lookup.languages)
            for part in parts:
                if not (isinstance(part, Word) and part.text in stop_words):
                    yield from _terms(part, lookup, weight, title_only)
        case Boost(part, factor):
            yield from _terms(part, lookup, weight * factor, title_only)
        case Must(part):
            yield from _terms(part, lookup, weight, title_only)
        case Field(name, part):
            if name is FieldName.TITLE:
                yield from _terms(part, lookup, weight, True)
        case Not() | Between():
            return
        case _:
            yield from _of_leaf(node, lookup, weight, title_only)


def _of_leaf(
    leaf: Leaf, lookup: TermLookup, weight: float, title_only: bool
) -> Iterator[ScoringTerm]:
    assert not isinstance(leaf, Between)
    if isinstance(leaf, Prefix) and " " in leaf.text:  # only its last word is a prefix
        before, _, last = leaf.text.rpartition(" ")
        yield from _of_leaf(Phrase(before), lookup, weight, title_only)
        leaf = Prefix(last)
    if isinstance(leaf, Prefix | Fuzzy) and lookup.words(leaf.text):
        wider = (
            lookup.within_distance(leaf.text, leaf.distance)
            if isinstance(leaf, Fuzzy)
            else lookup.with_prefix(leaf.text)
        )
        yield ScoringTerm(wider or lookup.words(leaf.text), weight, title_only)
        return
    for variants in _by_place(lookup.probes(leaf.text)):
        known = lookup.known_terms(variants) if len(variants) > 1 else variants
        yield ScoringTerm(known or variants, weight, title_only)


def _by_place(probes: Sequence[tuple[tuple[int, str], ...]]) -> Iterator[tuple[str, ...]]:
    """The terms of each word of a text in the different languages."""
    places: dict[int, dict[str, None]] = {}
    for probe in probes:
        for place, term in probe:
            places.setdefault(place, {})[term] = None
    return (tuple(terms) for _, terms in sorted(places.items()))
