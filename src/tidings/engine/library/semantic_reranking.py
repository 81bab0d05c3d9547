"""Re-ranking by meaning, where the extra `semantic` is wanted: it needs the texts of the hits."""

import sqlite3
from dataclasses import replace

import numpy as np

from tidings.model.search.results import Match, Matches, Query, ScoreFactor, Sort
from tidings.search.rank.semantic import DEPTH, reranked
from tidings.store.tables.articles.articles import articles_by_id

_LANGUAGE = "en"  # the vectors know no other well enough


def widened(query: Query) -> Query:
    """Return the query for the first hits of all pages, since these change places among them."""
    last = max(query.offset, 0) + max(query.limit, 0)
    return replace(query, offset=0, limit=max(last, DEPTH))


def is_reorderable(query: Query) -> bool:
    """Tell whether a query's hits have an order that meaning may change."""
    return query.sort is Sort.RELEVANCE and bool(query.text.strip())


def reranked_by_meaning(connection: sqlite3.Connection, query: Query, matches: Matches) -> Matches:
    """Return the wanted page of matches, the first of which are in order by meaning as well."""
    first = matches.matches[:DEPTH]
    articles = articles_by_id(connection, [match.id for match in first])
    kept = [m for m in first if m.id in articles and articles[m.id].language == _LANGUAGE]
    read = [articles[match.id] for match in kept]
    before = np.array([match.score for match in kept])
    after = reranked(query.text, [a.title for a in read], [a.text for a in read], before)
    changed = {m.id: _scored(m, float(score)) for m, score in zip(kept, after, strict=True)}
    order = sorted((changed.get(m.id, m) for m in first), key=lambda match: -match.score)
    offset = max(query.offset, 0)
    page = (*order, *matches.matches[DEPTH:])[offset : offset + max(query.limit, 0)]
    return replace(matches, matches=page)


def _scored(match: Match, score: float) -> Match:
    told = match.breakdown
    if told is not None:
        factor = ScoreFactor("meaning", score / match.score if match.score else 1.0)
        told = replace(told, factors=(*told.factors, factor))
    return replace(match, score=score, breakdown=told)
