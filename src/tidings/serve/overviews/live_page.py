"""The page of the live stream: the newest events, which a script continues as they come."""

import json
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from fastapi import APIRouter
from starlette.responses import HTMLResponse

from tidings.engine.stream.event_stream import HomeStream
from tidings.engine.stream.position import Position
from tidings.serve.context import AppContext, CurrentContext
from tidings.shapes.v1.event import GAP, STORY

router = APIRouter(include_in_schema=False)

_get = partial(router.api_route, methods=["GET", "HEAD"], response_class=HTMLResponse)

_BACK: Final = 60  # entries of either log that are looked at
_SHOWN: Final = 60
# What became of an article; what is hidden or renamed has nothing to show.
KINDS: Final = {
    "new": "New",
    "revised": "Edited",
    "corrected": "Read again",
    "deleted": "Deleted",
    "restored": "Restored",
    STORY: "Story",
}


@dataclass(frozen=True, slots=True)
class WireItem:
    """An event as a line of the page."""

    at: datetime
    kind: str
    article: str  # its id; empty for a story
    href: str
    title: str
    language: str
    aside: str


@_get("/live")
async def live_page(context: CurrentContext) -> HTMLResponse:
    """The newest events."""
    return HTMLResponse(await context.run(lambda: _live_page(context)))


def _live_page(context: AppContext) -> str:
    stream = HomeStream(context.library)
    end, _ = stream.beginning(None)
    after = Position(max(0, end.article - _BACK), max(0, end.story - _BACK))
    items: list[WireItem] = []
    while True:
        part = stream.part(after, end)
        items += [item for event in part.events if (item := item_of(event.data)) is not None]
        if part.is_last or part.end == after:
            break
        after = part.end
    return context.renderer.page(
        "stream.html", items=items[::-1][:_SHOWN], position=str(end), kinds=KINDS
    )


def item_of(data: bytes) -> WireItem | None:
    """Return the line of an event; None if there is nothing to show."""
    event = json.loads(data)
    if event["kind"] == GAP or event["kind"] not in KINDS:
        return None
    at = datetime.fromisoformat(event["at"])
    if event["kind"] == STORY:
        story = event["story"]
        if story is None or story["articles"] < 2:
            return None
        aside = f"{story['articles']} articles from {story['sources']} sources"
        href, title = f"/story/{story['id']}", story["title"] or f"Story {story['id']}"
        return WireItem(at, STORY, "", href, title, story["language"], aside)
    article = event["article"]
    if article is None:
        return None
    return WireItem(
        at,
        event["kind"],
        article["id"],
        f"/article/{article['id']}",
        article["title"] or article["url"],
        article["language"],
        article["source_name"],
    )
