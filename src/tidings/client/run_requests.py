"""Searches of the live web: `client.mine`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from tidings.client.event_stream import EventStream, ReconnectPlan
from tidings.client.requests import target_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tidings.client.paged_list import PagedList
    from tidings.client.pages import ListPage
    from tidings.client.requests import ApiRequests
    from tidings.shapes.v1.command import CommandV1
    from tidings.shapes.v1.query_run import (
        AgentEventV1,
        LinkVerdictV1,
        RunAgentV1,
        RunFindV1,
        RunGapV1,
        RunV1,
    )


class RunRequests:
    """Requests about agents that search the live web for a query."""

    def __init__(self, requests: ApiRequests) -> None:
        self._requests = requests

    def start(
        self,
        query: str,
        *,
        seeds: Sequence[str] | None = None,
        max_pages: int | None = None,
        agents: int | None = None,
        minutes: float | None = None,
        hosts: int | None = None,
        pages_per_host: int | None = None,
        policy: str | None = None,
        threshold: float | None = None,
    ) -> RunV1 | CommandV1:
        """Send agents to search the live web; `stream` tells what they find.

        If the home is busy, the answer is a `CommandV1`; once it is done, its result has the run.
        """
        given = {
            "query": query, "seeds": None if seeds is None else list(seeds),
            "max_pages": max_pages, "agents": agents, "minutes": minutes, "hosts": hosts,
            "pages_per_host": pages_per_host, "policy": policy, "threshold": threshold,
        }  # fmt: skip
        body = {name: value for name, value in given.items() if value is not None}
        return cast("RunV1 | CommandV1", self._requests.post("/mine", body))

    def list(
        self, *, limit: int | None = None, cursor: str | None = None
    ) -> PagedList[RunV1, ListPage[RunV1]]:
        """List the runs, the newest first."""
        return self._requests.list("/mine", {"limit": limit}, cursor)

    def get(self, run: int | str) -> RunV1:
        """Tell how far a run has come, what it used and why it ended."""
        return cast("RunV1", self._requests.get("/mine/{run}", run=str(run)))

    def finds(
        self, run: int | str, *, limit: int | None = None, cursor: str | None = None
    ) -> PagedList[RunFindV1, ListPage[RunFindV1]]:
        """List what a run found: first what a search finds, in its order, then by relevance."""
        return self._requests.list("/mine/{run}/finds", {"limit": limit}, cursor, run=str(run))

    def agents(
        self,
        run: int | str,
        *,
        alive: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> PagedList[RunAgentV1, ListPage[RunAgentV1]]:
        """List who lives where, with which energy, and who descends from whom."""
        query = {"alive": alive, "limit": limit}
        return self._requests.list("/mine/{run}/agents", query, cursor, run=str(run))

    def links(
        self,
        run: int | str,
        *,
        followed: bool | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> PagedList[LinkVerdictV1, ListPage[LinkVerdictV1]]:
        """List the links that agents saw, and why each was followed or left."""
        query = {"followed": followed, "limit": limit}
        return self._requests.list("/mine/{run}/links", query, cursor, run=str(run))

    def stop(self, run: int | str) -> RunV1 | CommandV1:
        """Stop a run; what it found stays."""
        return cast("RunV1 | CommandV1", self._requests.post("/mine/{run}/stop", run=str(run)))

    def resume(self, run: int | str) -> RunV1 | CommandV1:
        """Go on with a run that was interrupted."""
        return cast("RunV1 | CommandV1", self._requests.post("/mine/{run}/resume", run=str(run)))

    def stream(
        self,
        run: int | str,
        last_id: str | None = None,
        *,
        silence: float = 60.0,
        reconnect: ReconnectPlan | None = None,
    ) -> EventStream[AgentEventV1 | RunGapV1]:
        """Follow a run from its beginning, or from the event after `last_id`, until it is over."""
        target = target_of("/mine/{run}/stream", {"run": str(run)})
        plan = reconnect or ReconnectPlan()
        return EventStream(self._requests.transport, target, last_id, silence, plan, until="ended")
