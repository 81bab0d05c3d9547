"""The API: the same answers as the pages and the cli, as JSON."""

from datetime import datetime
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException
from fastapi import Path as PathParameter
from fastapi import Query as Parameter
from fastapi.exceptions import RequestValidationError

from tidings.engine.roster import RosterWrong
from tidings.engine.status import Status
from tidings.model.search import Query, Sort
from tidings.serve.desk import AtDesk, Desk
from tidings.serve.markup import reader_html
from tidings.serve.moment import WANTED, parse_moment
from tidings.serve.schema import (
    AnswerOut,
    ArticleOut,
    ExplanationOut,
    HealthOut,
    HistoryOut,
    LedgerOut,
    ProblemOut,
    SourceOut,
)
from tidings.serve.shape import (
    Shape,
    answer_shape,
    article_shape,
    explanation_shape,
    history_shape,
    proof_shape,
    source_shape,
)

_Answers = dict[int | str, dict[str, Any]]
_WRONG: _Answers = {422: {"model": ProblemOut, "description": "a parameter is wrong"}}
_UNKNOWN: _Answers = {404: {"model": ProblemOut, "description": "there is no such article"}}
_UNWELL: _Answers = {
    503: {"model": ProblemOut, "description": "the database or the index cannot be read"}
}

router = APIRouter(tags=["api"])

Words = Annotated[str, Parameter(max_length=2_000, description="words; nothing finds everything")]
Limit = Annotated[int, Parameter(ge=1, le=100, description="hits wanted")]
Offset = Annotated[int, Parameter(ge=0, le=10_000, description="hits to pass over")]
Source = Annotated[str | None, Parameter(max_length=255, description="a registered domain")]
Language = Annotated[str | None, Parameter(pattern="^[A-Za-z]{2,3}$", description="ISO 639-1")]
Since = Annotated[str | None, Parameter(max_length=64, description=f"{WANTED}; inclusive")]
Order = Annotated[Sort, Parameter(description="relevance or date (the newest first)")]
ArticleId = Annotated[str, PathParameter(description="16 hexadecimal digits")]
Until = Annotated[str | None, Parameter(max_length=64, description=f"{WANTED}; inclusive")]


@router.get(
    "/api/search",
    response_model=AnswerOut,
    response_model_exclude_unset=True,
    responses=_WRONG,
    summary="Search articles",
)
async def api_search(
    desk: AtDesk,
    q: Words = "",
    limit: Limit = 10,
    offset: Offset = 0,
    source: Source = None,
    language: Language = None,
    since: Since = None,
    until: Until = None,
    sort: Order = Sort.RELEVANCE,
) -> Shape:
    """Search as `tidings search --json` does."""
    now = desk.clock()
    query = Query(
        text=q,
        limit=limit,
        offset=offset,
        source=source.strip().lower() or None if source else None,
        language=language.lower() if language else None,
        since=_moment("since", since, now),
        until=_moment("until", until, now),
        sort=sort,
    )
    if query.since and query.until and query.since > query.until:
        raise _wrong("since", "It is after until.")
    return answer_shape(await desk.ask(lambda: desk.library.search(query)))


def _moment(name: str, text: str | None, now: datetime) -> datetime | None:
    if not text or not text.strip():
        return None
    moment = parse_moment(text, now, end_of_day=name == "until")
    if moment is None:
        raise _wrong(name, f"This is not {WANTED}.")
    return moment


def _wrong(name: str, message: str) -> RequestValidationError:
    return RequestValidationError([{"loc": ("query", name), "msg": message, "type": "value_error"}])


@router.get(
    "/api/articles/{article_id}",
    response_model=ArticleOut,
    responses=_UNKNOWN,
    summary="Get one article",
)
async def api_article(article_id: ArticleId, desk: AtDesk) -> Shape:
    """Get an article in full, its HTML sanitised."""
    article = await desk.ask(lambda: desk.library.article(article_id))
    if article is None:
        raise HTTPException(404, "There is no article with this id.")
    return article_shape(article) | {"html": str(reader_html(article))}


@router.get(
    "/api/articles/{article_id}/revisions",
    response_model=HistoryOut,
    responses=_UNKNOWN,
    summary="List what changed in an article",
)
async def api_revisions(article_id: ArticleId, desk: AtDesk) -> Shape:
    """List an article's revisions as word diffs, and its deletions by the publisher."""
    history = await desk.ask(lambda: _history(desk, article_id))
    if history is None:
        raise HTTPException(404, "There is no article with this id.")
    return history


def _history(desk: Desk, article_id: str) -> Shape | None:
    article = desk.library.article(article_id)
    return None if article is None else history_shape(article, desk.library.history(article))


@router.get("/api/sources", response_model=list[SourceOut], summary="List the followed sites")
async def api_sources(desk: AtDesk) -> list[Shape]:
    """List the followed sites with what they have brought."""
    return [source_shape(source) for source in await desk.ask(desk.library.sources)]


@router.get("/api/ledger", response_model=LedgerOut, responses=_WRONG, summary="Prove politeness")
async def api_ledger(
    desk: AtDesk,
    site: Annotated[str, Parameter(max_length=2_000, description="address or domain; or all")] = "",
    since: Since = None,
    limit: Annotated[int, Parameter(ge=0, le=1_000, description="lines wanted")] = 20,
) -> Shape:
    """Tell how a site, or every site, was asked, as `tidings ledger --json` does."""
    moment = _moment("since", since, desk.clock())
    try:
        told = await desk.ask(lambda: desk.library.ledger(site.strip() or None, moment, limit))
    except RosterWrong as error:
        raise _wrong("site", str(error)) from error
    return proof_shape(told)


@router.get("/api/why", response_model=ExplanationOut, responses=_WRONG, summary="Explain a URL")
async def api_why(
    desk: AtDesk,
    url: Annotated[str, Parameter(min_length=1, max_length=4_000, description="any address")],
) -> Shape:
    """Tell everything known and decided about a URL, with the reasons."""
    return explanation_shape(await desk.ask(lambda: desk.library.why(url)))


@router.get("/healthz", response_model=HealthOut, responses=_UNWELL, summary="Tell how we are")
async def healthz(desk: AtDesk) -> Shape:
    """Read the database and the index once, and count."""
    status = await desk.ask(lambda: _checked(desk))
    return {
        "status": "ok",
        "articles": status.articles,
        "indexed": status.indexed,
        "sites": status.sites,
        "crawl": dict(desk.health()) if desk.health else None,
    }


def _checked(desk: Desk) -> Status:
    desk.library.search(Query("", limit=1))  # reads the index anew; counting alone would not
    return desk.library.status()
