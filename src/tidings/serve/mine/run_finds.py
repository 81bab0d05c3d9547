"""What a run found, in the order of the index's own model, with why it is here."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final
from urllib.parse import urlsplit

from tidings.engine.listing.query_runs import events_after, finds_of
from tidings.model.agents.agent_event import AgentEvent, AgentEventKind
from tidings.model.agents.query_run import RunStatus
from tidings.model.agents.run_find import RunFind
from tidings.model.articles.brief import ArticleBrief
from tidings.model.search.results import Query
from tidings.serve.context import AppContext
from tidings.shapes.v1.query_run import RunFindV1, run_find_v1

_MOST_EVENTS: Final = 100_000  # of a run, in which the links that led to finds are looked up

Moves = Mapping[str, AgentEvent]


def find_list(context: AppContext, run: RunStatus) -> list[RunFindV1]:
    """Return the finds of a run: first what a search finds, in its order, then by relevance.

    Not for the event loop, nor for many threads at once: it searches.
    """
    reader = context.library.database.read()
    finds = finds_of(reader, run.id)
    if not finds:
        return []
    told = events_after(reader, run.id, 0, _MOST_EVENTS)
    moves = moves_in(event for _, _, event in told)
    shapes = find_shapes(context, finds, moves, _scores(context, run.request.query))
    return sorted(shapes, key=lambda shape: (-(shape["score"] or 0.0), -shape["relevance"]))


def find_shapes(
    context: AppContext,
    finds: Sequence[RunFind],
    moves: Moves,
    scores: Mapping[str, float] | None = None,
) -> list[RunFindV1]:
    """Return the shapes of finds; `scores` are those of the index, by article."""
    kept = context.library.briefs([find.article for find in finds])
    followed = {source.domain for source in context.library.followed()}
    return [
        run_find_v1(
            find,
            moves.get(find.url),
            score=(scores or {}).get(find.article) or None,
            is_kept=find.article in kept,
            domain=(domain := _domain(find, kept.get(find.article))),
            is_followed=domain in followed,
        )
        for find in finds
    ]


def moves_in(events: Iterable[AgentEvent]) -> dict[str, AgentEvent]:
    """Return the step that led to each page."""
    return {event.url: event for event in events if event.kind is AgentEventKind.MOVED}


def _domain(find: RunFind, brief: ArticleBrief | None) -> str:
    return brief.source if brief is not None else urlsplit(find.url).hostname or ""


def _scores(context: AppContext, query: str) -> dict[str, float]:
    """Return the scores of the articles that a search ranks first, some hundred."""
    found = context.library.first_page(Query(query), context.clock())
    scores: dict[str, float] = {}
    for hit in found.hits:
        scores |= dict.fromkeys((hit.id, *(copy.id for copy in hit.copies)), hit.score)
    for ranked in found.rest.head if found.rest else ():
        scores |= dict.fromkeys((ranked.id, *ranked.copies), ranked.score)
    return scores
