"""What a user keeps, in version 1 of the API."""

from typing import Annotated, TypedDict

from tidings.shapes.v1.article import ArticleBriefV1
from tidings.shapes.v1.story import StoryV1


class MeV1(TypedDict):
    """Who asks."""

    name: Annotated[str | None, "of the user or token; null for a stranger"]
    scope: Annotated[str | None, "read, write or admin; null: only what is always open"]
    proof: Annotated[str, "none, token, password or session"]
    keeps: Annotated[bool, "whether marks, mutes and followed stories are kept: it is a user"]
    last_visit: Annotated[str | None, "when the user was here before"]


class VisitV1(TypedDict):
    """A visit."""

    last_visit: Annotated[str | None, "the one before: what is newer is new to the user"]


class MarkedArticleV1(TypedDict):
    """An article with a mark."""

    id: str
    at: Annotated[str, "when it was marked"]
    article: Annotated[ArticleBriefV1 | None, "null if it is gone"]


class ArticleMarksV1(TypedDict):
    """The marks of an article."""

    id: str
    read: bool
    starred: bool
    hidden: bool


class ManyMarksV1(TypedDict):
    """What became of many articles."""

    items: list[ArticleMarksV1]
    unknown: Annotated[list[str], "ids of no article"]


class MuteV1(TypedDict):
    """A muted source or word."""

    kind: Annotated[str, "source or word"]
    muted: Annotated[str, "the domain or word"]
    at: str


class FollowedStoryV1(TypedDict):
    """A story that the user follows."""

    id: Annotated[str, "of the story; after a merge, of the one that it became a part of"]
    at: Annotated[str, "since when"]
    story: Annotated[StoryV1 | None, "null if it may not be shown"]
