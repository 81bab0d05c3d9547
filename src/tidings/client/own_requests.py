"""What the user keeps whose token this is: `client.me`."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tidings.client.paged_list import PagedList
    from tidings.client.pages import ListPage
    from tidings.client.requests import ApiRequests
    from tidings.shapes.v1.me import (
        ArticleMarksV1,
        FollowedStoryV1,
        ManyMarksV1,
        MarkedArticleV1,
        MeV1,
        MuteV1,
        VisitV1,
    )


class OwnRequests:
    """Requests about the user itself: marks of articles, mutes and followed stories."""

    def __init__(self, requests: ApiRequests) -> None:
        self._requests = requests

    def get(self) -> MeV1:
        """Return who asks, and what that allows."""
        return cast("MeV1", self._requests.get("/me"))

    def visit(self) -> VisitV1:
        """Note a visit; return when the one before was."""
        return cast("VisitV1", self._requests.post("/me/visit"))

    def articles(
        self, mark: str | None = None, *, limit: int | None = None, cursor: str | None = None
    ) -> PagedList[MarkedArticleV1, ListPage[MarkedArticleV1]]:
        """List articles with a mark: read, starred or hidden."""
        return self._requests.list("/me/articles", {"mark": mark, "limit": limit}, cursor)

    def marks(self, article: str) -> ArticleMarksV1:
        """Return the marks of an article."""
        found = self._requests.get("/me/articles/{article_id}", article_id=article)
        return cast("ArticleMarksV1", found)

    def mark(
        self,
        article: str,
        *,
        read: bool | None = None,
        starred: bool | None = None,
        hidden: bool | None = None,
    ) -> ArticleMarksV1:
        """Change the marks of an article; only what is given changes."""
        given = {"read": read, "starred": starred, "hidden": hidden}
        body = {key: value for key, value in given.items() if value is not None}
        found = self._requests.patch("/me/articles/{article_id}", body, article_id=article)
        return cast("ArticleMarksV1", found)

    def mark_many(
        self,
        articles: Sequence[str],
        *,
        read: bool | None = None,
        starred: bool | None = None,
        hidden: bool | None = None,
    ) -> ManyMarksV1:
        """Mark up to 1000 articles in the same way."""
        given = {"articles": list(articles), "read": read, "starred": starred, "hidden": hidden}
        body = {key: value for key, value in given.items() if value is not None}
        return cast("ManyMarksV1", self._requests.post("/me/articles", body))

    def change_password(self, password: str, new_password: str) -> None:
        """Change the user's own password; servers ask for a session, a token is not enough."""
        body = {"password": password, "new_password": new_password}
        self._requests.put("/me/password", body)

    def sign_out_everywhere(self) -> None:
        """End all sessions of the user; tokens stay."""
        self._requests.delete("/me/sessions")

    def mutes(
        self, *, limit: int | None = None, cursor: str | None = None
    ) -> PagedList[MuteV1, ListPage[MuteV1]]:
        """List muted sources and words."""
        return self._requests.list("/me/mutes", {"limit": limit}, cursor)

    def mute(self, kind: str, muted: str) -> MuteV1:
        """Mute a `source` or a `word`."""
        return cast("MuteV1", self._requests.post("/me/mutes", {"kind": kind, "muted": muted}))

    def unmute(self, kind: str, muted: str) -> None:
        """Show a muted source or word again."""
        self._requests.delete("/me/mutes/{kind}/{muted}", kind=kind, muted=muted)

    def stories(
        self, *, limit: int | None = None, cursor: str | None = None
    ) -> PagedList[FollowedStoryV1, ListPage[FollowedStoryV1]]:
        """List the stories that the user follows."""
        return self._requests.list("/me/stories", {"limit": limit}, cursor)

    def follow(self, story: str) -> FollowedStoryV1:
        """Follow a story."""
        return cast("FollowedStoryV1", self._requests.put("/me/stories/{story}", story=story))

    def unfollow(self, story: str) -> None:
        """Follow a story no longer."""
        self._requests.delete("/me/stories/{story}", story=story)
