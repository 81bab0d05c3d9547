"""The pages of query runs: their list, and one run with its finds, agents and links."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tidings.engine.commands.command_values import (
    AddSource,
    Answer,
    Command,
    ResumeRun,
    RunStarted,
    StartRun,
    StopRun,
)
from tidings.engine.listing.query_runs import lives_of, run_list
from tidings.engine.stream.stream_filter import StreamFilter
from tidings.model.agents.agent_event import AgentEventKind, LinkVerdict
from tidings.model.agents.query_run import RunStatus
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.http.form_body import form_of
from tidings.serve.mine.run_access import READING, WRITING
from tidings.serve.mine.run_finds import Told, find_list, scores_of, told_by
from tidings.serve.mine.run_links import RunLinks
from tidings.serve.mine.run_routes import NamedRun
from tidings.serve.pages.live_search import is_active, may_look
from tidings.serve.v1.writing.source_changes import checked_url
from tidings.shapes.v1.query_run import advice_for, harvest_of

router = APIRouter(include_in_schema=False)

_get = partial(
    router.api_route, methods=["GET", "HEAD"], response_class=HTMLResponse, dependencies=READING
)
_post = partial(router.post, dependencies=WRITING)

_RUNS: Final = 100  # in the list
_LINKS: Final = 12  # of either kind
_RATES: Final = 12  # moments at which the harvest is shown
_MAX_QUERY: Final = 1_000  # characters
_OPEN: Final = (
    "Nobody can look now on a server that is open to everybody: use 'tidings mine', or the API "
    "with a token."
)
_BUSY: Final = "The home is busy; this will be done as soon as it is not. Look again in a moment."


@dataclass(frozen=True, slots=True)
class RunRate:
    """How a run did at one moment."""

    at: datetime
    harvest: float
    words: str


@dataclass(frozen=True, slots=True)
class RunProgress:
    """What the events of a run say together."""

    last: int  # number of the last event
    pages: int  # that were read, or missed
    rates: tuple[RunRate, ...]


@_get("/mine")
async def runs_page(request: Request, context: CurrentContext) -> HTMLResponse:
    """The searches of the live web."""
    return HTMLResponse(await context.run(lambda: _runs_page(context, may_look(request))))


def _runs_page(context: AppContext, may_start: bool) -> str:
    runs = run_list(context.library.database.read(), _RUNS)
    return context.renderer.page("runs.html", runs=runs, harvest_of=harvest_of, may_start=may_start)


@_get("/mine/{run}")
async def run_page(request: Request, run: NamedRun, context: CurrentContext) -> HTMLResponse:
    """One search of the live web."""
    run_links: RunLinks = request.app.state.run_links
    links = (await run_links.of(run, True))[:_LINKS], (await run_links.of(run, False))[:_LINKS]
    scores = await scores_of(context, run)
    may = may_look(request)
    return HTMLResponse(await context.run(lambda: _run_page(context, run, scores, links, may)))


def _run_page(
    context: AppContext,
    run: RunStatus,
    scores: Mapping[str, float],
    links: tuple[Sequence[LinkVerdict], Sequence[LinkVerdict]],
    may_write: bool,
) -> str:
    told = told_by(context, run)
    lives = lives_of(event for _, _, event in told if event.agent) if is_active(run) else []
    return context.renderer.page(
        "run.html",
        run=run,
        advice=run.detail or advice_for(run),
        is_active=is_active(run),
        progress=_progress(told),
        finds=find_list(context, run, told, scores),
        agents=[agent for agent in lives if agent.is_alive],
        followed_links=links[0],
        left_links=links[1],
        harvest=harvest_of(run),
        may_write=may_write,
    )


@_post("/mine")
async def look_now(request: Request, context: CurrentContext) -> Response:
    """Start a run from a form, and show it."""
    if request.app.state.settings.open:
        raise HTTPException(403, _OPEN)
    query = (await form_of(request)).get("q", "").strip()[:_MAX_QUERY]
    if not query or StreamFilter(query).is_pointless(context.clock()):
        raise HTTPException(422, "Say what to look for: a word or two.")
    begun = await _executed(context, StartRun(query))
    assert isinstance(begun, RunStarted)
    return RedirectResponse(f"/mine/{begun.run}", 303)


@_post("/mine/{run}/stop")
async def stop(run: NamedRun, context: CurrentContext) -> Response:
    """Stop a run."""
    await _executed(context, StopRun(run.id))
    return RedirectResponse(f"/mine/{run.id}", 303)


@_post("/mine/{run}/resume")
async def resume(run: NamedRun, context: CurrentContext) -> Response:
    """Go on with a run that was interrupted."""
    await _executed(context, ResumeRun(run.id))
    return RedirectResponse(f"/mine/{run.id}", 303)


@_post("/mine/{run}/follow")
async def follow(request: Request, run: NamedRun, context: CurrentContext) -> Response:
    """Follow the site of a find."""
    url = (await form_of(request)).get("url", "")
    await _executed(context, AddSource(checked_url(url)))
    return RedirectResponse(f"/mine/{run.id}", 303)


async def _executed(context: AppContext, command: Command) -> Answer:
    """Have a command executed; raises HTTPException if that is refused, or takes longer."""
    (outcome,) = await context.writing.issue(command)
    if outcome.refusal:
        raise HTTPException(409, outcome.refusal)
    if outcome.answer is None:
        raise HTTPException(503, _BUSY, {"Retry-After": "2"})
    return outcome.answer


def _progress(told: Sequence[Told]) -> RunProgress:
    read = (AgentEventKind.SAW, AgentEventKind.MISSED)
    rates = tuple(
        RunRate(at, event.relevance, event.words)
        for _, at, event in told
        if event.kind is AgentEventKind.RATE
    )
    return RunProgress(
        last=told[-1][0] if told else 0,
        pages=sum(event.kind in read for _, _, event in told),
        rates=_spread(rates),
    )


def _spread(rates: Sequence[RunRate]) -> tuple[RunRate, ...]:
    """Return some rates of many: evenly spread, with the last one."""
    step = -(-len(rates) // _RATES) or 1
    return tuple(rates[::-1][::step][::-1])
