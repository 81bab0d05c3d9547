"""The stories of the day and of the days before, day by day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from itertools import groupby
from typing import Any, Final

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse

from tidings.engine.listing.story_list import StoryPlace
from tidings.model.articles.listing import StoryFilter
from tidings.model.articles.story import CoveringSource, Story
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.pages.list_query import ListQuery, list_query_of
from tidings.serve.search_parameters import LANGUAGE, SOURCE, Parameter

router = APIRouter(include_in_schema=False)

_get = partial(router.api_route, methods=["GET", "HEAD"], response_class=HTMLResponse)

_PATH: Final = "/stories"
_PER_PAGE: Final = 30
_SOURCES: Final = 40  # with most articles, to choose from; others are chosen in the list itself
# The least number of articles and of sources. Most articles are alone: they are no news here.
SIZES: Final = {
    "": ("Several articles", 2, 1),
    "sources": ("Several sources", 2, 2),
    "all": ("Single articles, too", 1, 1),
}
SIZE: Final = Parameter(
    "size", "how large stories are", "", "a size of stories",
    lambda text, _: text if text in SIZES else None, "sources",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ListedStory:
    """A story with the sources that cover it, the earliest first."""

    story: Story
    sources: Sequence[CoveringSource]

    @property
    def first(self) -> list[CoveringSource]:
        """Who reported it first: one source, or several of the same minute."""
        return [each for each in self.sources if each.is_first]


@_get(_PATH)
async def stories_page(request: Request, context: CurrentContext) -> HTMLResponse:
    """The newest stories."""
    pairs = request.query_params.multi_items()
    return HTMLResponse(await context.run(lambda: _stories_page(context, pairs)))


def _stories_page(context: AppContext, pairs: Sequence[tuple[str, str]]) -> str:
    query = list_query_of(_PATH, pairs, context.key, context.clock())
    size = query.value(SIZE)
    wanted = _wanted(query, size)
    position = query.position()
    after = None if position is None else StoryPlace(*position)
    found = context.library.listings.stories(wanted, after, _PER_PAGE)
    coverage = context.library.listings.coverage([story.id for story in found.stories])
    listed = [ListedStory(story, coverage.get(story.id, ())) for story in found.stories]
    place = found.next
    following: Any = place and [place.newest_at, place.story, place.as_of]
    directory = context.directories.now()
    return context.renderer.page(
        "stories.html",
        query=query,
        wanted=wanted,
        size=size,
        sizes=SIZES,
        days=[(day, [*some]) for day, some in groupby(listed, key=_day)],
        following=query.next(following) if following else None,
        is_first=after is None,
        directory=directory,
        sources=sorted(directory.articles, key=lambda each: -directory.articles[each])[:_SOURCES],
    )


def _wanted(query: ListQuery, size: str) -> StoryFilter:
    _, articles, sources = SIZES[size]
    return StoryFilter(
        language=query.value(LANGUAGE),
        source=query.value(SOURCE),
        min_articles=articles,
        min_sources=sources,
    )


def _day(listed: ListedStory) -> datetime:
    newest = listed.story.newest_at.astimezone(UTC)
    return newest.replace(hour=0, minute=0, second=0, microsecond=0)
