"""The pages for readers. Each reads and renders on a thread of the context."""

import math
from functools import partial

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from tidings.engine.listing.plain_words import says_nothing
from tidings.engine.rights.publisher_requests import publisher_requests
from tidings.serve.context import AppContext, CurrentContext, found
from tidings.serve.pages.front_layout import ARTICLES, front_page_of
from tidings.serve.permission import may_write
from tidings.serve.rendering.assets import asset
from tidings.settings.contact import is_mail_address

router = APIRouter(include_in_schema=False)

_TRENDS = 8  # one line
_FILLING = 12  # a front page with fewer articles reloads itself when more arrive
# Search engines should index the sources, not our copies.
_ROBOTS = "User-agent: *\nAllow: /bot\nDisallow: /\n"

_get = partial(router.api_route, methods=["GET", "HEAD"], response_class=HTMLResponse)


@_get("/")
async def front_page(request: Request, context: CurrentContext) -> HTMLResponse:
    """The newest articles, laid out as a newspaper."""
    may = may_write(request)
    return HTMLResponse(await context.run(lambda: _front_page(context, may)))


def _front_page(context: AppContext, may: bool) -> str:
    articles = context.library.newest(ARTICLES)
    stories = context.library.stories_of([article.id for article in articles])
    directory = context.directories.now()
    trending = context.library.trends(context.clock(), _TRENDS)
    return context.renderer.page(
        "front.html",
        trends=trending.trends,
        trend_since=f"{math.ceil(trending.hours)}h",
        front=front_page_of(articles, directory, stories),
        directory=directory,
        is_filling=len(articles) < _FILLING,
        may_write=may,
    )


@_get("/article/{article_id}")
async def article_page(article_id: str, context: CurrentContext) -> HTMLResponse:
    """One article."""
    page = await context.run(lambda: _article_page(context, article_id))
    return HTMLResponse(found(page, "article"))


def _article_page(context: AppContext, article_id: str) -> str | None:
    article = context.library.article(article_id)
    if article is None:
        return None
    directory = context.directories.now()
    annotations = context.library.annotations(article)
    return context.renderer.page(
        "article.html",
        article=article,
        annotations=annotations,
        entities=[each for each in annotations.entities if not says_nothing(each.name, each.kind)],
        grounds=context.library.topic_grounds(article),
        membership=context.library.memberships([article_id]).get(article_id),
        related=context.library.related(article_id, context.clock()) or (),
        directory=directory,
        deletion=context.library.tombstone(article),
        source_name=article.publisher or directory.name(article.source),
        why=context.library.why(article.url),
        requests=list(publisher_requests(article)),
    )


@_get("/article/{article_id}/revisions")
async def revisions_page(article_id: str, context: CurrentContext) -> HTMLResponse:
    """What changed in one article since it was first seen."""
    page = await context.run(lambda: _revisions_page(context, article_id))
    return HTMLResponse(found(page, "article"))


def _revisions_page(context: AppContext, article_id: str) -> str | None:
    article = context.library.article(article_id)
    if article is None:
        return None
    return context.renderer.page(
        "revisions.html",
        article=article,
        source_name=article.publisher or context.directories.now().name(article.source),
        history=context.library.history(article),
    )


@_get("/why")
async def why_page(context: CurrentContext, url: str = "") -> HTMLResponse:
    """What happened to a URL, and why."""
    url = url.strip()
    page = await context.run(
        lambda: context.renderer.page(
            "why.html", url=url, why=context.library.why(url) if url else None
        )
    )
    return HTMLResponse(page)


@_get("/bot")
async def bot_page(request: Request, context: CurrentContext) -> HTMLResponse:
    """About the crawler, for site owners."""
    contact: str = request.app.state.contact
    link = f"mailto:{contact}" if is_mail_address(contact) else contact
    return HTMLResponse(context.renderer.page("bot.html", contact=contact, contact_link=link))


@_get("/docs")
async def docs_page(request: Request, context: CurrentContext) -> HTMLResponse:
    """The API documentation, from its OpenAPI description."""
    return HTMLResponse(context.renderer.page("docs.html", api=request.app.openapi()))


@_get("/robots.txt")
async def robots() -> Response:
    """Rules for search engines."""
    return PlainTextResponse(_ROBOTS)


@_get("/favicon.ico")
async def favicon() -> Response:
    """The icon at the address that browsers try by default."""
    return RedirectResponse(asset("icon.svg"), 302)
