"""One query on its way through the index: parsed, planned and retrieved, but not ranked."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Final

import tantivy

from tidings.model.search.results import Query, QueryNote, QueryNoteKind
from tidings.search.candidates import (
    Candidates,
    all_or_best,
    best,
    restricted_to,
    up_to_seq,
    without_ids,
)
from tidings.search.index.index_view import IndexView
from tidings.search.index.search_snapshot import SearchSnapshot
from tidings.search.planning.query_plan import QueryPlan
from tidings.search.planning.scoring_terms import scoring_terms
from tidings.search.planning.term_lookup import TermLookup
from tidings.search.query.field_values import wanted_languages
from tidings.search.query.parse import ParsedQuery, parse, parse_plain, with_limits
from tidings.search.query.tree import And, Between, Phrase
from tidings.search.rank.ranker import Seqs, WeightedWord
from tidings.settings.tree import SearchSettings
from tidings.text.scripts.cjk import RUN, letters_of
from tidings.text.terms.request_phrases import without_request_phrases

_LETTER: Final = 0.2  # the weight of a single letter; a pair of letters has 1
_pair: Final = re.compile(f"{RUN}")
_DEEP: Final = 1_000  # candidates to rank when a test collection requests that many hits


Retriever = Callable[[IndexView, tantivy.Query, int], Candidates]


@dataclass(frozen=True, slots=True, eq=False)
class Retrieval:
    """A query that tantivy ran, and the candidates it returned."""

    query: tantivy.Query
    candidates: Candidates
    has_all_words: bool  # every candidate has all the words


@dataclass(frozen=True, eq=False)  # without slots: cached properties need a __dict__
class QueryRun:
    """Everything needed to run one query."""

    snapshot: SearchSnapshot
    query: Query
    parsed: ParsedQuery
    plan: QueryPlan
    words: tuple[WeightedWord, ...]
    letters: tuple[
        WeightedWord, ...
    ]  # of scripts without spaces; they count a little, next to their pairs
    now: datetime
    revised: tuple[str, ...]  # ids of articles that existed at the query's as_of and changed since
    hidden: tuple[str, ...] = ()  # ids of articles that must not be found

    @property
    def view(self) -> IndexView:
        """The index at one commit."""
        return self.snapshot.view

    @property
    def settings(self) -> SearchSettings:
        """The settings of search."""
        return self.snapshot.settings

    @property
    def last(self) -> int:
        """How many matches are needed, including those of earlier pages."""
        return max(self.query.offset, 0) + max(self.query.limit, 0)

    @property
    def depth(self) -> int:
        """How many candidates a model ranks; the same for every page of a query."""
        return _DEEP if self.query.limit >= self.settings.depth else self.settings.depth

    @property
    def is_unanswerable(self) -> bool:
        """Whether the text contains nothing to search for, such as only dots."""
        return is_unanswerable(self.query, self.parsed)

    @property
    def notes(self) -> tuple[QueryNote, ...]:
        """Notes on how the query was read."""
        notes = self.parsed.notes + self.plan.notes(self.parsed) + self._unknown_articles
        if self.is_unanswerable and not notes:
            message = "The query has no words to search for."
            return (QueryNote(0, 0, message, QueryNoteKind.IGNORED),)
        return notes

    @property
    def _unknown_articles(self) -> tuple[QueryNote, ...]:
        """Notes on `more_like` and `less_like` ids that are not in the index."""
        named = dict.fromkeys((*self.query.more_like, *self.query.less_like))
        unknown = (id_ for id_ in named if self.view.forward.seq_of(id_) is None)
        return tuple(
            QueryNote(
                0, 0, f"No article has the id {id_[:40]}; it is ignored.", QueryNoteKind.IGNORED
            )
            for id_ in unknown
        )

    @property
    def terms(self) -> frozenset[str]:
        """The terms that count as a match, for snippets."""
        return frozenset(variant for word in self.words for variant in word.variants)

    @property
    def names_a_time(self) -> bool:
        """Whether the user names a time: by a date filter, or by a year among the words."""
        if any(isinstance(part, Between) for part in self.parsed.filters):
            return True
        years = (term for term in self.terms if len(term) == 4 and term.isdigit())
        return any(1400 < int(year) < self.now.year for year in years)

    @property
    def ranking_input(self) -> Retrieval:
        """The candidates that a model ranks. Often only a few articles have several words."""
        several = isinstance(self.parsed.tree, And | Phrase) and not self.query.plain
        return self.retrieve(best, self.depth, all_or_best if several else best)

    def retrieve(
        self, retriever: Retriever, limit: int, strict_retriever: Retriever | None = None
    ) -> Retrieval:
        """Retrieve articles with all the words; only if there are none, those with any of them."""
        if not self.query.plain:
            strict = self._strict(strict_retriever or retriever, limit)
            if strict.candidates.total:
                return strict
        loose = self._loose_query
        if loose is None:
            return self._strict(retriever, limit)
        return self._retrieval(loose, retriever, limit, has_all_words=False)

    @property
    def matching(self) -> tantivy.Query:
        """The tantivy query for all matches, for counting them by facet."""
        return tantivy.Query.empty_query() if self.is_unanswerable else self.retrieve(best, 0).query

    def matches_with(self, *, all_words: bool) -> tantivy.Query:
        """Return the tantivy query for all matches, with all the words or with any."""
        loose = None if all_words else self._loose_query
        return self._within_limits(self._strict_query if loose is None else loose)

    @cached_property
    def _strict_query(self) -> tantivy.Query:
        return self.plan.strict(self.parsed)

    @cached_property
    def _loose_query(self) -> tantivy.Query | None:
        return self.plan.loose(self.parsed)

    def _strict(self, retriever: Retriever, limit: int) -> Retrieval:
        return self._retrieval(self._strict_query, retriever, limit, has_all_words=True)

    def _retrieval(
        self, query: tantivy.Query, retriever: Retriever, limit: int, *, has_all_words: bool
    ) -> Retrieval:
        query = self._within_limits(query)
        return Retrieval(query, retriever(self.view, query, limit), has_all_words)

    def retrieve_weighted(self, terms: Mapping[str, float]) -> Seqs:
        """Retrieve candidates for a model's own terms, except single letters: they are too common.

        For a typed query every candidate has one of its words; otherwise the total would be wrong.
        """
        letters = {letter.variants[0] for letter in self.letters}
        wanted = {term: weight for term, weight in terms.items() if term not in letters}
        query = self._within_limits(self.plan.weighted(wanted, self.parsed))
        own = None if self.query.plain else self._loose_query
        query = query if own is None else restricted_to(query, own)
        return best(self.view, query, self.depth, total=0).seqs  # the total is not needed

    def _within_limits(self, query: tantivy.Query) -> tantivy.Query:
        """Return the query for what may be found, as of the query's moment."""
        query = without_ids(query, self.hidden) if self.hidden else query
        as_of = self.query.as_of
        later = as_of is not None and as_of < self.view.last_seq
        return up_to_seq(query, as_of, self.revised) if as_of is not None and later else query


