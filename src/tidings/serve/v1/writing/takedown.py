"""The route that takes an article down for good."""

from typing import Final

from fastapi import Depends, HTTPException
from starlette.responses import Response

from tidings.engine.commands.command_values import ArticleDeleted, DeleteArticle
from tidings.model.access.identity import Scope
from tidings.serve.context import CurrentContext
from tidings.serve.permission import needs
from tidings.serve.v1.frame.description import described
from tidings.serve.v1.writing.command_answers import ACCEPTED, answered
from tidings.serve.v1.writing.writing_route import with_statuses, writing_router

router = writing_router("articles")
_DELETED: Final = described(
    "deleteArticle", "Take an article down", None, status=204, problems=(401, 403, 404)
)
_NO_ARTICLE: Final = "There is no article with this id."


@router.delete(
    "/articles/{article_id}",
    dependencies=[Depends(needs(Scope.WRITE))],
    **with_statuses(_DELETED, ACCEPTED),
)
async def delete_article(article_id: str, context: CurrentContext) -> Response:
    """Take an article down for good: it is never kept again. Doing so twice changes nothing."""
    if not (article_id.isascii() and article_id.isalnum()):
        raise HTTPException(404, _NO_ARTICLE)
    outcomes = await context.writing.issue(DeleteArticle(article_id))
    if outcomes[0].refusal:
        raise HTTPException(404, _NO_ARTICLE)
    answered(outcomes, ArticleDeleted)
    return Response(status_code=204)
