"""What a run found, in the order of the index's own model, with why it is here."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from tidings.engine.library.ranked_finds import find_scores, ranked_finds, with_originals
from tidings.engine.listing.query_runs import events_after, finds_of
from tidings.model.agents.agent_event import AgentEvent, AgentEventKind
from tidings.model.agents.query_run import RunStatus
from tidings.model.agents.run_find import RunFind
from tidings.serve.context import AppContext
from tidings.shapes.v1.query_run import RunFindV1, run_find_v1

_MOST_EVENTS: Final = 100_000  # of a run, in which the links that led to finds are looked up

Told = tuple[int, datetime, AgentEvent]


class Trail:
    """Which link led to which find, as far as the events of a run were read."""

    def __init__(self) -> None:
        self.end = 0  # number of the last event
        self.moves: dict[str, AgentEvent] = {}  # by the URL of the find
        self._moving: dict[int, AgentEvent] = {}  # by agent, until it has read the page
        self._there: dict[int, AgentEvent | None] = {}  # the step to the page that it stands on

    def take(self, told: Sequence[Told]) -> None:
        """Take in the next events."""
        for number, _, event in told:
            self.end = number
            if event.kind is AgentEventKind.MOVED:
                self._moving[event.agent] = event
            elif event.kind in (AgentEventKind.SAW, AgentEventKind.MISSED):
                self._there[event.agent] = self._moving.pop(event.agent, None)
            elif event.kind is AgentEventKind.FOUND and (step := self._there.get(event.agent)):
                self.moves[event.url] = step


async def scores_of(context: AppContext, run: RunStatus) -> Mapping[str, float]:
    """Return the scores of the articles that a search for the query of a run ranks first."""
    query = run.request.query
    return await context.run_search(lambda: find_scores(context.library, query, context.clock()))


def told_by(context: AppContext, run: RunStatus) -> Sequence[Told]:
    """Return what a run has told."""
    return events_after(context.library.database.read(), run.id, 0, _MOST_EVENTS)


def find_list(
    context: AppContext, run: RunStatus, told: Sequence[Told], scores: Mapping[str, float]
) -> list[RunFindV1]:
    """Return the finds of a run: first what a search finds, in its order, then by relevance."""
    connection = context.library.database.read()
    trail = Trail()
    trail.take(told)
    return _shapes(context, ranked_finds(connection, finds_of(connection, run.id), scores), trail)


def find_shapes(context: AppContext, finds: Sequence[RunFind], trail: Trail) -> list[RunFindV1]:
    """Return the shapes of finds whose articles are kept, as they come: without scores."""
    return _shapes(context, with_originals(context.library.database.read(), finds), trail)


def _shapes(context: AppContext, finds: Sequence[RunFind], trail: Trail) -> list[RunFindV1]:
    kept = context.library.briefs([find.article for find in finds])
    followed = {source.domain for source in context.library.followed()}
    return [
        run_find_v1(
            find,
            kept[find.article],
            trail.moves.get(find.url),
            is_followed=kept[find.article].source in followed,
        )
        for find in finds
        if find.article in kept
    ]
