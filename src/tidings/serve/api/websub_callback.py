"""The WebSub callback: hubs verify our subscriptions here and deliver new content."""

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, Response

from tidings.engine.websub.hub_callbacks import CallbackState, HubCallbacks

router = APIRouter(include_in_schema=False)

_MAX_BODY_BYTES = 5 * 1024 * 1024  # the limit for a fetched feed, too


async def _hub_callbacks_of(request: Request) -> HubCallbacks:
    hub_callbacks: HubCallbacks = request.app.state.hub_callbacks
    return hub_callbacks


CurrentHubCallbacks = Annotated[HubCallbacks, Depends(_hub_callbacks_of)]


@router.get("/websub/{subscription_id}")
async def confirm(
    subscription_id: str, request: Request, hub_callbacks: CurrentHubCallbacks
) -> PlainTextResponse:
    """Echo a hub's challenge if we requested what it is about to do."""
    echo = await hub_callbacks.confirm(subscription_id, dict(request.query_params))
    if echo is None:
        raise HTTPException(404, "There is no such subscription request.")
    return PlainTextResponse(echo)


@router.post("/websub/{subscription_id}")
async def deliver(
    subscription_id: str, request: Request, hub_callbacks: CurrentHubCallbacks
) -> Response:
    """Accept a delivery. One with a wrong signature gets the same response and is dropped."""
    door = hub_callbacks.state(subscription_id)
    if door is not CallbackState.OPEN:
        raise HTTPException(door.value)
    body = await _body(request)
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise HTTPException(415, "Deliver without compression.")
    signature = request.headers.get("x-hub-signature", "")
    content_type = request.headers.get("content-type", "")
    await hub_callbacks.deliver(subscription_id, signature, content_type, body)
    return Response(status_code=202)


async def _body(request: Request) -> bytes:
    """Read the body up to the limit, however long it claims to be."""
    pieces, size = [], 0
    try:
        async for piece in request.stream():
            size += len(piece)
            if size > _MAX_BODY_BYTES:
                raise HTTPException(413, f"A delivery may have at most {_MAX_BODY_BYTES} bytes.")
            pieces.append(piece)
    except ClientDisconnect as error:
        raise HTTPException(400, "The delivery was cut off.") from error
    return b"".join(pieces)
