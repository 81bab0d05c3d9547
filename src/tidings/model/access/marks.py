"""What a user keeps."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Mark(StrEnum):
    """What a user noted about an article. Values are stored."""

    READ = "read"
    STARRED = "starred"
    HIDDEN = "hidden"


class MuteKind(StrEnum):
    """What a user does not want to see. Values are stored."""

    SOURCE = "source"  # by domain
    WORD = "word"


@dataclass(frozen=True, slots=True)
class MarkedArticle:
    """An article with a mark."""

    article: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Mute:
    """A muted source or word."""

    kind: MuteKind
    muted: str
    at: datetime


@dataclass(frozen=True, slots=True)
class FollowedStory:
    """A story that a user follows; after a merge, the one that it became a part of."""

    story: int
    at: datetime
