"""The search page, its feeds, and its description for browsers (OpenSearch)."""

from dataclasses import replace
from functools import partial
from typing import Final

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from tidings.model.search.results import RankingModel, Sort
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.pages.facet_view import facet_panels, filter_chips, timeline_bars
from tidings.serve.pages.feed_writer import OutgoingFeed, OutgoingFeedFormat, feed_bytes, updated_at
from tidings.serve.pages.live_search import live_search_of, may_look
from tidings.serve.pages.page_query import LAST_PAGE, PER_PAGE, PageQuery, page_query_of
from tidings.serve.pages.source_feeds import ARTICLES, base_of, changed_at, feed_response

router = APIRouter(include_in_schema=False)

_get = partial(router.api_route, methods=["GET", "HEAD"])

_MAX_TYPED: Final = 200  # characters that are completed
_SUGGESTIONS: Final = 8  # as many as browsers show
MODELS: Final = {
    RankingModel.NEWS: "News: relevance, freshness, links, variety",
    RankingModel.BM25_FEEDBACK: "BM25 with words of the best matches",
    RankingModel.BM25: "BM25: words only",
    RankingModel.VSM: "Cosine",
    RankingModel.VSM_QE: "Cosine, query expanded",
    RankingModel.VSM_TR: "Cosine, terms reweighted",
    RankingModel.VSM_QE_TR: "Cosine, expanded and reweighted",
}


@_get("/search", response_class=HTMLResponse)
async def search_page(request: Request, context: CurrentContext) -> HTMLResponse:
    """The search form with the results."""
    page_query = page_query_of(request.query_params.multi_items(), context.clock())
    may = may_look(request)
    return HTMLResponse(await context.run_search(lambda: _search_page(context, page_query, may)))


def _search_page(context: AppContext, page_query: PageQuery, may: bool) -> str:
    now = context.clock()
    answer, overview = context.library.search_with_overview(page_query.query, now)
    directory = context.directories.now()
    liked = context.library.articles((*page_query.query.more_like, *page_query.query.less_like))
    titles = {id_: article.title for id_, article in liked.items()}
    return context.renderer.page(
        "search.html",
        page_query=page_query,
        query=page_query.query,
        answer=answer,
        pages=min(-(-answer.total // PER_PAGE), LAST_PAGE),
        directory=directory,
        panels=facet_panels(page_query, overview.facets, directory) if answer.total else [],
        bars=timeline_bars(page_query, overview.timeline),
        chips=filter_chips(page_query, directory, titles),
        models=MODELS,
        live=live_search_of(context, page_query, answer, now) if may else None,
    )


@_get("/search.{ending}")
async def search_feed(ending: str, request: Request, context: CurrentContext) -> Response:
    """The newest matches of a search as a feed: .atom, .rss or .json."""
    if ending not in OutgoingFeedFormat.__members__.values():
        raise HTTPException(404, "The address of a feed ends in .atom, .rss or .json.")
    feed_format = OutgoingFeedFormat(ending)
    page_query = page_query_of(request.query_params.multi_items(), context.clock())
    base = base_of(request)
    feed = await context.run_search(lambda: _search_feed_of(context, page_query, base, feed_format))
    return feed_response(
        request, feed_bytes(feed_format, feed), feed_format, changed_at(feed, context.clock())
    )


def _search_feed_of(
    context: AppContext, page_query: PageQuery, base: str, feed_format: OutgoingFeedFormat
) -> OutgoingFeed:
    now = context.clock()
    query = replace(page_query.query, sort=Sort.DATE, limit=ARTICLES, offset=0, explain=False)
    hits = context.library.search(query, now).hits
    found = context.library.articles([hit.id for hit in hits])
    articles = [
        found[hit.id] for hit in hits if hit.id in found and context.is_in_feeds(found[hit.id])
    ]
    times = [updated_at(article) for article in articles]
    text = query.text or "All articles"
    return OutgoingFeed(
        key=page_query.feed("atom"),
        url=f"{base}{page_query.feed(feed_format)}",
        home=f"{base}{page_query.href(sort='date')}",
        title=f"{text} – Tidings",
        description=f"The newest articles for: {text}",
        updated=max(times, default=now.replace(hour=0, minute=0, second=0, microsecond=0)),
        articles=articles,
    )


@_get("/opensearch.xml")
async def opensearch(request: Request, context: CurrentContext) -> Response:
    """The description of this search for browsers (OpenSearch 1.1)."""
    page = context.renderer.page("opensearch.xml", base=base_of(request))
    return Response(page, media_type="application/opensearchdescription+xml; charset=utf-8")


@_get("/suggest")
async def suggest(context: CurrentContext, q: str = "") -> Response:
    """Completions for a browser's own search box (OpenSearch Suggestions 1.1)."""
    found = await context.run(lambda: context.library.completions(q[:_MAX_TYPED], _SUGGESTIONS))
    body = [q, [each.text for each in found]]
    return JSONResponse(body, media_type="application/x-suggestions+json")
