"""Stories in the API; their pages are in `../pages`."""

from typing import Annotated

from fastapi import APIRouter
from fastapi import Path as PathParameter
from fastapi import Query as Parameter

from tidings.serve.api.endpoints import Since, since_of
from tidings.serve.api.error_schema import BAD_PARAMETER, NO_STORY
from tidings.serve.context import CurrentContext, found
from tidings.serve.schema import schema_of
from tidings.shapes.story import StoryOut, ToldStoryOut, full_story_shape, story_shape

router = APIRouter()

_MAX_ID = 2**62  # the database holds no larger numbers
StoryId = Annotated[int, PathParameter(ge=0, le=_MAX_ID, description="number of the story")]


@router.get(
    "/api/stories",
    response_model=schema_of(list[StoryOut]),
    responses=BAD_PARAMETER,
    tags=["api"],
    summary="List stories",
)
async def api_stories(
    context: CurrentContext,
    limit: Annotated[int, Parameter(ge=1, le=200, description="maximum number of stories")] = 20,
    offset: Annotated[
        int, Parameter(ge=0, le=1_000_000, description="number of stories to skip")
    ] = 0,
    since: Since = None,
    min_articles: Annotated[int, Parameter(ge=1, le=10_000)] = 1,
    min_sources: Annotated[int, Parameter(ge=1, le=10_000)] = 1,
) -> list[StoryOut]:
    """List stories; the one with the newest article comes first."""
    moment = since_of(since, context.clock())
    stories = await context.run(
        lambda: context.library.stories(
            limit, offset, since=moment, min_articles=min_articles, min_sources=min_sources
        )
    )
    return [story_shape(story) for story in stories]


@router.get(
    "/api/stories/{story_id}",
    response_model=schema_of(ToldStoryOut),
    responses=NO_STORY | BAD_PARAMETER,
    tags=["api"],
    summary="Get one story",
)
async def api_story(story_id: StoryId, context: CurrentContext) -> ToldStoryOut:
    """Get a story with its timeline, sources and summary. A merged story returns its successor."""
    full_story = await context.run(lambda: context.library.story(story_id))
    return full_story_shape(found(full_story, "story"))
