"""Routes of what a user muted, and of the stories that a user follows."""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal

from fastapi import HTTPException
from fastapi import Path as PathParameter
from starlette.responses import Response

from tidings.engine.access.names import AccessRefused
from tidings.model.access.marks import FollowedStory, Mute, MuteKind
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.keeper import KEEPING, CurrentKeeper
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import envelope, paged
from tidings.serve.v1.frame.route import invalid
from tidings.serve.v1.writing.bodies import MuteBody
from tidings.serve.v1.writing.writing_route import writing_router
from tidings.shapes.iso_time import iso
from tidings.shapes.v1.me import FollowedStoryV1, MuteV1
from tidings.shapes.v1.story import STORY_EXAMPLE, story_v1

router = writing_router("me")
_MAX_DIGITS: Final = 15  # of a story's id
KeptPage: Any = paged(default=100, most=500)


_MUTE: Final[MuteV1] = {"kind": "word", "muted": "football", "at": "2026-11-18T16:00:00Z"}
_STORY: Final[FollowedStoryV1] = {
    "id": STORY_EXAMPLE["id"],
    "at": "2026-11-18T16:00:00Z",
    "story": STORY_EXAMPLE,
}


@router.get(
    "/me/mutes",
    **described(
        "listMyMutes",
        "List what I muted",
        list_of(MuteV1, "MutesV1"),
        {"items": [_MUTE], "next": None},
        problems=(400, 401, 403),
    ),
)
async def list_mutes(page: KeptPage, keeper: CurrentKeeper, context: CurrentContext) -> Response:
    """List what the user muted: sources, then words, each by name."""
    mutes = await context.run(lambda: keeper.marks.mutes(keeper.user))
    after = ("", "") if page.position is None else tuple(map(str, page.position))
    rows = sorted((each for each in mutes if _key(each) > after), key=_key)
    kept, following = page.cut(rows[: page.limit + 1], _key)
    return answer(envelope([_mute_shape(each) for each in kept], following))


def _key(mute: Mute) -> tuple[str, str]:
    return str(mute.kind), mute.muted


def _mute_shape(mute: Mute) -> MuteV1:
    return {"kind": str(mute.kind), "muted": mute.muted, "at": iso(mute.at)}


@router.post(
    "/me/mutes",
    dependencies=KEEPING,
    **described("addMute", "Mute a source or word", MuteV1, _MUTE, problems=(401, 403, 413, 415)),
)
async def add_mute(body: MuteBody, keeper: CurrentKeeper, context: CurrentContext) -> Response:
    """Mute a source, by its domain, or a word. Doing so twice changes nothing."""
    kind = MuteKind(body.kind)
    try:
        muted = await context.run(lambda: keeper.marks.mute(keeper.user, kind, body.muted))
    except AccessRefused as error:
        raise invalid("muted", str(error), "body") from error
    return answer(_mute_shape(muted))


@router.delete(
    "/me/mutes/{kind}/{muted:path}",
    dependencies=KEEPING,
    **described("removeMute", "Unmute a source or word", None, status=204, problems=(401, 403)),
)
async def remove_mute(
    kind: Literal["source", "word"],
    muted: Annotated[str, PathParameter(description="the domain or word")],
    keeper: CurrentKeeper,
    context: CurrentContext,
) -> Response:
    """Unmute a source or word. Nothing happens to what is not muted."""
    try:
        await context.run(lambda: keeper.marks.unmute(keeper.user, MuteKind(kind), muted))
    except AccessRefused as error:
        raise invalid("muted", str(error), "path") from error
    return Response(status_code=204)


@router.get(
    "/me/stories",
    **described(
        "listMyStories",
        "List the stories that I follow",
        list_of(FollowedStoryV1, "FollowedStoriesV1"),
        {"items": [_STORY], "next": None},
        problems=(400, 401, 403),
    ),
)
async def list_stories(page: KeptPage, keeper: CurrentKeeper, context: CurrentContext) -> Response:
    """List the stories that the user follows, the last one followed first."""
    stories = await context.run(lambda: keeper.marks.followed(keeper.user))
    rows = sorted(stories, key=_place, reverse=True)
    if page.position is not None:
        before = (float(page.position[0]), int(page.position[1]))
        rows = [each for each in rows if _place(each) < before]
    kept, following = page.cut(rows[: page.limit + 1], _place)
    return answer(envelope(await context.run(lambda: _story_shapes(context, kept)), following))


def _place(story: FollowedStory) -> tuple[float, int]:
    return story.at.timestamp(), story.story


def _story_shapes(context: AppContext, followed: Sequence[FollowedStory]) -> list[FollowedStoryV1]:
    known = context.library.stories_with_ids([each.story for each in followed])
    stories = {number: story_v1(story) for number, story in known.items()}
    return [
        {"id": str(each.story), "at": iso(each.at), "story": stories.get(each.story)}
        for each in followed
    ]


@router.put(
    "/me/stories/{story}",
    dependencies=KEEPING,
    **described("followStory", "Follow a story", FollowedStoryV1, _STORY, problems=(401, 403, 404)),
)
async def follow_story(story: str, keeper: CurrentKeeper, context: CurrentContext) -> Response:
    """Follow a story. Doing so twice changes nothing."""
    number = _number(story)

    def follow() -> FollowedStoryV1:
        shown = context.library.story(number)  # one that may not be shown does not exist
        followed = shown and keeper.marks.follow(keeper.user, shown.story.id)
        if not followed:
            raise HTTPException(404, "There is no story with this id.")
        return _story_shapes(context, [followed])[0]

    return answer(await context.run(follow))


@router.delete(
    "/me/stories/{story}",
    dependencies=KEEPING,
    **described(
        "unfollowStory", "Stop following a story", None, status=204, problems=(401, 403, 404)
    ),
)
async def unfollow_story(story: str, keeper: CurrentKeeper, context: CurrentContext) -> Response:
    """Stop following a story. Nothing happens to one that is not followed."""
    number = _number(story)
    await context.run(lambda: keeper.marks.unfollow(keeper.user, number))
    return Response(status_code=204)


def _number(story: str) -> int:
    if not (story.isascii() and story.isdecimal() and len(story) <= _MAX_DIGITS):
        raise HTTPException(404, "There is no story with this id.")
    return int(story)
