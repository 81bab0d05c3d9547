"""What belongs to one article: text, reader HTML, summary, revisions, near-duplicates, related."""

from enum import StrEnum
from typing import Annotated, Any, Final

from fastapi import HTTPException
from fastapi import Query as QueryParameter
from markupsafe import Markup
from starlette.responses import Response

from tidings.model.articles.article import Article
from tidings.model.articles.summary import SummaryLength, SummaryMethod
from tidings.serve.context import AppContext, CurrentContext
from tidings.serve.rendering.markup import reader_html
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import Page, envelope, paged
from tidings.serve.v1.frame.route import v1_router
from tidings.serve.v1.reading.articles import ArticleId, article_or_404
from tidings.shapes.history import RevisionOut, TombstoneOut, revision_shape, tombstone_shape
from tidings.shapes.v1.full_article import (
    DUPLICATE_EXAMPLE,
    RELATED_EXAMPLE,
    SUMMARY_EXAMPLE,
    DuplicateV1,
    RelatedV1,
    SummaryV1,
    duplicate_shape,
    related_shape,
)

router = v1_router("articles")

PartsPage: Any = paged(default=20, most=100)
# The article may say anything, but load, run and submit nothing.
HTML_POLICY: Final = (
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"
)
_DOCUMENT: Final = Markup(
    '<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
    "<title>{title}</title>\n</head>\n<body>\n<article>\n<h1>{title}</h1>\n{html}\n"
    "</article>\n</body>\n</html>\n"
)
_REVISION_EXAMPLE: Final[RevisionOut] = {
    "revision": 2,
    "seen_at": "2024-05-31T11:00:00Z",
    "words_added": 1,
    "words_removed": 1,
    "title": [{"change": "kept", "text": "Old ferry line reopens"}],
    "text": [
        {"change": "removed", "text": "Nine"},
        {"change": "added", "text": "Ten"},
        {"change": "kept", "text": " boats sail."},
    ],
}


class HtmlForm(StrEnum):
    """How much of a page the reader HTML is."""

    DOCUMENT = "document"
    FRAGMENT = "fragment"


@router.get(
    "/articles/{article_id}/text",
    **described(
        "getArticleText",
        "Get the text of an article",
        str,
        "The old ferry sails again.",
        problems=(404,),
        media_type="text/plain",
    ),
)
async def get_text(article_id: ArticleId, context: CurrentContext) -> Response:
    """Get the text: paragraphs separated by newlines, without the title."""
    article = await context.run(lambda: _copyable(context, article_id))
    headers = {"Content-Language": article.language}
    return Response(article.text.encode(errors="replace"), 200, headers, "text/plain")


@router.get(
    "/articles/{article_id}/html",
    **described(
        "getArticleHtml",
        "Get an article as HTML for readers",
        str,
        "<p>The old ferry sails again.</p>",
        problems=(404,),
        media_type="text/html",
    ),
)
async def get_html(
    article_id: ArticleId,
    context: CurrentContext,
    form: Annotated[HtmlForm, QueryParameter(description="a whole page, or its body only")] = (
        HtmlForm.DOCUMENT
    ),
) -> Response:
    """Get the sanitised text: no scripts, styles, pictures or forms."""
    body = await context.run(lambda: _html(_copyable(context, article_id), form))
    headers = {"Content-Security-Policy": HTML_POLICY}
    return Response(body.encode(errors="replace"), 200, headers, "text/html")


def _html(article: Article, form: HtmlForm) -> str:
    html = reader_html(article)
    if form is HtmlForm.FRAGMENT:
        return html
    return _DOCUMENT.format(language=article.language, title=article.title, html=html)


def _copyable(context: AppContext, article_id: str) -> Article:
    """Return an article whose text may be shown; raises a 404."""
    article = article_or_404(context, article_id)
    if article.robots.noarchive:
        raise _forbidden(article)
    return article


def _forbidden(article: Article) -> HTTPException:
    message = "The publisher does not allow copies of this article; read it at its source: "
    return HTTPException(404, f"{message}{article.url}")


@router.get(
    "/articles/{article_id}/summary",
    **described(
        "summarizeArticle", "Summarise an article", SummaryV1, SUMMARY_EXAMPLE, problems=(404,)
    ),
)
async def get_summary(
    article_id: ArticleId,
    context: CurrentContext,
    ratio: Annotated[
        float | None, QueryParameter(gt=0, le=1, description="share of the text's words")
    ] = None,
    sentences: Annotated[int | None, QueryParameter(ge=1, le=1_000)] = None,
    words: Annotated[int | None, QueryParameter(ge=1, le=1_000_000)] = None,
    method: Annotated[
        SummaryMethod | None, QueryParameter(description="default: the setting summary.method")
    ] = None,
) -> Response:
    """Summarise an article in its own sentences, as `tidings summarize` does.

    All given limits apply; without one, the summary has as many sentences as the setting
    summary.sentences says. One sentence is always allowed.
    """
    length = SummaryLength(sentences, words, ratio)
    return answer(await context.run(lambda: _summary(context, article_id, length, method)))


