"""Stories for readers and programs: the page of one, and the API."""

from functools import partial
from typing import Annotated

from fastapi import APIRouter, HTTPException
from fastapi import Path as PathParameter
from fastapi import Query as Parameter
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tidings.serve.api import Since, moment_of
from tidings.serve.desk import AtDesk, Desk
from tidings.serve.problems import NO_STORY, WRONG
from tidings.serve.shape import Shape
from tidings.serve.telling import story_shape, told_shape
from tidings.serve.understood_schema import StoryOut, ToldStoryOut

router = APIRouter()

_MAX_ID = 2**62  # what the database can hold
StoryId = Annotated[int, PathParameter(ge=0, le=_MAX_ID, description="its number")]
_page = partial(router.api_route, methods=["GET", "HEAD"], include_in_schema=False)


@_page("/story/{story_id}", response_class=HTMLResponse)
async def story_page(story_id: StoryId, desk: AtDesk) -> Response:
    """One story: its articles in order, who was first and who copied from whom."""
    page = await desk.ask(lambda: _story_page(desk, story_id))
    if page is None:
        raise HTTPException(404, "There is no story with this number.")
    if isinstance(page, int):
        return RedirectResponse(f"/story/{page}", 301)
    return HTMLResponse(page)


def _story_page(desk: Desk, story_id: int) -> str | int | None:
    told = desk.library.story(story_id)
    if told is None:
        return None
    if told.story.id != story_id:
        return told.story.id
    titles = {chapter.article: chapter for chapter in told.chapters}
    return desk.press.page("story.html", told=told, by_id=titles, directory=desk.directories.now())


@router.get(
    "/api/stories",
    response_model=list[StoryOut],
    responses=WRONG,
    tags=["api"],
    summary="List stories",
)
async def api_stories(
    desk: AtDesk,
    limit: Annotated[int, Parameter(ge=1, le=200, description="how many at most")] = 20,
    offset: Annotated[int, Parameter(ge=0, le=1_000_000, description="how many to skip")] = 0,
    since: Since = None,
    min_articles: Annotated[int, Parameter(ge=1, le=10_000)] = 1,
    min_sources: Annotated[int, Parameter(ge=1, le=10_000)] = 1,
) -> list[Shape]:
    """List stories, the one with the newest article first."""
    moment = moment_of("since", since, desk.clock())
    found = await desk.ask(
        lambda: desk.library.stories(
            limit, offset, since=moment, min_articles=min_articles, min_sources=min_sources
        )
    )
    return [story_shape(story) for story in found]


@router.get(
    "/api/stories/{story_id}",
    response_model=ToldStoryOut,
    responses=NO_STORY | WRONG,
    tags=["api"],
    summary="Get one story",
)
async def api_story(story_id: StoryId, desk: AtDesk) -> Shape:
    """Get a story with its timeline, sources and summary; a merged one as what it became."""
    told = await desk.ask(lambda: desk.library.story(story_id))
    if told is None:
        raise HTTPException(404, "There is no story with this id.")
    return told_shape(told)
