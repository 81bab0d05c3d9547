"""Starting, stopping and resuming query runs: commands for the owner of the home."""

from typing import Any, Final

from fastapi import HTTPException, Request
from starlette.responses import Response

from tidings.engine.commands.command_values import (
    ResumeRun,
    RunResumed,
    RunStarted,
    RunStopped,
    StartRun,
    StopRun,
)
from tidings.engine.listing.query_runs import run_status
from tidings.engine.stream.stream_filter import StreamFilter
from tidings.model.agents.query_run import RunStatus
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.mine.run_access import WRITING
from tidings.serve.mine.run_routes import NamedRun
from tidings.serve.mine.run_stream_route import run_stream
from tidings.serve.problem import V1
from tidings.serve.stream.endless_response import MEDIA_TYPE
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described
from tidings.serve.v1.frame.route import invalid
from tidings.serve.v1.writing.bodies import NewRunBody
from tidings.serve.v1.writing.command_answers import ACCEPTED, executed
from tidings.serve.v1.writing.source_changes import checked_url
from tidings.serve.v1.writing.writing_route import with_statuses, writing_router
from tidings.shapes.v1.query_run import RUN_EXAMPLE, RunV1, run_v1

router = writing_router("mine")

_NO_WORDS: Final = "there is nothing to search for in it, so nothing would be found"


def _changing(
    operation: str, summary: str, problems: tuple[int, ...], status: int = 200
) -> dict[str, Any]:
    """Return the description of a route that answers with the run."""
    description = described(
        operation, summary, RunV1, RUN_EXAMPLE, status=status, problems=problems
    )
    return {"dependencies": WRITING, **with_statuses(description, ACCEPTED)}


_START: Final = _changing("startRun", "Search the live web", (401, 403, 409, 413, 415), 201)
_START["responses"][201]["content"][MEDIA_TYPE] = {
    "schema": {"type": "string"},
    "example": "retry: 2000\n: tidings\nid: 3-0\n\nid: 3-1\nevent: born\ndata: {…}\n\n",
}


@router.post("/mine", **_START)
async def start_run(body: NewRunBody, request: Request, context: CurrentContext) -> Response:
    """Send agents to search the live web for a query; the owner of the home executes it.

    With `Accept: text/event-stream` the answer is the stream of the run.
    """
    command = start_command(body, context)
    begun = await executed(context, RunStarted, command)
    place = f"{V1}/mine/{begun.run}"
    if MEDIA_TYPE in request.headers.get("accept", ""):
        response: Response = run_stream(request, begun.run, 0)
        response.headers["Content-Location"] = place
        return response
    response = await _run(context, begun.run, 201)
    response.headers["Location"] = place
    return response


def start_command(body: NewRunBody, context: AppContext) -> StartRun:
    """Return the command that starts a run; raises a 422 that names the field."""
    if StreamFilter(body.query.strip()).is_pointless(context.clock()):
        raise invalid("query", _NO_WORDS, "body")
    return StartRun(
        query=body.query.strip(),
        seeds=tuple(checked_url(seed, "seeds") for seed in body.seeds),
        pages=body.max_pages,
        agents=body.agents,
        minutes=body.minutes,
        hosts=body.hosts,
        pages_per_host=body.pages_per_host,
        policy=body.policy,
        threshold=body.threshold,
    )


@router.post("/mine/{run}/stop", **_changing("stopRun", "Stop a run", (401, 403, 404, 409)))
async def stop_run(run: NamedRun, context: CurrentContext) -> Response:
    """Stop a run: what is under way is read to its end, then it ends. What it found stays."""
    await executed(context, RunStopped, StopRun(run.id))
    return await _run(context, run.id)


@router.post("/mine/{run}/resume", **_changing("resumeRun", "Resume a run", (401, 403, 404, 409)))
async def resume_run(run: NamedRun, context: CurrentContext) -> Response:
    """Go on with a run that was interrupted; nothing happens to one that goes on."""
    await executed(context, RunResumed, ResumeRun(run.id))
    return await _run(context, run.id)


async def _run(context: AppContext, number: int, status: int = 200) -> Response:
    """Answer with a run as it is now."""
    run = await context.run(lambda: _status(context, number))
    return answer(run_v1(run), status)


def _status(context: AppContext, number: int) -> RunStatus:
    run = run_status(context.library.database.read(), number)
    if run is None:
        raise HTTPException(404, f"There is no run {number} any more.")
    return run
