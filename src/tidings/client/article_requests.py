"""Articles and what belongs to each: `client.articles`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from datetime import datetime

    from tidings.client.paged_list import PagedList
    from tidings.client.pages import DuplicatePage, ListPage, RevisionPage
    from tidings.client.requests import ApiRequests
    from tidings.shapes.history import RevisionOut
    from tidings.shapes.v1.article import ArticleBriefV1
    from tidings.shapes.v1.command import CommandV1
    from tidings.shapes.v1.full_article import ArticleV1, DuplicateV1, RelatedV1, SummaryV1


class ArticleRequests:
    """Requests about articles. Times may be `datetime`, `2024-05-31` or an age such as `7d`."""

    def __init__(self, requests: ApiRequests) -> None:
        self._requests = requests

    def list(
        self,
        *,
        source: str | None = None,
        language: str | None = None,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> PagedList[ArticleBriefV1, ListPage[ArticleBriefV1]]:
        """List articles, the newest first."""
        query = {
            "source": source, "language": language, "since": since, "until": until, "limit": limit,
        }  # fmt: skip
        return self._requests.list("/articles", query, cursor)

    def get(self, article: str) -> ArticleV1:
        """Return an article with its text and everything that is known about it."""
        return cast("ArticleV1", self._requests.get("/articles/{article_id}", article_id=article))

    def text(self, article: str) -> str:
        """Return the text of an article: paragraphs separated by newlines."""
        return self._requests.text("/articles/{article_id}/text", article_id=article)

    def html(self, article: str, *, form: str | None = None) -> str:
        """Return an article as HTML for readers: a `document`, or a `fragment` of one."""
        return self._requests.text(
            "/articles/{article_id}/html", {"form": form}, article_id=article
        )

    def summary(
        self,
        article: str,
        *,
        ratio: float | None = None,
        sentences: int | None = None,
        words: int | None = None,
        method: str | None = None,
    ) -> SummaryV1:
        """Return a summary of an article; all given limits apply."""
        query = {"ratio": ratio, "sentences": sentences, "words": words, "method": method}
        found = self._requests.get("/articles/{article_id}/summary", query, article_id=article)
        return cast("SummaryV1", found)

    def revisions(
        self, article: str, *, limit: int | None = None, cursor: str | None = None
    ) -> PagedList[RevisionOut, RevisionPage]:
        """List what changed in an article, the newest revision first."""
        return self._requests.list(
            "/articles/{article_id}/revisions", {"limit": limit}, cursor, article_id=article
        )

    def duplicates(
        self, article: str, *, limit: int | None = None, cursor: str | None = None
    ) -> PagedList[DuplicateV1, DuplicatePage]:
        """List articles with nearly the same text, the most similar first."""
        return self._requests.list(
            "/articles/{article_id}/duplicates", {"limit": limit}, cursor, article_id=article
        )

    def related(
        self, article: str, *, limit: int | None = None, cursor: str | None = None
    ) -> PagedList[RelatedV1, ListPage[RelatedV1]]:
        """List articles about the same subject."""
        return self._requests.list(
            "/articles/{article_id}/related", {"limit": limit}, cursor, article_id=article
        )

    def take_down(self, article: str) -> CommandV1 | None:
        """Delete an article for good; it is never fetched again."""
        found = self._requests.delete("/articles/{article_id}", article_id=article)
        return cast("CommandV1 | None", found)