def parsed_query(query: Query, now: datetime) -> ParsedQuery:
    """Return the text of a query, parsed, with the limits given next to it."""
    plain = query.plain
    parsed = parse_plain(without_request_phrases(query.text)) if plain else parse(query.text, now)
    return with_limits(parsed, query)


def is_unanswerable(query: Query, parsed: ParsedQuery) -> bool:
    """Return whether a text contains nothing to search for, such as only dots."""
    return parsed.is_empty and bool(query.text.strip())


def query_run_of(snapshot: SearchSnapshot, query: Query, now: datetime) -> QueryRun:
    """Return the run of a query on one state of the index."""
    view, parsed = snapshot.view, parsed_query(query, now)
    languages = wanted_languages(parsed.filters, snapshot.languages)
    lookup = TermLookup(
        view, languages, snapshot.stories.members, snapshot.statistics, snapshot.undated
    )
    words = tuple(
        WeightedWord(term.variants, term.weight, term.title_only)
        for term in scoring_terms(parsed, lookup)
    )
    plan = QueryPlan(lookup, snapshot.settings)
    later = query.as_of is not None and query.as_of < view.last_seq
    revised = tuple(snapshot.revised(query.as_of)) if query.as_of is not None and later else ()
    hidden = tuple(snapshot.hidden())
    return QueryRun(snapshot, query, parsed, plan, words, _letters(words), now, revised, hidden)


def _letters(words: Sequence[WeightedWord]) -> tuple[WeightedWord, ...]:
    """The single letters of letter pairs: an article may have one without the other."""
    pairs = (word for word in words if not word.title_only and _pair.fullmatch(word.variants[0]))
    letters = dict.fromkeys(letter for word in pairs for letter in letters_of(word.variants[0]))
    return tuple(WeightedWord((letter,), _LETTER) for letter in letters)
