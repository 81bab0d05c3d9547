"""Answers a query page by page, from the index and the database."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from tidings.engine.library.hits import hits_of
from tidings.engine.library.search_answers import Suggester
from tidings.engine.library.semantic_reranking import is_reorderable, reranked_by_meaning
from tidings.model.search.results import (
    Continuation,
    Match,
    Matches,
    Query,
    RankedHit,
    RankingModel,
    SearchAnswer,
)
from tidings.search.hit_order import LinkEvidence
from tidings.search.paging import (
    MatchPage,
    beginning_by_date,
    beginning_ranked,
    is_ranked,
    next_page,
)
from tidings.search.query_run import QueryRun
from tidings.search.search import ranked_matches
from tidings.search.snippet import rarities
from tidings.store.database.session import Reader

_RANKING_LIMIT: Final = 10  # a page of any size is ranked like this: deeper only for collections


def first_page(
    plan: Callable[[], QueryRun],
    connection: Reader,
    evidence: LinkEvidence | None,
    suggest: Suggester,
) -> SearchAnswer:
    """Return the first page of results, and where they continue."""
    began = time.perf_counter()
    run = plan()
    page, matches = _first_matches(run, connection, evidence)
    answer = _answer(run, page, matches.total, matches.as_of, connection)
    return replace(
        answer,
        added=matches.added,
        took_ms=_milliseconds_since(began),
        suggestion=suggest(run.view, run.query, run.terms, run.now),
    )


def further_page(
    run: QueryRun, rest: Continuation, connection: Reader, evidence: LinkEvidence | None
) -> SearchAnswer:
    """Return the page of results that begins where an earlier one ended."""
    began = time.perf_counter()
    if run.query.explain and rest.head:
        rest = replace(rest, head=_explained(run, rest.head, evidence))
    page = next_page(run, rest, run.query.limit)
    answer = _answer(run, page, rest.total, rest.as_of, connection)
    return replace(answer, took_ms=_milliseconds_since(began))


def _first_matches(
    run: QueryRun, connection: Reader, evidence: LinkEvidence | None
) -> tuple[MatchPage, Matches]:
    """Return the matches of the first page, and what is said of all."""
    limit = run.query.limit
    as_of = run.view.last_seq if run.query.as_of is None else run.query.as_of
    if run.is_unanswerable:
        return MatchPage((), None), Matches(0, (), as_of=as_of)
    if not is_ranked(run):
        beginning, page = beginning_by_date(run, as_of, limit)
        return page, Matches(beginning.total, (), as_of=as_of)
    query = replace(run.query, offset=0, limit=_RANKING_LIMIT)
    ranked = ranked_matches(replace(run, query=query), evidence)
    hits = _by_meaning(run, query, ranked.hits, connection)
    beginning = beginning_ranked(hits, ranked.total, as_of, has_all_words=ranked.has_all_words)
    has_tail = not ranked.is_all or len(beginning.head) < len(hits)
    page = next_page(run, beginning, limit, has_tail=has_tail)
    return page, Matches(ranked.total, (), ranked.added, as_of=as_of)


def _by_meaning(
    run: QueryRun, query: Query, hits: tuple[RankedHit, ...], connection: Reader
) -> tuple[RankedHit, ...]:
    if not (run.settings.semantic and is_reorderable(query)):
        return hits
    matches = Matches(len(hits), tuple(Match(*each) for each in hits))
    reranked = reranked_by_meaning(connection, replace(query, limit=len(hits)), matches)
    return tuple(
        RankedHit(each.id, each.score, each.copies, each.breakdown) for each in reranked.matches
    )


def _explained(
    run: QueryRun, head: tuple[RankedHit, ...], evidence: LinkEvidence | None
) -> tuple[RankedHit, ...]:
    """Return remembered hits with the explanation of their score today."""
    query = replace(run.query, offset=0, limit=_RANKING_LIMIT)
    ranked = ranked_matches(replace(run, query=query), evidence).hits
    breakdowns = {each.id: each.breakdown for each in ranked}
    return tuple(each._replace(breakdown=breakdowns.get(each.id)) for each in head)


def _answer(
    run: QueryRun, page: MatchPage, total: int, as_of: int, connection: Reader
) -> SearchAnswer:
    rarity = rarities(run.view.searcher, run.terms)
    return SearchAnswer(
        total=total,
        took_ms=0.0,
        hits=hits_of(connection, page.matches, rarity) if page.matches else (),
        model=RankingModel(run.query.model or run.settings.model),
        notes=run.notes,
        as_of=as_of,
        rest=page.rest,
    )


def _milliseconds_since(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 2)
