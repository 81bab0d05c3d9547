"""Makes the visits of a run's agents on a cluster: each step at the place that asks its host."""

from dataclasses import replace

from tidings.crawl.agents.population import Step
from tidings.crawl.agents.query_terms import QueryTerms
from tidings.engine.agent_places.place_actors import PlaceActors
from tidings.engine.agent_places.sent_visit import PageMoved, SentVisit
from tidings.engine.agents.place import Assign, MayMove, PageRefusal, Visited, sight_of
from tidings.model.agents.page_sight import MissedPage


class RayPlace:
    """All actors of a cluster, as one run uses them."""

    def __init__(self, actors: PlaceActors, assign: Assign, query: QueryTerms) -> None:
        self._actors = actors
        self._assign = assign
        self._query = query

    def ready_at(self, host: str) -> float:
        """Return the earliest second at which a host may be asked; 0.0 is now."""
        return self._actors.ready_at(host)

    async def visit(self, step: Step, may_move: MayMove) -> Visited:
        """Fetch and read the page of a step; raises VisitLost if its place is gone."""
        assignment = await self._assign(step.url)
        if isinstance(assignment, PageRefusal):
            return Visited(MissedPage(step.url, assignment.reason, assignment.detail))
        visit, owner = assignment.visit, replace(assignment.owner, query=self._query)
        sent = SentVisit(visit, owner, visit.url, max_bytes=step.max_bytes or None)
        while isinstance(came := await self._actors.visit(sent), PageMoved):
            if not may_move(came.url):
                return Visited(sight_of(came.failure), assignment, came.failure)
            sent = replace(sent, url=came.url, hops=came.hops)
        outcome = came.page.whole() if came.page is not None else None
        return Visited(came.sight, assignment, outcome)
