"""The conditions on one article, as planning puts them together.

They are those of a strict search, with three exceptions. A search looks at a collection, and has
limits that no single article knows of:

- Of the words with a prefix, and of those that are a letter away from a misspelt one, it takes the
  most frequent (64, and 16; 50 in a phrase), and only words that are in some title or body.
- Of the forms that a word has by language, it takes those that are in some text of an article.
- tantivy compares the terms of a phrase with gaps by rarity, the rarest two first. Among three or
  more, which are near enough may depend on that.

Here a prefix means every word, and a phrase with gaps its definition: at most so many others in
between. A search limited to the article may find less, in the third case also more.
"""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import replace

import tantivy
from tantivy import Occur

from tidings.search.entries.schema import schema, seconds
from tidings.search.matching.conditions import (
    AllOf,
    Always,
    AnyOf,
    Condition,
    InStory,
    IsInStory,
    Published,
)
from tidings.search.matching.match_document import Fields
from tidings.search.matching.term_conditions import (
    HasLabel,
    HasPhrase,
    HasPhrasePrefix,
    HasPrefix,
    HasSimilar,
    HasTerm,
)
from tidings.search.planning.probes import Probe, one_edit_terms, prefix_starts, prefix_stems
from tidings.search.planning.query_builder import Clauses
from tidings.search.query.tree import Between

_InFields = HasTerm | HasPrefix | HasSimilar | HasLabel


class ConditionBuilder:
    """Makes conditions: a `QueryBuilder`. Scores do not matter here."""

    def __init__(self, languages: tuple[str, ...], is_in_story: IsInStory) -> None:
        self.languages = languages
        self._is_in_story = is_in_story

    def everything(self) -> Condition:
        """Return the condition that every article meets."""
        return Always(is_met=True)

    def term(self, field: str, term: str) -> Condition:
        """Return the condition of having a term or a label in a field."""
        return HasTerm((field,), frozenset({term}))

    def any_term(self, field: str, terms: Collection[str]) -> Condition:
        """Return the condition of having any of these terms in a field."""
        return HasTerm((field,), frozenset(terms))

    def phrase(self, field: str, probe: Probe, slop: int) -> Condition:
        """Return the condition of having terms in a row."""
        return HasPhrase(field, probe, slop)

    def phrase_prefix(self, field: str, probe: Probe) -> Condition:
        """Return the condition of having terms in a row, the last of them with a prefix."""
        return HasPhrasePrefix(field, probe)

    def fuzzy_term(self, field: str, term: str, distance: int) -> Condition:
        """Return the condition of having a term or label that is spelt like another."""
        return HasSimilar((field,), term, distance)

    def pattern(self, field: str, pattern: str) -> Condition:
        """Return the condition of having a label that matches a regular expression."""
        tantivy.Query.regex_query(schema(), field, pattern)  # what is too large for search, is here
        return HasLabel((field,), re.compile(pattern))

    def published(self, limits: Between) -> Condition:
        """Return the condition of having a date within limits."""
        if limits.start is None and limits.end is None:
            return self.everything()
        return Published(
            None if limits.start is None else seconds(limits.start),
            None if limits.end is None else seconds(limits.end) - 1,
        )

    def story(self, story: str) -> Condition:
        """Return the condition of belonging to a story."""
        return InStory(story, self._is_in_story)

    def word_prefix(self, text: str, fields: Sequence[str]) -> Callable[[str], Condition]:
        """Return the condition of having a word with a prefix, as a function of the field."""
        starts, stems = prefix_starts(text), prefix_stems(text, self.languages)
        return lambda field: HasPrefix((field,), starts, stems)

    def one_edit_away(self, text: str) -> Collection[str]:
        """Return the terms of all words at most one letter away."""
        return one_edit_terms(text, self.languages)

    def known_probes(self, probes: Sequence[Probe]) -> Sequence[Probe]:
        """Return all probes: any may be in the article."""
        return probes

    def rarity_boost(self, probe: Probe) -> float:
        """Return 1."""
        return 1.0

    def boolean(self, clauses: Clauses[Condition], least: int = 0) -> Condition:
        """Return the condition of meeting all that must be, none that must not, and some others."""
        must, optional, unwanted = (
            tuple(condition for occur, condition in clauses if occur == wanted)
            for wanted in (Occur.Must, Occur.Should, Occur.MustNot)
        )
        if optional and (least or not must):
            must = (*must, AnyOf(optional, max(least, 1)) if len(optional) > 1 else optional[0])
        if not must:
            return Always(is_met=False)
        return must[0] if len(must) == 1 and not unwanted else AllOf(must, unwanted)

    def best_of(self, queries: Sequence[Condition], tie_breaker: float) -> Condition:
        """Return the condition of meeting any of the conditions."""
        merged = _merged(queries)
        return merged[0] if len(merged) == 1 else AnyOf(merged)

    def boosted(self, query: Condition, factor: float) -> Condition:
        """Return the condition itself."""
        return query

    def unscored(self, query: Condition) -> Condition:
        """Return the condition itself."""
        return query


def _merged(conditions: Sequence[Condition]) -> tuple[Condition, ...]:
    """Conditions with the same meaning: a word in any of four fields is looked up once."""
    terms: dict[Fields, frozenset[str]] = {}
    others: list[Condition] = []
    for condition in conditions:
        if isinstance(condition, HasTerm):
            terms[condition.fields] = terms.get(condition.fields, frozenset()) | condition.terms
        else:
            others.append(condition)
    fields: dict[_InFields, Fields] = {}
    rest: list[Condition] = []
    for condition in [*(HasTerm(*each) for each in terms.items()), *others]:
        if isinstance(condition, _InFields):
            anywhere = replace(condition, fields=())
            fields[anywhere] = (*fields.get(anywhere, ()), *condition.fields)
        else:
            rest.append(condition)
    return (*(replace(each, fields=where) for each, where in fields.items()), *rest)
