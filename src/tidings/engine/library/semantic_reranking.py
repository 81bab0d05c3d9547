"""Re-ranks hits by meaning if the extra `semantic` is enabled; needs the hits' texts."""

from dataclasses import replace

import numpy as np

from tidings.model.search.results import Match, Matches, Query, ScoreFactor, Sort
from tidings.search.rank.semantic import DEPTH, reranked
from tidings.store.database.session import Reader
from tidings.store.tables.articles.articles import articles_by_id

_LANGUAGE = "en"  # the vectors are not good enough for others


def widened(query: Query) -> Query:
    """Return the query for the top hits of all pages, which re-ranking may reorder."""
    last = max(query.offset, 0) + max(query.limit, 0)
    return replace(query, offset=0, limit=max(last, DEPTH))


def is_reorderable(query: Query) -> bool:
    """Return whether meaning may change the order of a query's hits."""
    return query.sort is Sort.RELEVANCE and bool(query.text.strip())


def reranked_by_meaning(connection: Reader, query: Query, matches: Matches) -> Matches:
    """Return the requested page of matches, after re-ranking the top matches by meaning."""
    first = matches.matches[:DEPTH]
    articles = articles_by_id(connection, [match.id for match in first])
    kept = [m for m in first if m.id in articles and articles[m.id].language == _LANGUAGE]
    hits = [articles[match.id] for match in kept]
    before = np.array([match.score for match in kept])
    after = reranked(query.text, [a.title for a in hits], [a.text for a in hits], before)
    changed = {m.id: _scored(m, float(score)) for m, score in zip(kept, after, strict=True)}
    order = sorted((changed.get(m.id, m) for m in first), key=lambda match: -match.score)
    offset = max(query.offset, 0)
    page = (*order, *matches.matches[DEPTH:])[offset : offset + max(query.limit, 0)]
    return replace(matches, matches=page)


def _scored(match: Match, score: float) -> Match:
    breakdown = match.breakdown
    if breakdown is not None:
        factor = ScoreFactor("meaning", score / match.score if match.score else 1.0)
        breakdown = replace(breakdown, factors=(*breakdown.factors, factor))
    return replace(match, score=score, breakdown=breakdown)
