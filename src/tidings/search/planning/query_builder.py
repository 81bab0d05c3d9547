"""The kinds of queries that planning puts together, whoever answers them: an index, or one article.

The rules of a search (which leaves, which probes, which stop words, what is required) are written
once, in terms of this protocol. `tantivy_queries.py` makes queries of an index, and `matching`
makes conditions on a single article, so both mean the same.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Protocol, TypeVar

from tantivy import Occur

from tidings.search.planning.probes import Probe
from tidings.search.query.tree import Between

Q = TypeVar("Q")

Clauses = Sequence[tuple[Occur, Q]]


class QueryBuilder(Protocol[Q]):
    """Makes queries out of terms, and larger ones out of queries."""

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that words are stemmed by, the most frequent first."""
        ...

    def everything(self) -> Q:
        """Return the query for all articles."""
        ...

    def term(self, field: str, term: str) -> Q:
        """Return the query for a term or a label in a field."""
        ...

    def any_term(self, field: str, terms: Collection[str]) -> Q:
        """Return the query for any of these terms in a field."""
        ...

    def phrase(self, field: str, probe: Probe, slop: int) -> Q:
        """Return the query for several terms in a row, with up to `slop` others between them."""
        ...

    def phrase_prefix(self, field: str, probe: Probe) -> Q:
        """Return the query for several terms in a row, the last being the beginning of a term."""
        ...

    def fuzzy_term(self, field: str, term: str, distance: int) -> Q:
        """Return the query for terms or labels that differ in at most `distance` letters."""
        ...

    def pattern(self, field: str, pattern: str) -> Q:
        """Return the query for labels that match a regular expression.

        Raise ValueError if the expression is too large.
        """
        ...

    def published(self, limits: Between) -> Q:
        """Return the query for articles published within limits; no undated one is."""
        ...

    def story(self, story: str) -> Q:
        """Return the query for the articles of a story."""
        ...

    def word_prefix(self, text: str, fields: Sequence[str]) -> Callable[[str], Q]:
        """Return the query for words that begin with a text, as a function of one of the fields."""
        ...

    def one_edit_away(self, text: str) -> Collection[str]:
        """Return terms of words at most one letter away."""
        ...

    def known_probes(self, probes: Sequence[Probe]) -> Sequence[Probe]:
        """Return the probes whose terms may be in a text."""
        ...

    def rarity_boost(self, probe: Probe) -> float:
        """Return the weight of a probe next to others."""
        ...

    def boolean(self, clauses: Clauses[Q], least: int = 0) -> Q:
        """Return the query for all that must match, none that must not, and `least` others.

        Without anything that must match, at least one other does.
        """
        ...

    def best_of(self, queries: Sequence[Q], tie_breaker: float) -> Q:
        """Return the query for any of the queries; the best one gives the score."""
        ...

    def boosted(self, query: Q, factor: float) -> Q:
        """Return the query with another weight."""
        ...

    def unscored(self, query: Q) -> Q:
        """Return the query with a score of 0."""
        ...
