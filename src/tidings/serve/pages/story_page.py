"""The page of one story, and the forms to follow it."""

from functools import partial
from typing import Annotated, Final

from fastapi import APIRouter, HTTPException, Request
from fastapi import Path as PathParameter
from starlette.responses import HTMLResponse, RedirectResponse, Response

from tidings.model.access.identity import Identity
from tidings.model.articles.story import StoryArticle
from tidings.serve.context import AppContext, CurrentContext, found
from tidings.serve.keeper import KEEPING, CurrentKeeper
from tidings.serve.rendering.copy_tree import copy_trees
from tidings.serve.rendering.story_lanes import story_axis

router = APIRouter(include_in_schema=False)

_get = partial(router.api_route, methods=["GET", "HEAD"], response_class=HTMLResponse)
_post = partial(router.post, dependencies=KEEPING)

_MAX_ID: Final = 2**62  # the database holds no larger numbers
_SIDE_BY_SIDE: Final = 12  # headlines
_PRIVATE: Final = {"Cache-Control": "private, no-cache"}  # it says what somebody follows
StoryId = Annotated[int, PathParameter(ge=0, le=_MAX_ID, description="number of the story")]


@_get("/story/{story_id}")
async def story_page(story_id: StoryId, request: Request, context: CurrentContext) -> Response:
    """One story: who reported it when, who was first, and who copied from whom."""
    identity: Identity = request.state.identity
    page = found(await context.run(lambda: _story_page(context, story_id, identity.user)), "story")
    if isinstance(page, int):
        return RedirectResponse(f"/story/{page}", 301)
    return HTMLResponse(page, headers=None if identity.user is None else _PRIVATE)


def _story_page(context: AppContext, story_id: int, user: int | None) -> str | int | None:
    full_story = context.library.story(story_id)
    if full_story is None:
        return None
    if full_story.story.id != story_id:
        return full_story.story.id
    first_of_source: dict[str, StoryArticle] = {}
    for entry in full_story.articles:
        first_of_source.setdefault(entry.source, entry)
    return context.renderer.page(
        "story.html",
        full_story=full_story,
        by_id={entry.article: entry for entry in full_story.articles},
        directory=context.directories.now(),
        axis=story_axis(full_story),
        copies=copy_trees(full_story.articles),
        side_by_side=[*first_of_source.values()][:_SIDE_BY_SIDE],
        is_followed=_is_followed(context, user, story_id),
    )


def _is_followed(context: AppContext, user: int | None, story: int) -> bool | None:
    """Return whether a user follows a story; None for those who cannot follow any."""
    if user is None or context.marks is None:
        return None
    return any(each.story == story for each in context.marks.followed(user))


@_post("/story/{story_id}/follow")
async def follow(story_id: StoryId, keeper: CurrentKeeper, context: CurrentContext) -> Response:
    """Follow a story, from its page."""

    def followed() -> int:
        shown = context.library.story(story_id)  # one that may not be shown does not exist
        kept = shown and keeper.marks.follow(keeper.user, shown.story.id)
        if not kept:
            raise HTTPException(404, "There is no story with this id.")
        return kept.story

    return RedirectResponse(f"/story/{await context.run(followed)}", 303)


@_post("/story/{story_id}/unfollow")
async def unfollow(story_id: StoryId, keeper: CurrentKeeper, context: CurrentContext) -> Response:
    """Stop following a story, from its page."""
    await context.run(lambda: keeper.marks.unfollow(keeper.user, story_id))
    return RedirectResponse(f"/story/{story_id}", 303)
