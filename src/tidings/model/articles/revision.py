"""Revisions: the wordings an article has had, what changed between two, and its deletions."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class WordChange(StrEnum):
    """What became of a run of words."""

    KEPT = "kept"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class DiffRun:
    """Words in a row that share their fate, with the blanks and marks between them."""

    change: WordChange
    text: str


@dataclass(frozen=True, slots=True)
class EarlierRevision:
    """An earlier revision as it was kept."""

    revision: int
    title: str
    text: str
    replaced_at: datetime  # when the next one was seen


@dataclass(frozen=True, slots=True)
class RevisionDiff:
    """One step of an article: from a revision to the next one, as a word diff."""

    number: int  # of the newer wording, from 2
    seen_at: datetime
    title: tuple[DiffRun, ...]
    text: tuple[DiffRun, ...]
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
class ArticleHistory:
    """All that became of an article since it was first kept; the newest comes first."""

    revisions: tuple[RevisionDiff, ...]
    tombstones: tuple[Tombstone, ...]
