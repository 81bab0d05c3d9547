"""The route of a run's stream: what its agents do and find, as it happens."""

from collections.abc import Callable
from typing import Annotated, Final

from fastapi import Header, HTTPException, Request
from fastapi import Query as Parameter
from starlette.responses import Response

from tidings.model.agents.query_run import RunState, RunStatus
from tidings.serve.mine.run_access import READING
from tidings.serve.mine.run_events import RunEvents
from tidings.serve.mine.run_routes import NamedRun
from tidings.serve.mine.run_stream import RunPlaceInvalid, RunStreamResponse, run_place
from tidings.serve.stream.endless_response import HEADERS, MEDIA_TYPE
from tidings.serve.stream.fan_out import FanOut
from tidings.serve.v1.frame.description import described
from tidings.serve.v1.frame.route import v1_router

router = v1_router("mine")

_EXAMPLE: Final = (
    "retry: 2000\n: tidings\nid: 3-0\n\n"
    'id: 3-1\nevent: born\ndata: {"id":"3-1","kind":"born","agent":1,…}\n\n'
)
_ID: Final = "the id of the last event that was seen"

After = Annotated[str | None, Parameter(description=_ID, max_length=64)]
SeenId = Annotated[str | None, Parameter(description=f"{_ID}, as after", max_length=64)]
SeenHeader = Annotated[str | None, Header(alias="Last-Event-ID", description=_ID)]


@router.get(
    "/mine/{run}/stream",
    dependencies=READING,
    **described(
        "streamRun", "Follow a run", str, _EXAMPLE, problems=(400, 401, 404),
        media_type=MEDIA_TYPE,
    ),
)  # fmt: skip
async def stream(
    request: Request,
    run: NamedRun,
    after: After = None,
    last_event_id: SeenId = None,
    seen: SeenHeader = None,
) -> Response:
    """Send the lives and finds of a run's agents, from its beginning or from an event on.

    Server-sent events, which end with `ended`. Whoever comes back with the id of the last event of
    a run that is over gets 204: there is nothing to come.
    """
    given = seen or last_event_id or after
    place = _place(run.id, given) if given else 0
    if given and await _is_over(request, run, place):
        return Response(status_code=204)
    return (
        Response(headers=HEADERS) if request.state.is_head else run_stream(request, run.id, place)
    )


def run_stream(request: Request, run: int, after: int) -> Response:
    """Return the stream of a run, from behind an event."""
    is_stranger = not request.state.identity.name  # who has nothing that could be revoked
    still_allowed = None if is_stranger else getattr(request.state, "still_allowed", None)
    abort: Callable[[], None] = getattr(request.state, "abort", lambda: None)
    return RunStreamResponse(_fan_out(request), _events(request), run, after, still_allowed, abort)


async def _is_over(request: Request, run: RunStatus, place: int) -> bool:
    """Return whether nothing will ever follow an event that was told."""
    if run.state is not RunState.ENDED:
        return False
    events, fan_out = _events(request), _fan_out(request)
    if not await fan_out.run(lambda: events.has_told(run.id, place)):
        return False
    return not (await fan_out.run(lambda: events.part(run.id, place))).block


def _fan_out(request: Request) -> FanOut:
    fan_out: FanOut = request.app.state.stream
    return fan_out


def _events(request: Request) -> RunEvents:
    events: RunEvents = request.app.state.run_events
    return events


def _place(run: int, text: str) -> int:
    """Return the number of the event that was seen last; raises HTTPException."""
    try:
        return run_place(run, text)
    except RunPlaceInvalid as error:
        raise HTTPException(400, str(error)) from error
