"""Routes of the articles that a user marked as read, starred or hidden."""

from datetime import UTC, datetime
from typing import Annotated, Any, Final

from fastapi import Depends, HTTPException
from fastapi import Query as Parameter
from starlette.responses import Response

from tidings.model.access.identity import Scope
from tidings.model.access.marks import Mark, MarkedArticle
from tidings.serve.context import CurrentContext
from tidings.serve.permission import needs
from tidings.serve.v1.frame.answer import answer
from tidings.serve.v1.frame.description import described, list_of
from tidings.serve.v1.frame.paging import envelope, paged
from tidings.serve.v1.writing.bodies import MarksBody
from tidings.serve.v1.writing.keeper import CurrentKeeper, Keeper
from tidings.serve.v1.writing.writing_route import writing_router
from tidings.shapes.iso_time import iso
from tidings.shapes.v1.article import ARTICLE_EXAMPLE, article_brief
from tidings.shapes.v1.me import ArticleMarksV1, MarkedArticleV1

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
    dependencies=[Depends(needs(Scope.WRITE))],
    **described(
        "markArticle", "Mark an article", ArticleMarksV1, _MARKS,
        problems=(401, 403, 404, 413, 415),
    ),
)  # fmt: skip
async def mark_article(
    article_id: str, body: MarksBody, keeper: CurrentKeeper, context: CurrentContext
) -> Response:
    """Mark an article as read, starred or hidden, or remove marks."""
    wanted = {Mark(name): on for name, on in body.model_dump().items() if on is not None}

    def change() -> ArticleMarksV1:
        for mark, is_on in wanted.items():
            if not is_on:
                keeper.marks.unmark(keeper.user, mark, [article_id])
            elif not keeper.marks.mark(keeper.user, mark, [article_id]):
                raise HTTPException(404, "There is no article with this id.")
        return _marks(keeper, article_id)

    return answer(await context.run(change))


def _marks(keeper: Keeper, article: str) -> ArticleMarksV1:
    found = keeper.marks.marks_of(keeper.user, [article])[article]
    return {
        "id": article,
        "read": Mark.READ in found,
        "starred": Mark.STARRED in found,
        "hidden": Mark.HIDDEN in found,
    }
