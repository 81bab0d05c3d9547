"""The callback of WebSub: where hubs ask whether we mean it, and deliver what is new."""

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Request
from starlette.requests import ClientDisconnect
from starlette.responses import PlainTextResponse, Response

from tidings.engine.websub.hub_callbacks import CallbackState, HubCallbacks

router = APIRouter(include_in_schema=False)

_MAX_BODY_BYTES = 5 * 1024 * 1024  # as much as a feed may have when it is fetched


async def _hub_callbacks_of(request: Request) -> HubCallbacks:
    letterbox: HubCallbacks = request.app.state.letterbox
    return letterbox


CurrentHubCallbacks = Annotated[HubCallbacks, Depends(_hub_callbacks_of)]


@router.get("/websub/{subscription_id}")
async def confirm(
    subscription_id: str, request: Request, letterbox: CurrentHubCallbacks
) -> PlainTextResponse:
    """Echo a hub's challenge if we asked for what it is about to do."""
    echo = await letterbox.confirm(subscription_id, dict(request.query_params))
    if echo is None:
        raise HTTPException(404, "Nothing like this was asked for here.")
    return PlainTextResponse(echo)


@router.post("/websub/{subscription_id}")
async def deliver(
    subscription_id: str, request: Request, letterbox: CurrentHubCallbacks
) -> Response:
    """Take a delivery. One with a wrong signature gets the same answer and is thrown away."""
    door = letterbox.state(subscription_id)
    if door is not CallbackState.OPEN:
        raise HTTPException(door.value)
    body = await _body(request)
    if request.headers.get("content-encoding", "identity").lower() != "identity":
        raise HTTPException(415, "Deliver it as it is, not compressed.")
    signature = request.headers.get("x-hub-signature", "")
    content_type = request.headers.get("content-type", "")
    await letterbox.deliver(subscription_id, signature, content_type, body)
    return Response(status_code=202)


async def _body(request: Request) -> bytes:
    """Read the body up to the limit, however long it claims to be."""
    pieces, size = [], 0
    try:
        async for piece in request.stream():
            size += len(piece)
            if size > _MAX_BODY_BYTES:
                raise HTTPException(413, "No feed is that large.")
            pieces.append(piece)
    except ClientDisconnect as gone:
        raise HTTPException(400, "The delivery broke off.") from gone
    return b"".join(pieces)
