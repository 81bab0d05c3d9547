"""Whether an article matches a query: a strict search limited to that article, without an index.

Search loosens a query to any of its words when nothing has all of them. Matching never does.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from tidings.model.search.results import Query, QueryNote
from tidings.search.matching.condition_builder import ConditionBuilder
from tidings.search.matching.conditions import Always, Condition, IsInStory
from tidings.search.matching.match_document import MatchDocument
from tidings.search.planning.tree_queries import TreeQueries
from tidings.search.query.field_values import wanted_languages
from tidings.search.query.parse import ParsedQuery
from tidings.search.query_run import is_unanswerable, parsed_query


@dataclass(frozen=True, slots=True)
class Matcher:
    """A query, ready to be compared with any number of articles. Thread-safe."""

    condition: Condition
    notes: tuple[QueryNote, ...] = ()  # on how the query was read

    def matches(self, document: MatchDocument) -> bool:
        """Return whether an article matches."""
        return self.condition.holds(document)

    def needed_terms(
        self, cost: Callable[[str], float] = lambda term: 1.0
    ) -> frozenset[str] | None:
        """Return terms of which every article that matches has at least one in its texts.

        So a matcher need not be asked about articles without them. None if there are no such terms,
        as for `-spain` or `source:bbc.com`. Of several choices the one is taken whose terms cost
        the least: with the number of articles that have a term as its cost, that is the rarest.
        """
        return self.condition.needed(cost)


def matcher_of(
    query: Query,
    languages: tuple[str, ...],
    now: datetime,
    is_in_story: IsInStory = lambda story, article: False,
) -> Matcher:
    """Return the matcher of a query.

    `languages` are those of the collection, the most frequent first; `last 7 days` and the like
    count back from `now` and do not move on later. Limit, order and ranking do not matter.
    """
    parsed = parsed_query(query, now)
    if is_unanswerable(query, parsed):
        return Matcher(Always(is_met=False), parsed.notes)
    return Matcher(condition_of(parsed, languages, is_in_story), parsed.notes)


def condition_of(
    parsed: ParsedQuery, languages: tuple[str, ...], is_in_story: IsInStory
) -> Condition:
    """Return the condition that an article must meet, for a query that is already parsed."""
    wanted = wanted_languages(parsed.filters, languages)
    return TreeQueries(ConditionBuilder(wanted, is_in_story), boosts={}).strict(parsed)
