"""Revisions: the wordings an article has had, what changed between two, and its deletions."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class Change(StrEnum):
    """What became of a run of words."""

    KEPT = "kept"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class Run:
    """Words in a row that share their fate, with the blanks and marks between them."""

    change: Change
    text: str


@dataclass(frozen=True, slots=True)
class Wording:
    """An earlier revision as it was kept."""

    revision: int
    title: str
    text: str
    replaced_at: datetime  # when the next one was seen


@dataclass(frozen=True, slots=True)
class Revision:
    """One step of an article: from a revision to the next one, as a word diff."""

    number: int  # of the newer wording, from 2
    seen_at: datetime
    title: tuple[Run, ...]
    text: tuple[Run, ...]
    words_added: int
    words_removed: int


@dataclass(frozen=True, slots=True)
class Tombstone:
    """A deletion by the publisher, and when the article came back, if it did."""

    gone_at: datetime
    status: int | None
    detail: str
    back_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class History:
    """All that became of an article since it was first kept; the newest comes first."""

    revisions: tuple[Revision, ...]
    tombstones: tuple[Tombstone, ...]