def _summary(
    context: AppContext, article_id: str, length: SummaryLength, method: SummaryMethod | None
) -> SummaryV1:
    article = _copyable(context, article_id)
    summary = context.library.summary(article, length, method)
    if summary is None:
        raise _forbidden(article)
    return {
        "id": article.id,
        "title": article.title,
        "language": summary.language,
        "method": summary.method.value,
        "summary": " ".join(each.text for each in summary.sentences),
        "sentences": [{"text": each.text, "place": each.place} for each in summary.sentences],
        "words": summary.words,
        "of_words": summary.of_words,
    }


@router.get(
    "/articles/{article_id}/revisions",
    **described(
        "listRevisions",
        "List what changed in an article",
        list_of(
            RevisionOut,
            "RevisionsV1",
            revision=(int, "number of the current revision"),
            tombstones=(list[TombstoneOut], "deletions by its publisher, the newest first"),
        ),
        {"items": [_REVISION_EXAMPLE], "next": None, "revision": 2, "tombstones": []},
        problems=(400, 404),
    ),
)
async def list_revisions(
    article_id: ArticleId, context: CurrentContext, page: PartsPage
) -> Response:
    """List revisions as word diffs, the newest first, and deletions by the publisher."""
    return answer(await context.run(lambda: _revisions(context, article_id, page)))


def _revisions(context: AppContext, article_id: str, page: Page) -> dict[str, Any]:
    article = article_or_404(context, article_id)
    history = context.library.history(article, page.position, page.limit + 1)
    kept, following = page.cut(history.revisions, lambda each: each.number)
    return envelope(
        [revision_shape(each) for each in kept],
        following,
        revision=article.revision,
        tombstones=[tombstone_shape(each) for each in history.tombstones],
    )


@router.get(
    "/articles/{article_id}/duplicates",
    **described(
        "listDuplicates",
        "List the near-duplicates of an article",
        list_of(
            DuplicateV1,
            "DuplicatesV1",
            copy_of=(str | None, "id of the article that this one was probably taken from"),
            copied_because=(str, "why we think so"),
            root=(str, "id of the original at the end of the chain; its own id for an original"),
        ),
        {
            "items": [DUPLICATE_EXAMPLE],
            "next": None,
            "copy_of": None,
            "copied_because": "",
            "root": "b1c5a3d0e2f44a17",
        },
        problems=(400, 404),
    ),
)
async def list_duplicates(
    article_id: ArticleId, context: CurrentContext, page: PartsPage
) -> Response:
    """List articles with nearly the same text, the most similar first, and who copied whom."""
    return answer(await context.run(lambda: _duplicates(context, article_id, page)))


def _duplicates(context: AppContext, article_id: str, page: Page) -> dict[str, Any]:
    article = article_or_404(context, article_id)
    found = context.library.duplicates(article)
    after = (2.0, "") if page.position is None else tuple(page.position)
    rows = [each for each in found.articles if (-each.similarity, each.id) > (-after[0], after[1])]
    kept, following = page.cut(rows, lambda each: [each.similarity, each.id])
    briefs = context.library.briefs([each.id for each in kept])
    return envelope(
        [
            duplicate_shape(briefs[each.id], each, article.id, found.copy_of)
            for each in kept
            if each.id in briefs
        ],
        following,
        copy_of=found.copy_of,
        copied_because=found.why,
        root=found.root,
    )


@router.get(
    "/articles/{article_id}/related",
    **described(
        "listRelated",
        "List related articles",
        list_of(RelatedV1, "RelatedListV1"),
        {"items": [RELATED_EXAMPLE], "next": None},
        problems=(404,),
    ),
)
async def list_related(
    article_id: ArticleId,
    context: CurrentContext,
    limit: Annotated[int, QueryParameter(ge=1, le=30, description="most articles")] = 6,
) -> Response:
    """List the articles most similar to one, without its copies, each with the shared words."""
    return answer(await context.run(lambda: _related(context, article_id, limit)))


def _related(context: AppContext, article_id: str, limit: int) -> dict[str, Any]:
    article = article_or_404(context, article_id)
    related = context.library.related(article.id, context.clock(), limit) or []
    briefs = context.library.briefs([each.article.id for each in related])
    shapes = (
        related_shape(briefs[each.article.id], each)
        for each in related
        if each.article.id in briefs
    )
    return envelope(list(shapes), None)
