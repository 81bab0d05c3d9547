"""Revisions: an article's earlier texts, what changed between two of them, and deletions."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum


class WordChange(StrEnum):
    """What happened to a run of words."""

    KEPT = "kept"
    REMOVED = "removed"
    ADDED = "added"


@dataclass(frozen=True, slots=True)
class DiffRun:
    """Consecutive words with the same change, with the spaces and punctuation between them."""

    change: WordChange
    text: str


@dataclass(frozen=True, slots=True)
class EarlierRevision:
    """An earlier revision as it was stored."""

    revision: int
    title: str
    text: str
    replaced_at: datetime  # when we saw the next one


@dataclass(frozen=True, slots=True)
class RevisionDiff:
    """The word diff from one revision of an article to the next."""

    number: int  # of the newer revision, from 2
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
    """All revisions and deletions of an article since it was first stored, newest first."""

    revisions: tuple[RevisionDiff, ...]
    tombstones: tuple[Tombstone, ...]
