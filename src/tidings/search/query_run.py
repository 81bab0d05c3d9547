"""One query on its way: what was typed, what tantivy is asked, what it has; no ranking here."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

import tantivy

from tidings.model.search.results import Query, QueryNote, QueryNoteKind
from tidings.search.candidates import Candidates, all_or_best, best, restricted_to, up_to_seq
from tidings.search.index.index_view import IndexView
from tidings.search.index.search_index import Index
from tidings.search.index.story_membership import StoryMembership
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

_LETTER: Final = 0.2  # the weight of a letter, that of a pair being 1
_pair: Final = re.compile(f"{RUN}")
_DEEP: Final = 1_000  # candidates that a model ranks when a test collection asks for as many


Retriever = Callable[[IndexView, tantivy.Query, int], Candidates]


@dataclass(frozen=True, slots=True, eq=False)
class Retrieval:
    """What was looked for, and what tantivy has of it."""

    query: tantivy.Query
    candidates: Candidates
    strictly: bool  # with all the words


@dataclass(frozen=True, slots=True)
class QueryRun:
    """What one query needs on its way."""

    view: IndexView
    query: Query
    parsed: ParsedQuery
    plan: QueryPlan
    words: tuple[WeightedWord, ...]
    letters: tuple[
        WeightedWord, ...
    ]  # of scripts without spaces, which count a little beside their pairs
    settings: SearchSettings
    now: datetime
    stories: StoryMembership
    revised: tuple[str, ...]  # articles that were there at the query's as_of, with other words

    @property
    def last(self) -> int:
        """How many matches are wanted, those of the pages before included."""
        return max(self.query.offset, 0) + max(self.query.limit, 0)

    @property
    def depth(self) -> int:
        """How many candidates are ranked exactly; it must not change from page to page."""
        return _DEEP if self.query.limit >= self.settings.depth else self.settings.depth

    @property
    def is_unanswerable(self) -> bool:
        """Whether something was typed that asks for nothing, such as a row of dots."""
        return self.parsed.is_empty and bool(self.query.text.strip())

    @property
    def notes(self) -> tuple[QueryNote, ...]:
        """What was made of the query."""
        made = self.parsed.notes + self.plan.notes(self.parsed) + self._strangers
        if self.is_unanswerable and not made:
            return (QueryNote(0, 0, "There is no word to be searched for.", QueryNoteKind.IGNORED),)
        return made

    @property
    def _strangers(self) -> tuple[QueryNote, ...]:
        """Articles that others are to be like, or not, and that the index does not know."""
        named = dict.fromkeys((*self.query.more_like, *self.query.less_like))
        unknown = (id_ for id_ in named if self.view.forward.seq_of(id_) is None)
        return tuple(
            QueryNote(
                0, 0, f"There is no article {id_[:40]} to be like or unlike.", QueryNoteKind.IGNORED
            )
            for id_ in unknown
        )

    @property
    def terms(self) -> frozenset[str]:
        """The terms that count as a match, for snippets."""
        return frozenset(variant for word in self.words for variant in word.variants)

    @property
    def names_a_time(self) -> bool:
        """Whether the user says which time is meant: by a filter, or by a year among the words."""
        if any(isinstance(part, Between) for part in self.parsed.filters):
            return True
        years = (term for term in self.terms if len(term) == 4 and term.isdigit())
        return any(1400 < int(year) < self.now.year for year in years)

    @property
    def candidates(self) -> Retrieval:
        """What a model is to rank; of several words together there are often but a few."""
        several = isinstance(self.parsed.tree, And | Phrase) and not self.query.plain
        return self.found(best, self.depth, all_or_best if several else best)

    def found(self, first: Retriever, limit: int, strictly: Retriever | None = None) -> Retrieval:
        """What there is for all the words; only if nothing has them all, any of them will do."""
        if not self.query.plain:
            found = self._strict(strictly or first, limit)
            if found.candidates.total:
                return found
        loose = self.plan.loose(self.parsed)
        if loose is None:
            return self._strict(first, limit)
        return self._found(loose, first, limit, strictly=False)

    def _strict(self, first: Retriever, limit: int) -> Retrieval:
        return self._found(self.plan.strict(self.parsed), first, limit, strictly=True)

    def _found(
        self, query: tantivy.Query, first: Retriever, limit: int, *, strictly: bool
    ) -> Retrieval:
        asked = self._as_of(query)
        return Retrieval(asked, first(self.view, asked, limit), strictly)

    def weighted(self, terms: Mapping[str, float]) -> Seqs:
        """Candidates for terms of a model's own; a letter alone stands in too many articles.

        Who typed a query is shown nothing without its words, or the total would not be true.
        """
        letters = {letter.variants[0] for letter in self.letters}
        sought = {term: weight for term, weight in terms.items() if term not in letters}
        found = self._as_of(self.plan.weighted(sought, self.parsed))
        own = None if self.query.plain else self.plan.loose(self.parsed)
        found = found if own is None else restricted_to(found, own)
        return best(self.view, found, self.depth, total=0).seqs  # nobody asks how many

    def _as_of(self, found: tantivy.Query) -> tantivy.Query:
        as_of = self.query.as_of
        later = as_of is not None and as_of < self.view.last_seq
        return up_to_seq(found, as_of, self.revised) if as_of is not None and later else found


def query_run_of(index: Index, query: Query, now: datetime) -> QueryRun:
    """Return a query's way through the index as it is now."""
    view = index.view
    parsed = (
        parse_plain(without_request_phrases(query.text)) if query.plain else parse(query.text, now)
    )
    parsed = with_limits(parsed, query)
    languages = wanted_languages(parsed.filters, view.languages)
    lookup = TermLookup(view, languages, index.stories.members)
    words = tuple(
        WeightedWord(term.variants, term.weight, term.title_only)
        for term in scoring_terms(parsed, lookup)
    )
    plan = QueryPlan(lookup, index.settings)
    later = query.as_of is not None and query.as_of < view.last_seq
    revised = tuple(index.revised(query.as_of)) if query.as_of is not None and later else ()
    return QueryRun(
        view, query, parsed, plan, words, _letters(words), index.settings, now, index.stories,
        revised,
    )  # fmt: skip


def _letters(words: Sequence[WeightedWord]) -> tuple[WeightedWord, ...]:
    """The letters of pairs: an article may have the one without the other."""
    pairs = (word for word in words if not word.title_only and _pair.fullmatch(word.variants[0]))
    found = dict.fromkeys(letter for word in pairs for letter in letters_of(word.variants[0]))
    return tuple(WeightedWord((letter,), _LETTER) for letter in found)


def matching_query(index: Index, query: Query, now: datetime) -> tantivy.Query:
    """Return what tantivy is asked for all matches of a query, to count them by whatever."""
    way = query_run_of(index, query, now)
    return tantivy.Query.empty_query() if way.is_unanswerable else way.found(best, 0).query
