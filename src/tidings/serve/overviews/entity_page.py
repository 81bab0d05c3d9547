"""The page of a person, place or organisation: mentions over time, with whom, and where."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from urllib.parse import urlencode

from fastapi import APIRouter, HTTPException
from starlette.responses import HTMLResponse

from tidings.model.articles.entity_list import EntityProfile
from tidings.model.search.results import Query
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.rendering.time_format import short_day

router = APIRouter(include_in_schema=False)

_get = partial(router.api_route, methods=["GET", "HEAD"], response_class=HTMLResponse)

_MAX_KEY: Final = 300  # characters, as in the API
# Most look for what is new; an older article may lead to somebody who is not mentioned any more.
_SPANS: Final = (timedelta(days=30), timedelta(days=365), None)
_COLUMNS: Final = 60


@_get("/entity/{key:path}")
async def entity_page(key: str, context: CurrentContext) -> HTMLResponse:
    """One person, place or organisation."""
    page = await context.run_search(lambda: _entity_page(context, key))
    if page is None:
        raise HTTPException(404, "No article mentions this name.")
    return HTMLResponse(page)


def _entity_page(context: AppContext, key: str) -> str | None:
    if len(key) > _MAX_KEY:
        return None
    now, library = context.clock(), context.library
    for span in _SPANS:
        limits = Query("", since=None if span is None else now - span)
        profile = library.listings.entity(key, limits, now)
        if profile is not None:
            return _rendered(context, profile, now)
    return None


def _rendered(context: AppContext, profile: EntityProfile, now: datetime) -> str:
    library = context.library
    newest = library.articles(profile.newest)
    shown = library.stories_with_ids([story.id for story, _ in profile.stories])
    name = profile.entity.name
    query = f'entity:"{name.replace(chr(34), " ")}"'
    return context.renderer.page(
        "entity.html",
        profile=profile,
        name=name,
        columns=columns(profile.days),
        newest=[newest[id_] for id_ in profile.newest if id_ in newest],
        stories=[(story, count) for story, count in profile.stories if story.id in shown],
        search=f"/search?{urlencode({'q': query, 'sort': 'date'})}",
        feed=f"/search.atom?{urlencode({'q': query})}",
        directory=context.directories.now(),
    )


def columns(days: Sequence[tuple[datetime, int]]) -> list[tuple[str, int]]:
    """Return the columns of a chart from the first day to the last, also of days with nothing."""
    if not days:
        return []
    counts = dict(days)
    first, last = min(counts), max(counts)
    size = -(-((last - first).days + 1) // _COLUMNS)
    found: list[tuple[str, int]] = []
    while first <= last:
        group = [first + timedelta(days=day) for day in range(size)]
        end = min(group[-1], last)
        label = short_day(first) if end == first else f"{short_day(first)} to {short_day(end)}"
        found.append((label, sum(counts.get(day, 0) for day in group)))
        first += timedelta(days=size)
    return found
