"""Changes: what became of articles and stories, as the log of changes records it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class ChangeKind(StrEnum):
    """What became of an article."""

    NEW = "new"
    REVISED = "revised"
    DELETED = "deleted"  # by its publisher; or taken down: then its row is gone, too
    RESTORED = "restored"  # by its publisher
    HIDDEN = "hidden"
    SHOWN = "shown"
    CORRECTED = "corrected"  # by us: its page was read again with newer code
    RENAMED = "renamed"  # its URL, and so its id, turned out to be another one


@dataclass(frozen=True, slots=True)
class Change:
    """One change of an article. `seq` is its place in the order of commits."""

    seq: int
    kind: ChangeKind
    article: str
    url: str
    source: str
    revision: int
    at: datetime
    old_id: str | None = None  # of a renamed article
    with_login: bool | None = None  # fetched with credentials; None in rows of older versions


class StoryChangeKind(StrEnum):
    """What became of a story."""

    NEW = "new"
    CHANGED = "changed"
    MERGED = "merged"  # into another one
    ENDED = "ended"  # it has no articles left


@dataclass(frozen=True, slots=True)
class StoryChange:
    """One change of a story. `seq` is its place in the order of commits."""

    seq: int
    kind: StoryChangeKind
    story: int
    at: datetime
    into: int | None = None  # the story that it was merged into
    # The newest change of an article when this was committed; None in rows of older versions.
    article_seq: int | None = None
