"""Answers a query, or gives an overview of its matches, from the index and the database."""

import sqlite3
import time
from collections.abc import Callable
from datetime import datetime
from typing import Final

from tidings.engine.library.hits import hits_of
from tidings.engine.library.semantic_reranking import is_reorderable, reranked_by_meaning, widened
from tidings.model.search.results import (
    Overview,
    Query,
    RankingModel,
    SearchAnswer,
    SpellingSuggestion,
)
from tidings.search.facets import FACETS, facets, timeline
from tidings.search.hit_order import LinkEvidence
from tidings.search.index.errors import translated_errors
from tidings.search.index.search_index import Index
from tidings.search.query_run import matching_query
from tidings.search.search import search
from tidings.search.snippet import rarities

Suggester = Callable[[Query, frozenset[str], datetime], SpellingSuggestion | None]

_MAX_VALUES: Final = 10  # of each facet: readers do not look at more


def search_answer(
    index: Index,
    connection: sqlite3.Connection,
    query: Query,
    now: datetime,
    evidence: LinkEvidence | None = None,
    suggest: Suggester | None = None,
) -> SearchAnswer:
    """Return one page of results; the first page with a spelling suggestion."""
    began = time.perf_counter()
    if index.settings.semantic and is_reorderable(query):
        matches = reranked_by_meaning(
            connection, query, search(index, widened(query), now, evidence)
        )
    else:
        matches = search(index, query, now, evidence)
    hits = hits_of(connection, matches.matches, rarities(index.searcher, matches.terms))
    is_first = query.offset <= 0 and not query.plain
    suggestion = suggest(query, matches.terms, now) if suggest and is_first else None
    return SearchAnswer(
        total=matches.total,
        took_ms=round((time.perf_counter() - began) * 1000, 2),
        hits=hits,
        model=RankingModel(query.model or index.settings.model),
        added=matches.added,
        notes=matches.notes,
        as_of=matches.as_of,
        suggestion=suggestion,
    )


def search_overview(index: Index, query: Query, now: datetime) -> Overview:
    """Return the facets of all matches, and when they were published."""
    searcher = index.searcher
    with translated_errors(index.folder):
        found = matching_query(index, query, now)
        return Overview(facets(searcher, found, FACETS, _MAX_VALUES), timeline(searcher, found))
