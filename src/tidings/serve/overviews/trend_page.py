"""The page of trends: names and stories that rise, each with its past and examples."""

from functools import partial
from typing import Final

from fastapi import APIRouter
from starlette.responses import HTMLResponse

from tidings.serve.context import AppContext, CurrentContext

router = APIRouter(include_in_schema=False)

_get = partial(router.api_route, methods=["GET", "HEAD"], response_class=HTMLResponse)

_TRENDS: Final = 20


@_get("/trends")
async def trends_page(context: CurrentContext) -> HTMLResponse:
    """The names and stories that rise."""
    return HTMLResponse(await context.run(lambda: _trends_page(context)))


def _trends_page(context: AppContext) -> str:
    now, library = context.clock(), context.library
    rising = library.listings.rising(library.trends(now, _TRENDS), now)
    # Trends and their past are kept for some minutes: show only what may be shown now.
    examples = library.articles(
        [article.id for each in rising.trends for article in each.trend.examples]
    )
    stories = library.stories_with_ids([each.story.id for each in rising.stories])
    return context.renderer.page(
        "trends.html",
        hours=round(rising.hours),
        trends=[
            (each, [examples[one.id] for one in each.trend.examples if one.id in examples])
            for each in rising.trends
            if any(one.id in examples for one in each.trend.examples)
        ],
        stories=[each for each in rising.stories if each.story.id in stories],
        directory=context.directories.now(),
    )
