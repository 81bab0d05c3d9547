"""The search page, its feeds, and what makes browsers offer it as a search engine."""

from dataclasses import replace
from functools import partial
from typing import Final

from fastapi import APIRouter, HTTPException, Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from tidings.model.search.results import RankingModel, Sort
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.pages.facet_view import facet_panels, filter_chips, timeline_bars
from tidings.serve.pages.feed_writer import OutgoingFeed, OutgoingFeedFormat, feed_bytes, updated_at
from tidings.serve.pages.page_query import LAST_PAGE, PER_PAGE, PageQuery, page_query_of
from tidings.serve.pages.source_feeds import ARTICLES, base_of, changed_at, feed_response, is_shown

router = APIRouter(include_in_schema=False)

_get = partial(router.api_route, methods=["GET", "HEAD"])

_TYPED: Final = 200  # characters that completions are looked up for
_SUGGESTIONS: Final = 8  # as many as browsers show
MODELS: Final = {
    RankingModel.NEWS: "News: relevance, freshness, links, variety",
    RankingModel.BM25_FEEDBACK: "BM25, with words of the best matches",
    RankingModel.BM25: "BM25: the words alone",
    RankingModel.VSM: "Cosine",
    RankingModel.VSM_QE: "Cosine, query expanded",
    RankingModel.VSM_TR: "Cosine, terms reweighted",
    RankingModel.VSM_QE_TR: "Cosine, expanded and reweighted",
}


@_get("/search", response_class=HTMLResponse)
async def search_page(request: Request, desk: CurrentContext) -> HTMLResponse:
    """The search box with what it found."""
    asked = page_query_of(request.query_params.multi_items(), desk.clock())
    return HTMLResponse(await desk.find(lambda: _search_page(desk, asked)))


def _search_page(desk: AppContext, asked: PageQuery) -> str:
    now = desk.clock()
    answer, overview = desk.library.search_with_overview(asked.query, now)
    directory = desk.directories.now()
    liked = desk.library.articles((*asked.query.more_like, *asked.query.less_like))
    titles = {id_: article.title for id_, article in liked.items()}
    return desk.press.page(
        "search.html",
        asked=asked,
        query=asked.query,
        answer=answer,
        pages=min(-(-answer.total // PER_PAGE), LAST_PAGE),
        directory=directory,
        panels=facet_panels(asked, overview.facets, directory) if answer.total else [],
        bars=timeline_bars(asked, overview.timeline),
        chips=filter_chips(asked, directory, titles),
        models=MODELS,
    )


@_get("/search.{ending}")
async def search_feed(ending: str, request: Request, desk: CurrentContext) -> Response:
    """The newest matches of any search as a feed: .atom, .rss or .json."""
    if ending not in OutgoingFeedFormat.__members__.values():
        raise HTTPException(404, "A feed's address ends in .atom, .rss or .json.")
    form = OutgoingFeedFormat(ending)
    asked = page_query_of(request.query_params.multi_items(), desk.clock())
    base = base_of(request)
    channel = await desk.find(lambda: _search_feed_of(desk, asked, base, form))
    return feed_response(
        request, feed_bytes(form, channel), form, changed_at(channel, desk.clock())
    )


def _search_feed_of(
    desk: AppContext, asked: PageQuery, base: str, form: OutgoingFeedFormat
) -> OutgoingFeed:
    now = desk.clock()
    query = replace(asked.query, sort=Sort.DATE, limit=ARTICLES, offset=0, explain=False)
    hits = desk.library.search(query, now).hits
    kept = desk.library.articles([hit.id for hit in hits])
    articles = [kept[hit.id] for hit in hits if hit.id in kept and is_shown(kept[hit.id], now)]
    times = [updated_at(article) for article in articles]
    text = query.text or "All articles"
    return OutgoingFeed(
        key=asked.feed("atom"),
        url=f"{base}{asked.feed(form)}",
        home=f"{base}{asked.href(sort='date')}",
        title=f"{text} – Tidings",
        description=f"The newest articles for: {text}",
        updated=max(times, default=now.replace(hour=0, minute=0, second=0, microsecond=0)),
        articles=articles,
    )


@_get("/opensearch.xml")
async def opensearch(request: Request, desk: CurrentContext) -> Response:
    """Describe our search to browsers (OpenSearch 1.1)."""
    page = desk.press.page("opensearch.xml", base=base_of(request))
    return Response(page, media_type="application/opensearchdescription+xml; charset=utf-8")


@_get("/suggest")
async def suggest(desk: CurrentContext, q: str = "") -> Response:
    """Complete what is typed into a browser's own search box (OpenSearch Suggestions 1.1)."""
    found = await desk.ask(lambda: desk.library.completions(q[:_TYPED], _SUGGESTIONS))
    body = [q, [each.text for each in found]]
    return JSONResponse(body, media_type="application/x-suggestions+json")
