"""Stories: a list, one story, and its articles."""

from typing import Annotated, Any

from fastapi import HTTPException
from fastapi import Path as PathParameter
from fastapi import Query as Parameter
from starlette.responses import RedirectResponse, Response

from tidings.engine.listing.story_list import StoryPage, StoryPlace
from tidings.model.articles.listing import StoryFilter
from tidings.model.articles.story import FullStory
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.problem import V1
from tidings.serve.search_parameters import LANGUAGE, SOURCE
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import Page, envelope, paged
from tidings.serve.v1.frame.route import v1_router
from tidings.serve.v1.reading.list_filters import (
    DomainText,
    LanguageText,
    SinceText,
    UntilText,
    span_of,
    value_of,
)
from tidings.shapes.v1.story import (
    STORY_EXAMPLE,
    FullStoryV1,
    StoryArticleV1,
    StoryV1,
    full_story_v1,
    story_article_v1,
    story_v1,
)

router = v1_router("stories")

StoriesPage: Any = paged(default=20, most=100)
StoryId = Annotated[str, PathParameter(pattern="^[0-9]{1,18}$", description="a number")]
Least = Annotated[int, Parameter(ge=1, le=1_000_000, description="at least so many of them")]
_STORIES = list_of(
    StoryV1,
    "StoriesV1",
    as_of=(str, "changes of stories up to which the first page was read"),
    moved=(
        list[str] | None,
        "stories that changed since the first page and now stand before this page; null: too many",
    ),
)


@router.get(
    "/stories",
    **described(
        "listStories",
        "List stories",
        _STORIES,
        {"items": [STORY_EXAMPLE], "next": None, "as_of": "4711", "moved": []},
        problems=(400,),
    ),
)
async def stories(
    context: CurrentContext,
    page: StoriesPage,
    since: SinceText = "",
    until: UntilText = "",
    language: LanguageText = "",
    source: DomainText = "",
    min_articles: Least = 1,
    min_sources: Least = 1,
) -> Response:
    """List stories, the one with the newest article first; times are those of that article.

    A story moves up whenever it gets a newer article. So one may move from pages that were not read
    yet to those that were: `moved` names such stories.
    """
    wanted = StoryFilter(
        *span_of(since, until, page.at),
        value_of(LANGUAGE, language, page.at),
        value_of(SOURCE, source, page.at),
        min_articles,
        min_sources,
    )
    return await context.run(lambda: _stories(context, wanted, page))


def _stories(context: AppContext, wanted: StoryFilter, page: Page) -> Response:
    after = None if page.position is None else StoryPlace(*page.position)
    found: StoryPage = context.library.listings.stories(wanted, after, page.limit)
    place = found.next
    following = page.next([place.newest_at, place.story, place.as_of]) if place else None
    moved = None if found.moved is None else [str(story) for story in found.moved]
    shapes = [story_v1(story) for story in found.stories]
    return answer(envelope(shapes, following, as_of=str(found.as_of), moved=moved))


_FULL_EXAMPLE: FullStoryV1 = {
    **STORY_EXAMPLE,
    "summary": [{"text": "The ferry sails again.", "article": "b1c5a3d0e2f44a17"}],
    "languages": [{"language": "en", "articles": 5}],
    "told_by": [
        {"source": "post.example", "articles": 3, "copies": 0, "first": "2024-05-31T10:00:00Z"}
    ],
}


@router.get(
    "/stories/{story_id}",
    **described("getStory", "Get one story", FullStoryV1, _FULL_EXAMPLE, problems=(404,)),
)
async def story(story_id: StoryId, context: CurrentContext) -> Response:
    """Get a story with its summary and sources. A story that was merged redirects (307)."""
    return await context.run(lambda: _story(context, int(story_id)))


def _story(context: AppContext, story_id: int) -> Response:
    found = _full_story(context, story_id)
    if found.story.id != story_id:
        return _redirect(f"{V1}/stories/{found.story.id}")
    return answer(full_story_v1(found))


def _full_story(context: AppContext, story_id: int) -> FullStory:
    found = context.library.story(story_id)
    if found is None:
        raise HTTPException(404, "There is no story with this id, or it has ended.")
    return found


def _redirect(path: str) -> Response:
    """Redirect for now: when stories are grouped again, a merged one may get its id back."""
    return RedirectResponse(path, 307)


_ARTICLE_EXAMPLE: StoryArticleV1 = {
    "id": "b1c5a3d0e2f44a17",
    "url": "https://post.example/news/ferry",
    "title": "Old ferry line reopens",
    "source": "post.example",
    "language": "en",
    "published": "2024-05-31T10:00:00Z",
    "first_seen": "2024-05-31T10:04:00Z",
    "date_from": "published",
    "at": "2024-05-31T10:00:00Z",
    "score": 0.0,
    "why": {
        "sentence": "It is the first article of the story.",
        "shared": [],
        "of": 12,
        "names": [],
        "figures": [],
        "copy_of": None,
        "similarity": 0.0,
    },
    "copy_of": None,
    "root": "b1c5a3d0e2f44a17",
    "copied": 0.0,
    "copied_because": "",
    "first": True,
}


@router.get(
    "/stories/{story_id}/articles",
    **described(
        "listStoryArticles",
        "List the articles of a story",
        list_of(StoryArticleV1, "StoryArticlesV1", story=(str, "the story's id")),
        {"items": [_ARTICLE_EXAMPLE], "next": None, "story": "88"},
        problems=(400, 404),
    ),
)
async def story_articles(story_id: StoryId, context: CurrentContext, page: StoriesPage) -> Response:
    """List the newest 500 articles of a story, oldest first, with who copied from whom."""
    return await context.run(lambda: _story_articles(context, int(story_id), page))


def _story_articles(context: AppContext, story_id: int, page: Page) -> Response:
    found = _full_story(context, story_id)
    if found.story.id != story_id:
        return _redirect(f"{V1}/stories/{found.story.id}/articles")
    places = [((each.membership.at.timestamp(), each.article), each) for each in found.articles]
    after = (0.0, "") if page.position is None else tuple(page.position)
    rows = [each for place, each in places if page.position is None or place > after]
    kept, following = page.cut(rows, lambda each: [each.membership.at.timestamp(), each.article])
    shapes = [story_article_v1(each) for each in kept]
    return answer(envelope(shapes, following, story=str(story_id)))
