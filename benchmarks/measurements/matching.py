"""Matching compared with search, on the queries and documents of test collections.

Every query is matched with every document, and a strict search of the same index says which should
match. The rows with differences are those where a search has limits that a single article does not
know of (`search/matching/condition_builder.py` lists them): it may find less.
"""

import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

from benchmarks.support.table import print_table
from tidings.evaluate.retrieval.collection import Collection, article_of
from tidings.evaluate.retrieval.collection_search import indexed_collection
from tidings.model.search.results import Query
from tidings.search.entries.bulk_entries import entries_of
from tidings.search.index.search_index import Index
from tidings.search.matching.match_document import MatchDocument, document_of
from tidings.search.matching.matcher import matcher_of
from tidings.search.query_run import query_run_of
from tidings.settings.tree import SearchSettings

_QUERIES = 40  # of each collection
_NOW = datetime(2026, 6, 1, tzinfo=UTC)


@dataclass(slots=True)
class Agreement:
    """How queries of one kind were matched, next to how they were found."""

    queries: int = 0
    pairs: int = 0
    found: int = 0
    only_found: int = 0
    only_matched: int = 0
    seconds: float = 0.0


def print_matching(collections: Sequence[Collection]) -> None:
    """Print a row for each kind of query."""
    kinds: dict[str, Agreement] = defaultdict(Agreement)
    for collection in collections:
        _compare(collection, kinds)
    print_table(
        "Matching next to search",
        ("", "queries", "pairs", "found", "only found", "only matched", "µs a pair"),
        [
            (kind, f"{it.queries:,}", f"{it.pairs:,}", f"{it.found:,}", f"{it.only_found:,}",
             f"{it.only_matched:,}", f"{1e6 * it.seconds / it.pairs:.1f}")
            for kind, it in kinds.items()
        ],
    )  # fmt: skip


def _compare(collection: Collection, kinds: dict[str, Agreement]) -> None:
    language, rng = collection.language(), Random(3)
    articles = [article_of(each, seq, language) for seq, each in enumerate(collection.documents, 1)]
    documents = [document_of(entry) for entry in entries_of(articles)]
    with indexed_collection(collection, SearchSettings()) as index:
        for text in rng.sample(sorted(collection.queries.values()), _QUERIES):
            for kind, query in _variants(text, rng):
                _add(kinds[kind], index, Query(query), documents)


def _variants(text: str, rng: Random) -> Iterator[tuple[str, str]]:
    """Yield a query in several forms, each with its kind."""
    yield "as typed", text
    words = [word for word in text.split() if word.isalnum()]
    if len(words) < 3:
        return
    first = rng.randrange(len(words) - 2)
    one, two, three = words[first : first + 3]
    yield "2 words", f"{one} {two}"
    yield "any of 3", f"{one} OR {two} OR {three}"
    yield "in the title", f"title:{three} -{one}"
    yield "phrase", f'"{one} {two}"'
    yield "near, 2 words", f'"{one} {two}"~5'
    yield "near, 3 words", f'"{one} {two} {three}"~5'
    yield "prefix", f"{three[:4]}*"
    yield "phrase, prefix", f'"{one} {two[:3]}*"'
    yield "misspelt", f"{three}~"


def _add(it: Agreement, index: Index, query: Query, documents: Sequence[MatchDocument]) -> None:
    run = query_run_of(index.snapshot(), query, _NOW)
    searcher = index.view.searcher
    hits = searcher.search(run.plan.strict(run.parsed), limit=len(documents)).hits
    found = {str(searcher.doc(at).get_first("id")) for _, at in hits}
    matcher = matcher_of(query, index.view.languages, _NOW)
    began = time.perf_counter()
    matched = {document.id for document in documents if matcher.matches(document)}
    it.seconds += time.perf_counter() - began
    it.queries += 1
    it.pairs += len(documents)
    it.found += len(found)
    it.only_found += len(found - matched)
    it.only_matched += len(matched - found)
