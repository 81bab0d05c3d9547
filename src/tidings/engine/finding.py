"""Finding: a query's answer and its overview, out of the index and the database."""

import sqlite3
import time
from datetime import datetime
from typing import Final

import tantivy

from tidings.engine.hits import hits_of
from tidings.model.search import Answer, Model, Overview, Query
from tidings.search.around.facets import FACETS, facets, timeline
from tidings.search.index.files import Index
from tidings.search.index.trouble import trouble_in
from tidings.search.order import Standing
from tidings.search.query.lookup import Lookup
from tidings.search.query.parse import limited, parse
from tidings.search.query.plan import Plan
from tidings.search.query.terms import query_terms
from tidings.search.query.values import wanted_languages
from tidings.search.search import search

_VALUES: Final = 10  # of each facet: more than a reader looks through


def answer(
    index: Index,
    connection: sqlite3.Connection,
    query: Query,
    now: datetime,
    standing: Standing | None = None,
) -> Answer:
    """Return one page of results."""
    began = time.perf_counter()
    matches = search(index, query, now, standing)
    parsed = parse(query.text, now)
    terms = query_terms(parsed, Lookup(index.searcher, index.languages()))
    hits = hits_of(connection, matches.matches, terms)
    return Answer(
        total=matches.total,
        took_ms=round((time.perf_counter() - began) * 1000, 2),
        hits=hits,
        model=Model(query.model or index.settings.model),
        added=matches.added,
        notes=matches.notes,
        as_of=matches.as_of,
    )


def overview(index: Index, query: Query, now: datetime) -> Overview:
    """Return how all matches divide, and when they were published."""
    searcher = index.searcher
    with trouble_in(index.folder):
        found = _matching(index, searcher, query, now)
        return Overview(facets(searcher, found, FACETS, _VALUES), timeline(searcher, found))


def _matching(
    index: Index, searcher: tantivy.Searcher, query: Query, now: datetime
) -> tantivy.Query:
    parsed = limited(parse(query.text, now), query)
    lookup = Lookup(searcher, wanted_languages(parsed.filters, index.languages()))
    plan = Plan(lookup, index.settings)
    if parsed.is_empty and query.text.strip():
        return tantivy.Query.empty_query()
    strict, loose = plan.strict(parsed), plan.loose(parsed)
    is_enough = loose is None or searcher.search(strict, limit=1).hits
    return strict if is_enough or loose is None else loose
