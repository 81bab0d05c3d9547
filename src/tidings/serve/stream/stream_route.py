"""The route of the live stream, and its parameters."""

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import Header, HTTPException, Request
from fastapi import Query as Parameter
from starlette.responses import Response

from tidings.engine.stream.position import Position, PositionInvalid
from tidings.engine.stream.stream_filter import StreamFilter
from tidings.serve.search_parameters import LANGUAGE, SOURCE, TEXT, ParameterInvalid
from tidings.serve.search_parameters import Parameter as SearchParameter
from tidings.serve.stream.endless_response import HEADERS, MEDIA_TYPE
from tidings.serve.stream.fan_out import FanOut
from tidings.serve.stream.stream_response import EventStreamResponse
from tidings.serve.v1.frame.description import described
from tidings.serve.v1.frame.route import invalid, v1_router
from tidings.shapes.v1.event import KINDS

router = v1_router("stream")

NOW: Final = "now"
_EXAMPLE: Final = (
    "retry: 2000\n: tidings\nid: 4710-88\n\n"
    'id: 4711-88\nevent: new\ndata: {"id":"4711-88","kind":"new",…}\n\n'
)
_ID: Final = "the id of the last event that was seen"

Text = Annotated[str | None, Parameter(description=TEXT.description, max_length=2_000)]
Source = Annotated[str | None, Parameter(description=SOURCE.description, max_length=255)]
Language = Annotated[str | None, Parameter(description=LANGUAGE.description)]
Kinds = Annotated[
    str | None,
    Parameter(description=f"only these, separated by commas: {', '.join(KINDS)}", max_length=200),
]
After = Annotated[str | None, Parameter(description=f"{_ID}, or now", max_length=64)]
SeenId = Annotated[str | None, Parameter(description=f"{_ID}, as after", max_length=64)]
SeenHeader = Annotated[str | None, Header(alias="Last-Event-ID", description=_ID)]


@router.get(
    "/stream",
    **described(
        "streamEvents", "Follow what happens", str, _EXAMPLE, problems=(400,),
        media_type=MEDIA_TYPE,
    ),
)  # fmt: skip
async def stream(
    request: Request,
    q: Text = None,
    source: Source = None,
    language: Language = None,
    kinds: Kinds = None,
    after: After = None,
    last_event_id: SeenId = None,
    seen: SeenHeader = None,
) -> Response:
    """Send new, revised and deleted articles and changes of stories once they can be found.

    Server-sent events that do not end. Whoever comes back with the id of the last event gets what
    happened meanwhile, or a `gap` event if the log no longer reaches back to it.
    """
    context, fan_out = request.app.state.context, _fan_out(request)
    filter_ = _filter(q or "", source, language, kinds, context.clock())
    position = _position(seen or last_event_id or after or NOW)
    if request.state.is_head:
        return Response(headers=HEADERS)
    is_stranger = not request.state.identity.name  # who has nothing that could be revoked
    still_allowed = None if is_stranger else getattr(request.state, "still_allowed", None)
    abort: Callable[[], None] = getattr(request.state, "abort", lambda: None)
    return EventStreamResponse(fan_out, filter_, position, still_allowed, abort)


def _fan_out(request: Request) -> FanOut:
    fan_out: FanOut = request.app.state.stream
    return fan_out


def _position(text: str) -> Position | None:
    """Return where to begin; None for now. Raises HTTPException."""
    if text == NOW:
        return None
    try:
        return Position.read(text)
    except PositionInvalid as error:
        raise HTTPException(400, str(error)) from error


def _filter(
    text: str, source: str | None, language: str | None, kinds: str | None, now: datetime
) -> StreamFilter:
    """Return what a reader asked for; raises RequestValidationError."""
    wanted = StreamFilter(
        text.strip(),
        _value(SOURCE, source, now),
        _value(LANGUAGE, language, now),
        kinds_of(kinds or ""),
    )
    if wanted.is_pointless(now):
        raise invalid(TEXT.name, "there is nothing to search for in it, so nothing would come")
    return wanted


def _value(parameter: SearchParameter[Any], text: str | None, now: datetime) -> Any:
    try:
        return parameter.value_or_default(text or "", now)
    except ParameterInvalid as error:
        raise invalid(error.name, error.message) from error


def kinds_of(text: str) -> frozenset[str]:
    """Return the kinds that a text names; raises RequestValidationError."""
    kinds = frozenset(filter(None, (word.strip().lower() for word in text.split(","))))
    if unknown := sorted(kinds.difference(KINDS)):
        raise invalid("kinds", f"expected some of {', '.join(KINDS)}, got {unknown[0][:40]!r}")
    return kinds
