"""Query runs in version 1 of the API: lists of runs, and what each did."""

from typing import Annotated, Any, Final

from fastapi import Depends, HTTPException, Request
from fastapi import Path as PathParameter
from fastapi import Query as Parameter
from starlette.responses import Response

from tidings.engine.listing.query_runs import agents_of, run_list, run_status
from tidings.model.agents.query_run import RunStatus
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.mine.run_access import READING
from tidings.serve.mine.run_finds import find_list, scores_of, told_by
from tidings.serve.mine.run_links import RunLinks
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import Page, envelope, paged
from tidings.serve.v1.frame.route import v1_router
from tidings.shapes.v1.query_run import (
    FIND_EXAMPLE,
    LINK_VERDICT_EXAMPLE,
    RUN_AGENT_EXAMPLE,
    RUN_EXAMPLE,
    LinkVerdictV1,
    RunAgentV1,
    RunFindV1,
    RunV1,
    link_verdict_v1,
    run_agent_v1,
    run_v1,
)

router = v1_router("mine")

_PROBLEMS: Final = (400, 401, 404)
RunsPage: Any = paged()
FindsPage: Any = paged(default=100, most=1_000)
AgentsPage: Any = paged(default=100, most=1_000)
LinksPage: Any = paged(default=100, most=1_000)
Number = Annotated[int, PathParameter(ge=1, le=2**53, description="the number of the run")]
Followed = Annotated[bool | None, Parameter(description="only those followed, or only those left")]
Alive = Annotated[bool | None, Parameter(description="only the living, or only the dead")]


async def named_run(context: CurrentContext, run: Number) -> RunStatus:
    """Return the run of a path; raises a 404."""
    found = await context.run(lambda: run_status(context.library.database.read(), run))
    if found is None:
        raise HTTPException(404, f"There is no run {run}, or no longer.")
    return found


NamedRun = Annotated[RunStatus, Depends(named_run)]


@router.get(
    "/mine",
    dependencies=READING,
    **described(
        "listRuns", "List searches of the live web", list_of(RunV1, "RunsV1"),
        {"items": [RUN_EXAMPLE], "next": None}, problems=(400, 401),
    ),
)  # fmt: skip
async def runs(context: CurrentContext, page: RunsPage) -> Response:
    """List the runs of agents that search the live web, the newest first."""
    return await context.run(lambda: _runs(context, page))


def _runs(context: AppContext, page: Page) -> Response:
    older = run_list(context.library.database.read(), page.limit + 1, page.position)
    found, following = page.cut(older, lambda run: run.id)
    return answer(envelope([run_v1(each) for each in found], following))


@router.get(
    "/mine/{run}",
    dependencies=READING,
    **described(
        "getRun", "Get one search of the live web", RunV1, RUN_EXAMPLE, problems=(401, 404)
    ),
)
async def run(run: NamedRun) -> Response:
    """Tell how far a run has come, what it used and why it ended."""
    return answer(run_v1(run))


@router.get(
    "/mine/{run}/finds",
    dependencies=READING,
    **described(
        "listRunFinds", "List what a run found", list_of(RunFindV1, "RunFindsV1"),
        {"items": [FIND_EXAMPLE], "next": None}, problems=_PROBLEMS,
    ),
)  # fmt: skip
async def finds(run: NamedRun, context: CurrentContext, page: FindsPage) -> Response:
    """List the relevant pages that a run found: first what a search finds, in its order.

    While a run goes on, more come, and their order may change.
    """
    scores = await scores_of(context, run)
    return await context.run(
        lambda: _cut(page, find_list(context, run, told_by(context, run), scores))
    )


@router.get(
    "/mine/{run}/agents",
    dependencies=READING,
    **described(
        "listRunAgents", "List the agents of a run", list_of(RunAgentV1, "RunAgentsV1"),
        {"items": [RUN_AGENT_EXAMPLE], "next": None}, problems=_PROBLEMS,
    ),
)  # fmt: skip
async def agents(
    run: NamedRun, context: CurrentContext, page: AgentsPage, alive: Alive = None
) -> Response:
    """List who lives where, with which energy, and who descends from whom."""
    return await context.run(lambda: _agents(context, run, page, alive))


def _agents(context: AppContext, run: RunStatus, page: Page, alive: bool | None) -> Response:
    found = [
        run_agent_v1(each)
        for each in agents_of(context.library.database.read(), run.id)
        if alive in (None, each.is_alive)
    ]
    return _cut(page, found)


@router.get(
    "/mine/{run}/links",
    dependencies=READING,
    **described(
        "listRunLinks", "Explain why links were followed or left",
        list_of(LinkVerdictV1, "LinkVerdictsV1"),
        {"items": [LINK_VERDICT_EXAMPLE], "next": None}, problems=_PROBLEMS,
    ),
)  # fmt: skip
async def links(
    request: Request, run: NamedRun, page: LinksPage, followed: Followed = None
) -> Response:
    """List the links that agents saw, and why each was followed or left; the best ones first.

    Up to 5000 of each kind; those of a run that goes on are some seconds old.
    """
    run_links: RunLinks = request.app.state.run_links
    found = await run_links.of(run, followed)
    begin = page.position or 0
    shapes = [link_verdict_v1(each) for each in found[begin : begin + page.limit]]
    following = page.next(begin + page.limit) if len(found) > begin + page.limit else None
    return answer(envelope(shapes, following))


def _cut(page: Page, items: list[Any]) -> Response:
    """Return one page of a list that is at hand; its position is a number of items."""
    begin = page.position or 0
    end = begin + page.limit
    following = page.next(end) if len(items) > end else None
    return answer(envelope(items[begin:end], following))
