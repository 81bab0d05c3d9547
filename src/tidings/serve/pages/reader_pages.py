"""The pages for readers. Each reads and renders on a thread of the desk."""

import math
from functools import partial

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response

from tidings.engine.rights.publisher_requests import publisher_requests
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.pages.front_layout import ARTICLES, front_page_of
from tidings.serve.rendering.assets import asset

router = APIRouter(include_in_schema=False)

_TRENDS = 8  # a line of them
_FILLING = 12  # a paper with fewer articles reloads itself when more come in
_ROBOTS = "User-agent: *\nAllow: /bot\nDisallow: /\n"  # what we keep is others' to be found by


_get = partial(router.api_route, methods=["GET", "HEAD"], response_class=HTMLResponse)


@_get("/")
async def front_page(desk: CurrentContext) -> HTMLResponse:
    """The newest articles, made up as a newspaper."""
    return HTMLResponse(await desk.ask(lambda: _front_page(desk)))


def _front_page(desk: AppContext) -> str:
    articles = desk.library.newest(ARTICLES)
    stories = desk.library.stories_of([article.id for article in articles])
    directory = desk.directories.now()
    trending = desk.library.trends(desk.clock(), _TRENDS)
    return desk.press.page(
        "front.html",
        trends=trending.trends,
        trend_since=f"{math.ceil(trending.hours)}h",
        front=front_page_of(articles, directory, stories),
        directory=directory,
        is_filling=len(articles) < _FILLING,
    )


@_get("/article/{article_id}")
async def article_page(article_id: str, desk: CurrentContext) -> HTMLResponse:
    """One article in the reader's view."""
    page = await desk.ask(lambda: _article_page(desk, article_id))
    if page is None:
        raise HTTPException(404, "There is no article with this number.")
    return HTMLResponse(page)


def _article_page(desk: AppContext, article_id: str) -> str | None:
    article = desk.library.article(article_id)
    if article is None:
        return None
    directory = desk.directories.now()
    return desk.press.page(
        "article.html",
        article=article,
        said=desk.library.annotations(article),
        grounds=desk.library.topic_grounds(article),
        belongs=desk.library.memberships([article_id]).get(article_id),
        related=desk.library.related(article_id, desk.clock()) or (),
        directory=directory,
        stone=desk.library.tombstone(article),
        source_name=article.publisher or directory.name(article.source),
        why=desk.library.why(article.url),
        wishes=list(publisher_requests(article)),
    )


@_get("/article/{article_id}/revisions")
async def revisions_page(article_id: str, desk: CurrentContext) -> HTMLResponse:
    """What has changed in one article since it was first seen."""
    page = await desk.ask(lambda: _revisions_page(desk, article_id))
    if page is None:
        raise HTTPException(404, "There is no article with this number.")
    return HTMLResponse(page)


def _revisions_page(desk: AppContext, article_id: str) -> str | None:
    article = desk.library.article(article_id)
    if article is None:
        return None
    return desk.press.page(
        "revisions.html",
        article=article,
        source_name=article.publisher or desk.directories.now().name(article.source),
        history=desk.library.history(article),
    )


@_get("/sources")
async def sources_page(desk: CurrentContext) -> HTMLResponse:
    """The followed sites."""
    return HTMLResponse(await desk.ask(lambda: _sources_page(desk)))


def _sources_page(desk: AppContext) -> str:
    sources = desk.library.sources()
    feeds = {each.site.domain: each.site.name or each.site.domain for each in sources}
    silences = {told.site.id: told for told in desk.library.silences(desk.clock())}
    return desk.press.page("sources.html", sources=sources, silences=silences, feeds=feeds, url="")


@_get("/why")
async def why_page(desk: CurrentContext, url: str = "") -> HTMLResponse:
    """What became of a URL, and why."""
    url = url.strip()
    page = await desk.ask(
        lambda: desk.press.page("why.html", url=url, why=desk.library.why(url) if url else None)
    )
    return HTMLResponse(page)


@_get("/bot")
async def bot_page(desk: CurrentContext) -> HTMLResponse:
    """About the crawler, for owners of sites."""
    return HTMLResponse(desk.press.page("bot.html"))


@_get("/docs")
async def docs_page(request: Request, desk: CurrentContext) -> HTMLResponse:
    """The API in words, from its own description."""
    return HTMLResponse(desk.press.page("docs.html", api=request.app.openapi()))


@_get("/robots.txt")
async def robots() -> Response:
    """Ask search engines to index the sources instead of us."""
    return PlainTextResponse(_ROBOTS)


@_get("/favicon.ico")
async def favicon() -> Response:
    """Where browsers look for an icon without being told."""
    return RedirectResponse(asset("icon.svg"), 302)
