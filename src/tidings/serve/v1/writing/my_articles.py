"""Routes of the articles that a user marked as read, starred or hidden."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated, Any, Final

from fastapi import HTTPException
from fastapi import Query as Parameter
from starlette.responses import Response

from tidings.model.access.marks import Mark, MarkedArticle
from tidings.serve.context import CurrentContext
from tidings.serve.keeper import KEEPING, CurrentKeeper, Keeper
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import envelope, paged
from tidings.serve.v1.writing.bodies import ManyMarksBody, MarksBody
from tidings.serve.v1.writing.writing_route import writing_router
from tidings.shapes.iso_time import iso
from tidings.shapes.v1.article import ARTICLE_EXAMPLE, article_brief
from tidings.shapes.v1.me import ArticleMarksV1, ManyMarksV1, MarkedArticleV1

router = writing_router("me")
MarkedPage: Any = paged(default=20, most=100)


_MARKED: Final[MarkedArticleV1] = {
    "id": ARTICLE_EXAMPLE["id"],
    "at": "2026-11-18T16:00:00Z",
    "article": ARTICLE_EXAMPLE,
}
_MARKS: Final[ArticleMarksV1] = {
    "id": ARTICLE_EXAMPLE["id"],
    "read": True,
    "starred": False,
    "hidden": False,
}


@router.get(
    "/me/articles",
    **described(
        "listMyArticles",
        "List the articles that I marked",
        list_of(MarkedArticleV1, "MarkedArticlesV1"),
        {"items": [_MARKED], "next": None},
        problems=(400, 401, 403),
    ),
)
async def list_my_articles(
    page: MarkedPage,
    keeper: CurrentKeeper,
    context: CurrentContext,
    mark: Annotated[Mark, Parameter(description="which mark")] = Mark.STARRED,
) -> Response:
    """List the articles with a mark, the last one marked first."""
    before = None if page.position is None else _position(page.position)
    rows = await context.run(lambda: keeper.marks.marked(keeper.user, mark, page.limit + 1, before))
    kept, following = page.cut(rows, lambda row: [row.article, row.at.timestamp()])
    briefs = await context.run(lambda: context.library.briefs([row.article for row in kept]))
    items: list[MarkedArticleV1] = [
        {
            "id": row.article,
            "at": iso(row.at),
            "article": article_brief(briefs[row.article]) if row.article in briefs else None,
        }
        for row in kept
    ]
    return answer(envelope(items, following))


def _position(position: Any) -> MarkedArticle:
    article, at = position
    return MarkedArticle(str(article), datetime.fromtimestamp(float(at), UTC))


@router.get(
    "/me/articles/{article_id}",
    **described(
        "getMyMarks", "My marks of an article", ArticleMarksV1, _MARKS, problems=(401, 403)
    ),
)
async def get_my_marks(article_id: str, keeper: CurrentKeeper, context: CurrentContext) -> Response:
    """Tell how the user marked an article; one that does not exist has no marks."""
    return answer(await context.run(lambda: _marks(keeper, article_id)))


@router.patch(
    "/me/articles/{article_id}",
    dependencies=KEEPING,
    **described(
        "markArticle", "Mark an article", ArticleMarksV1, _MARKS,
        problems=(401, 403, 404, 413, 415),
    ),
)  # fmt: skip
async def mark_article(
    article_id: str, body: MarksBody, keeper: CurrentKeeper, context: CurrentContext
) -> Response:
    """Mark an article as read, starred or hidden, or remove marks."""

    def change() -> ArticleMarksV1:
        article = context.library.article(article_id)
        kept = article.id if article else article_id
        # Marks can be removed from an article that may no longer be shown.
        if article is None and not keeper.marks.marks_of(keeper.user, [kept])[kept]:
            raise HTTPException(404, "There is no article with this id.")
        _change(keeper, [kept], body)
        return _marks(keeper, kept)

    return answer(await context.run(change))


@router.post(
    "/me/articles",
    dependencies=KEEPING,
    **described(
        "markArticles",
        "Mark many articles",
        ManyMarksV1,
        {"items": [_MARKS], "unknown": []},
        problems=(401, 403, 413, 415),
    ),
)
async def mark_articles(
    body: ManyMarksBody, keeper: CurrentKeeper, context: CurrentContext
) -> Response:
    """Mark up to 1000 articles in the same way, such as all of a page as read."""

    def change() -> ManyMarksV1:
        wanted = list(dict.fromkeys(body.articles))
        known = context.library.briefs(wanted)
        articles = [each for each in wanted if each in known]
        _change(keeper, articles, body)
        found = keeper.marks.marks_of(keeper.user, articles)
        shapes = [_shape(article, found[article]) for article in articles]
        return {"items": shapes, "unknown": [each for each in wanted if each not in known]}

    return answer(await context.run(change))


def _change(keeper: Keeper, articles: Sequence[str], body: MarksBody) -> None:
    given = {Mark.READ: body.read, Mark.STARRED: body.starred, Mark.HIDDEN: body.hidden}
    for mark, is_on in given.items():
        if is_on is not None:
            change = keeper.marks.mark if is_on else keeper.marks.unmark
            change(keeper.user, mark, articles)


def _marks(keeper: Keeper, article: str) -> ArticleMarksV1:
    return _shape(article, keeper.marks.marks_of(keeper.user, [article])[article])


def _shape(article: str, found: frozenset[Mark]) -> ArticleMarksV1:
    return {
        "id": article,
        "read": Mark.READ in found,
        "starred": Mark.STARRED in found,
        "hidden": Mark.HIDDEN in found,
    }
