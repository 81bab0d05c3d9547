"""Matching an article equals a strict search of it in a real index."""

from collections.abc import Iterator, Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.search.matching.collection import (
    DRAFTS,
    FUZZY,
    NOW,
    PREFIXES,
    STORY,
    TEXTS,
    TREES,
    Draft,
    dictionary,
    entry,
)

from tidings.model.search.results import Query
from tidings.search.entries.entry import IndexEntry
from tidings.search.index.search_index import Index
from tidings.search.matching.match_document import document_of
from tidings.search.matching.matcher import Matcher, condition_of, matcher_of
from tidings.search.planning.query_plan import QueryPlan
from tidings.search.planning.term_lookup import TermLookup
from tidings.search.query.field_values import wanted_languages
from tidings.search.query.parse import ParsedQuery
from tidings.search.query.tree import Node
from tidings.search.query_run import is_unanswerable, parsed_query
from tidings.settings.tree import SearchSettings


class Collection:
    """An index that grows, and the entries in it."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.count = 0

    def add(self, entries: Sequence[IndexEntry]) -> None:
        """Add entries and commit."""
        self.index.add(entries)
        self.index.commit()
        self.count += len(entries)

    def added(self, drafts: Sequence[Draft]) -> list[IndexEntry]:
        """Return the entries of new articles."""
        entries = [entry(at, **draft) for at, draft in enumerate(drafts, self.count + 1)]
        self.add(entries)
        return entries

    def found(self, parsed: ParsedQuery) -> set[str]:
        """Return the ids of all articles that a strict search finds."""
        view = self.index.view
        languages = wanted_languages(parsed.filters, view.languages)
        plan = QueryPlan(TermLookup(view, languages, self._members), self.index.settings)
        hits = view.searcher.search(plan.strict(parsed), limit=self.count).hits
        return {str(view.searcher.doc(at).get_first("id")) for _, at in hits}

    def _members(self, story: str) -> list[str]:
        numbers = range(self.count + 1)
        return [f"a{number}" for number in numbers if is_in_story(story, f"a{number}")]


def is_in_story(story: str, article: str) -> bool:
    return story in STORY and int(article[1:]) % STORY[story] == 0


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Collection]:
    index = Index.open(tmp_path_factory.mktemp("index"), SearchSettings(), writable=True)
    made = Collection(index)
    made.add(dictionary(1))
    yield made
    index.close()


def matched(matcher: Matcher, entries: Sequence[IndexEntry]) -> set[str]:
    return {each.id for each in entries if matcher.matches(document_of(each))}


PROPERTY = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


@PROPERTY
@given(
    st.lists(DRAFTS, min_size=1, max_size=8),
    st.lists(st.tuples(TREES, st.lists(TREES, max_size=2)), min_size=1, max_size=8),
)
def test_a_tree_matches_what_a_strict_search_finds(
    collection: Collection, drafts: list[Draft], trees: list[tuple[Node, list[Node]]]
) -> None:
    entries = collection.added(drafts)
    ids = {each.id for each in entries}
    for tree, filters in trees:
        parsed = ParsedQuery(tree, tuple(filters))
        matcher = Matcher(condition_of(parsed, collection.index.view.languages, is_in_story))
        assert matched(matcher, entries) == collection.found(parsed) & ids, parsed


@PROPERTY
@given(st.lists(DRAFTS, min_size=1, max_size=8), st.lists(TEXTS, min_size=1, max_size=8))
def test_a_text_matches_what_a_strict_search_finds(
    collection: Collection, drafts: list[Draft], texts: list[str]
) -> None:
    entries = collection.added(drafts)
    ids = {each.id for each in entries}
    for text in texts:
        query = Query(text, language="de" if len(text) % 5 == 0 else None)
        parsed = parsed_query(query, NOW)
        matcher = matcher_of(query, collection.index.view.languages, NOW, is_in_story)
        found = set() if is_unanswerable(query, parsed) else collection.found(parsed)
        assert matched(matcher, entries) == found & ids, text


@PROPERTY
@given(st.lists(DRAFTS, min_size=1, max_size=8), st.lists(TREES, min_size=1, max_size=8))
def test_what_matches_has_one_of_the_needed_terms(drafts: list[Draft], trees: list[Node]) -> None:
    documents = [document_of(entry(at, **draft)) for at, draft in enumerate(drafts)]
    for tree in trees:
        matcher = Matcher(condition_of(ParsedQuery(tree), ("en", "de", "zh"), is_in_story))
        needed = matcher.needed_terms(len)
        for document in documents:
            if needed is not None and matcher.matches(document):
                assert needed & document.terms["title", "lead", "body", "anchor"]


@pytest.mark.parametrize("text", [*PREFIXES, *FUZZY])
def test_the_vocabulary_is_too_small_for_the_limits_of_search(
    collection: Collection, text: str
) -> None:
    lookup = TermLookup(collection.index.view, collection.index.view.languages)
    assert len(lookup.with_prefix(text)) < 50
    assert len(lookup.one_edit_away(text)) < 16
