"""Articles: all of them, the newest first, and one."""

from datetime import datetime
from typing import Annotated, Any, Final

from fastapi import Path as PathParameter
from fastapi import Query as QueryParameter
from starlette.responses import Response

from tidings.model.articles.article import Article
from tidings.model.articles.brief import BriefFilter, BriefPosition
from tidings.serve.context import AppContext, CurrentContext, found
from tidings.serve.rendering.markup import reader_html
from tidings.serve.search_parameters import LANGUAGE, SINCE, SOURCE, UNTIL, Parameter, T
from tidings.serve.search_parameters import ParameterInvalid as Unreadable
from tidings.serve.v1.frame.answer import answer, json_bytes
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import envelope, paged
from tidings.serve.v1.frame.route import invalid, v1_router
from tidings.shapes.v1.article import ARTICLE_EXAMPLE, ArticleBriefV1, article_brief
from tidings.shapes.v1.full_article import FULL_EXAMPLE, ArticleV1, article_shape

router = v1_router("articles")

ArticleId = Annotated[str, PathParameter(max_length=64, description="16 hexadecimal digits")]
ArticlesPage: Any = paged(default=20, most=100)
_MAX_TEXT: Final = 255


def filtering(parameter: Parameter[Any]) -> Any:
    """Return the type of a parameter of a search that another list has, too."""
    told = QueryParameter(
        max_length=_MAX_TEXT, description=parameter.description, examples=[parameter.example]
    )
    return Annotated[str, told]


SourceText: Any = filtering(SOURCE)
LanguageText: Any = filtering(LANGUAGE)
SinceText: Any = filtering(SINCE)
UntilText: Any = filtering(UNTIL)


def filter_value(parameter: Parameter[T], text: str, now: datetime) -> T:
    """Return the value of such a parameter; raises a 422."""
    try:
        return parameter.value_or_default(text, now)
    except Unreadable as error:
        raise invalid(error.name, error.message) from error


@router.get(
    "/articles",
    **described(
        "listArticles",
        "List articles",
        list_of(ArticleBriefV1, "ArticlesV1"),
        {"items": [ARTICLE_EXAMPLE], "next": None},
        problems=(400,),
    ),
)
async def list_articles(
    context: CurrentContext,
    page: ArticlesPage,
    source: SourceText = "",
    language: LanguageText = "",
    since: SinceText = "",
    until: UntilText = "",
) -> Response:
    """List articles, the newest first. Undated ones count by when they were first seen."""
    wanted = BriefFilter(
        filter_value(SOURCE, source, page.at),
        filter_value(LANGUAGE, language, page.at),
        filter_value(SINCE, since, page.at),
        filter_value(UNTIL, until, page.at),
    )
    if wanted.since and wanted.until and wanted.since > wanted.until:
        raise invalid("since", "expected a time before until")
    after = None if page.position is None else BriefPosition(*page.position)
    rows = await context.run(lambda: context.library.newest_briefs(wanted, after, page.limit + 1))
    kept, following = page.cut(rows, lambda row: list(row[0]))
    return answer(envelope([article_brief(brief) for _, brief in kept], following))


@router.get(
    "/articles/{article_id}",
    **described("getArticle", "Get one article", ArticleV1, FULL_EXAMPLE, problems=(404,)),
)
async def get_article(article_id: ArticleId, context: CurrentContext) -> Response:
    """Get an article with its text, sanitised HTML and everything that is known about it."""
    body = await context.run(lambda: _article(context, article_id))
    return Response(found(body, "article"), media_type="application/json")


def _article(context: AppContext, article_id: str) -> bytes | None:
    library = context.library
    article = library.article(article_id)
    brief = None if article is None else library.briefs([article.id]).get(article.id)
    if article is None or brief is None:
        return None
    annotations = library.annotations(article)
    member = library.memberships([article.id]).get(article.id)
    html = str(reader_html(article))
    return json_bytes(article_shape(brief, article, html, annotations, member))


def article_or_404(context: AppContext, article_id: str) -> Article:
    """Return an article as it may be shown; raises a 404."""
    return found(context.library.article(article_id), "article")
