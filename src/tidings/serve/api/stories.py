"""Stories for readers and programs: the page of one, and the API."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, HTTPException
from fastapi import Path as PathParameter
from fastapi import Query as Parameter
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tidings.serve.api.endpoints import Since, since_of
from tidings.serve.api.enrichment_schema import StoryOut, ToldStoryOut
from tidings.serve.api.error_schema import BAD_PARAMETER, NO_STORY
from tidings.serve.api.json_shapes import Shape
from tidings.serve.api.story_shapes import full_story_shape, story_shape
from tidings.serve.context import AppContext, CurrentContext

router = APIRouter()

_MAX_ID = 2**62  # what the database can hold
StoryId = Annotated[int, PathParameter(ge=0, le=_MAX_ID, description="its number")]
_page = partial(router.api_route, methods=["GET", "HEAD"], include_in_schema=False)


@_page("/story/{story_id}", response_class=HTMLResponse)
async def story_page(story_id: StoryId, desk: CurrentContext) -> Response:
    """One story: its articles in order, who was first and who copied from whom."""
    page = await desk.ask(lambda: _story_page(desk, story_id))
    if page is None:
        raise HTTPException(404, "There is no story with this number.")
    if isinstance(page, int):
        return RedirectResponse(f"/story/{page}", 301)
    return HTMLResponse(page)


def _story_page(desk: AppContext, story_id: int) -> str | int | None:
    told = desk.library.story(story_id)
    if told is None:
        return None
    if told.story.id != story_id:
        return told.story.id
    titles = {chapter.article: chapter for chapter in told.articles}
    return desk.press.page("story.html", told=told, by_id=titles, directory=desk.directories.now())


@router.get(
    "/api/stories",
    response_model=list[StoryOut],
    responses=BAD_PARAMETER,
    tags=["api"],
    summary="List stories",
)
async def api_stories(
    desk: CurrentContext,
    limit: Annotated[int, Parameter(ge=1, le=200, description="how many at most")] = 20,
    offset: Annotated[int, Parameter(ge=0, le=1_000_000, description="how many to skip")] = 0,
    since: Since = None,
    min_articles: Annotated[int, Parameter(ge=1, le=10_000)] = 1,
    min_sources: Annotated[int, Parameter(ge=1, le=10_000)] = 1,
) -> list[Shape]:
    """List stories, the one with the newest article first."""
    moment = since_of(since, desk.clock())
    found = await desk.ask(
        lambda: desk.library.stories(
            limit, offset, since=moment, min_articles=min_articles, min_sources=min_sources
        )
    )
    return [story_shape(story) for story in found]


@router.get(
    "/api/stories/{story_id}",
    response_model=ToldStoryOut,
    responses=NO_STORY | BAD_PARAMETER,
    tags=["api"],
    summary="Get one story",
)
async def api_story(story_id: StoryId, desk: CurrentContext) -> Shape:
    """Get a story with its timeline, sources and summary; a merged one as what it became."""
    told = await desk.ask(lambda: desk.library.story(story_id))
    if told is None:
        raise HTTPException(404, "There is no story with this id.")
    return full_story_shape(told)
