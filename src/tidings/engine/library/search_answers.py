"""Answers a query, or gives an overview of its matches, from the index and the database."""

import time
from collections.abc import Callable
from dataclasses import replace
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
from tidings.search.index.index_view import IndexView
from tidings.search.query_run import QueryRun
from tidings.search.search import matches_of
from tidings.search.snippet import rarities
from tidings.store.database.session import Reader

Suggester = Callable[[IndexView, Query, frozenset[str], datetime], SpellingSuggestion | None]

_MAX_VALUES: Final = 10  # of each facet: readers do not look at more


def search_answer(
    plan: Callable[[], QueryRun],
    connection: Reader,
    evidence: LinkEvidence | None = None,
    suggest: Suggester | None = None,
) -> SearchAnswer:
    """Return one page of results; the first page with a spelling suggestion."""
    began = time.perf_counter()
    run = plan()
    query = run.query
    if run.settings.semantic and is_reorderable(query):
        found = matches_of(replace(run, query=widened(query)), evidence)
        matches = reranked_by_meaning(connection, query, found)
    else:
        matches = matches_of(run, evidence)
    hits = hits_of(connection, matches.matches, rarities(run.view.searcher, matches.terms))
    is_first = query.offset <= 0 and not query.plain
    suggestion = suggest(run.view, query, matches.terms, run.now) if suggest and is_first else None
    return SearchAnswer(
        total=matches.total,
        took_ms=round((time.perf_counter() - began) * 1000, 2),
        hits=hits,
        model=RankingModel(query.model or run.settings.model),
        added=matches.added,
        notes=matches.notes,
        as_of=matches.as_of,
        suggestion=suggestion,
    )


def search_overview(run: QueryRun) -> Overview:
    """Return the facets of all matches, and when they were published."""
    searcher = run.view.searcher
    with translated_errors(run.view.folder):
        found = run.matching
        return Overview(facets(searcher, found, FACETS, _MAX_VALUES), timeline(searcher, found))
