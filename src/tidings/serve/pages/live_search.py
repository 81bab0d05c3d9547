"""When the search page offers to look at the live web: few hits, or old ones."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from fastapi import Request

from tidings.engine.listing.query_runs import run_list
from tidings.engine.stream.stream_filter import StreamFilter
from tidings.model.access.identity import Identity, Proof, Scope
from tidings.model.agents.query_run import RunState, RunStatus
from tidings.model.search.results import SearchAnswer, Sort
from tidings.serve.context import AppContext
from tidings.serve.pages.page_query import PageQuery

FEW_HITS: Final = 10  # half a page
OLD_AFTER: Final = timedelta(days=1)  # without a newer hit, something may be missing here
_NEWEST_RUNS: Final = 20  # among which one for the same query is looked for


@dataclass(frozen=True, slots=True)
class LiveSearch:
    """An offer to look now, or the run that looks already."""

    query: str
    run: RunStatus | None
    reason: str = ""  # why it is offered


def may_look(request: Request) -> bool:
    """Return whether whoever asks may send agents: never on a server that is open to everybody."""
    identity: Identity = request.state.identity
    is_repeated = identity.proof is Proof.PASSWORD  # which allows only reading
    is_open: bool = request.app.state.settings.open
    return not is_open and not is_repeated and identity.may(Scope.WRITE)


def live_search_of(
    context: AppContext, page_query: PageQuery, answer: SearchAnswer, now: datetime
) -> LiveSearch | None:
    """Return what a search page offers to somebody who may look."""
    text = page_query.query.text.strip()
    if page_query.page > 1 or not text or StreamFilter(text).is_pointless(now):
        return None
    run = _active_run(context, text)
    if run is not None:
        return LiveSearch(text, run)
    reason = "" if page_query.is_narrowed else _reason(context, page_query, answer, now)
    return LiveSearch(text, None, reason) if reason else None


def is_active(run: RunStatus) -> bool:
    """Return whether a run goes on, or will as soon as somebody executes it."""
    return run.state in (RunState.WAITING, RunState.RUNNING)


def _active_run(context: AppContext, text: str) -> RunStatus | None:
    runs = run_list(context.library.database.read(), _NEWEST_RUNS)
    return next((run for run in runs if is_active(run) and run.request.query == text), None)


def _reason(context: AppContext, page_query: PageQuery, answer: SearchAnswer, now: datetime) -> str:
    """Return why more may be found elsewhere; empty if there are enough hits, and new ones."""
    if not answer.total:
        return "Nothing is known here yet."
    if answer.total < FEW_HITS:
        return "Little is known here."
    newest = replace(page_query.query, sort=Sort.DATE, limit=1, offset=0, explain=False)
    hits = context.library.search(newest, now).hits
    is_old = not hits or (hits[0].published or hits[0].first_seen) < now - OLD_AFTER
    return "Nothing here is from the last day." if is_old else ""
