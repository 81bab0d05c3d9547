"""From a parsed query to what tantivy runs: fields, boosts, filters; no searching here."""

from collections.abc import Sequence
from dataclasses import dataclass

import tantivy
from tantivy import Occur

from tidings.model.search import Query
from tidings.search.index.schema import TEXTS, schema, seconds
from tidings.search.query.query import Operand, Parsed, Probe, probes_of
from tidings.settings.tree import SearchSettings

_MANY = 8  # more words than this are a pasted sentence, in which each need not be found
_MANY_SHARE = 0.5  # of many words so many must be found
_TIE_BREAKER = 0.1  # what matches in further fields add, so that title and body beat title alone


@dataclass(frozen=True, slots=True)
class Plan:
    """How queries are run: the languages of the index and the weights of the fields."""

    languages: Sequence[str]
    settings: SearchSettings

    def strict(self, parsed: Parsed) -> tantivy.Query:
        """Return the query for all the words, or for half of them when they are many."""
        groups = [self._any_of(group) for group in parsed.wanted]
        if len(groups) <= _MANY:
            return self._query([(Occur.Must, group) for group in groups], parsed)
        enough = int(len(groups) * _MANY_SHARE)
        return self._query([(Occur.Should, group) for group in groups], parsed, enough)

    def loose(self, parsed: Parsed) -> tantivy.Query:
        """Return the query for any of the words, phrases taken apart; for when strict finds none.

        Runs of Chinese or Japanese are phrases too, so a pasted headline is found by its bigrams.
        """
        operands = [operand for group in parsed.wanted for operand in group]
        terms = dict.fromkeys(
            term
            for operand in operands
            for probe in probes_of(operand, self.languages)
            for _, term in probe
        )
        words = [self._best([((0, term),)]) for term in terms]
        return self._query([(Occur.Should, word) for word in words], parsed, 1)

    def _query(
        self,
        wanted: Sequence[tuple[Occur, tantivy.Query]],
        parsed: Parsed,
        enough: int | None = None,
    ) -> tantivy.Query:
        found = (
            tantivy.Query.boolean_query(wanted, minimum_number_should_match=enough)
            if wanted
            else tantivy.Query.all_query()
        )
        if not parsed.unwanted:
            return found
        unwanted = [(Occur.MustNot, self._any_of((operand,))) for operand in parsed.unwanted]
        return tantivy.Query.boolean_query([(Occur.Must, found), *unwanted])

    def _any_of(self, operands: Sequence[Operand]) -> tantivy.Query:
        return self._best(
            [probe for operand in operands for probe in probes_of(operand, self.languages)]
        )

    def _best(self, probes: Sequence[Probe]) -> tantivy.Query:
        """The best match of any probe in any field counts."""
        boosts = {"title": self.settings.title_boost, "lead": self.settings.lead_boost}
        return tantivy.Query.disjunction_max_query(
            [
                tantivy.Query.boost_query(_in_field(name, probe), boosts.get(name, 1.0))
                for name in TEXTS
                for probe in probes
            ],
            _TIE_BREAKER,
        )


def filtered(found: tantivy.Query, query: Query) -> tantivy.Query:
    """Return what is found by a query within the limits it asks for, with the same scores."""
    limits = [
        tantivy.Query.term_query(schema(), name, value)
        for name, value in (("source", query.source), ("language", query.language))
        if value is not None
    ]
    if query.since is not None or query.until is not None:
        limits.append(_between(query))
    if not limits:
        return found
    unscored = [tantivy.Query.const_score_query(limit, 0.0) for limit in limits]
    return tantivy.Query.boolean_query([(Occur.Must, part) for part in (found, *unscored)])


def _between(query: Query) -> tantivy.Query:
    return tantivy.Query.range_query(
        schema(),
        "published",
        tantivy.FieldType.Integer,
        None if query.since is None else seconds(query.since),
        None if query.until is None else seconds(query.until),
    )


def _in_field(name: str, probe: Probe) -> tantivy.Query:
    if len(probe) == 1:
        return tantivy.Query.term_query(schema(), name, probe[0][1])
    return tantivy.Query.phrase_query(schema(), name, list(probe))
