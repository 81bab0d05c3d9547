"""The route of previews: what would be followed. It ends when its client goes away."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Final, TypeVar

from fastapi import Depends, HTTPException, Request
from starlette.responses import Response

from tidings.engine.previews.preview import PreviewsBusy
from tidings.model.access.identity import Scope
from tidings.serve.context import CurrentContext
from tidings.serve.permission import needs
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described
from tidings.serve.v1.writing.bodies import PreviewBody
from tidings.serve.v1.writing.source_changes import checked_url
from tidings.serve.v1.writing.writing_route import writing_router
from tidings.shapes.source_preview import SourcePreviewOut, preview_shape

T = TypeVar("T")
router = writing_router("sources")
_GONE: Final = 499  # nobody reads it; as nginx logs a client that did not wait
_EXAMPLE: Final[SourcePreviewOut] = {
    "url": "https://post.example/",
    "final_url": "https://www.post.example/",
    "domain": "post.example",
    "name": "The Post",
    "language": "en",
    "robots": "allowed",
    "feeds": [
        {
            "url": "https://www.post.example/feed.xml",
            "read": True,
            "title": "The Post",
            "format": "rss",
            "items": 30,
            "newest": "2026-11-18T15:52:00Z",
        }
    ],
    "sitemaps": [],
    "index_pages": [{"url": "https://www.post.example/", "links": 48}],
    "headlines": [
        {
            "url": "https://www.post.example/news/ferry",
            "title": "Old ferry line reopens",
            "published": "2026-11-18T15:52:00Z",
        }
    ],
    "problems": [],
    "followed": None,
    "requests": 3,
    "complete": True,
}


@router.post(
    "/sources/preview",
    dependencies=[Depends(needs(Scope.WRITE))],
    **described(
        "previewSource", "What would be followed", SourcePreviewOut, _EXAMPLE,
        problems=(401, 403, 413, 415, 429),
    ),
)  # fmt: skip
async def preview_source(body: PreviewBody, request: Request, context: CurrentContext) -> Response:
    """Show what a site or feed offers, and what stands in the way. Nothing is stored.

    It takes seconds: robots.txt and the pace of a crawl are kept.
    """
    url = checked_url(body.url)
    try:
        preview = await while_connected(request, context.writing.previewer.preview(url))
    except PreviewsBusy as error:
        raise HTTPException(429, str(error), {"Retry-After": "5"}) from error
    return Response(status_code=_GONE) if preview is None else answer(preview_shape(preview))


async def while_connected(request: Request, work: Coroutine[Any, Any, T]) -> T | None:
    """Return what comes of some work; None if the client leaves, which ends the work."""
    working = asyncio.ensure_future(work)
    leaving = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait((working, leaving), return_when=asyncio.FIRST_COMPLETED)
        return await working if working.done() else None
    finally:
        leaving.cancel()
        working.cancel()
        await asyncio.gather(working, leaving, return_exceptions=True)


async def _disconnected(request: Request) -> None:
    """Wait until the client is gone; its body was read before."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
