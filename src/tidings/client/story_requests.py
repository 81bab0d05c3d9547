"""Stories and their articles: `client.stories`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from datetime import datetime

    from tidings.client.paged_list import PagedList
    from tidings.client.pages import StoryArticlePage, StoryPageV1
    from tidings.client.requests import ApiRequests
    from tidings.shapes.v1.story import FullStoryV1, StoryArticleV1, StoryV1


class StoryRequests:
    """Requests about stories."""

    def __init__(self, requests: ApiRequests) -> None:
        self._requests = requests

    def list(
        self,
        *,
        since: datetime | str | None = None,
        until: datetime | str | None = None,
        language: str | None = None,
        source: str | None = None,
        min_articles: int | None = None,
        min_sources: int | None = None,
        limit: int | None = None,
        cursor: str | None = None,
    ) -> PagedList[StoryV1, StoryPageV1]:
        """List stories, the one with the newest article first."""
        query = {
            "since": since, "until": until, "language": language, "source": source,
            "min_articles": min_articles, "min_sources": min_sources, "limit": limit,
        }  # fmt: skip
        return self._requests.list("/stories", query, cursor)

    def get(self, story: str) -> FullStoryV1:
        """Return a story with its summary and sources; of a merged one, what it became."""
        return cast("FullStoryV1", self._requests.get("/stories/{story_id}", story_id=story))

    def articles(
        self, story: str, *, limit: int | None = None, cursor: str | None = None
    ) -> PagedList[StoryArticleV1, StoryArticlePage]:
        """List the articles of a story, the oldest first, with who copied from whom."""
        return self._requests.list(
            "/stories/{story_id}/articles", {"limit": limit}, cursor, story_id=story
        )
