"""The pages of lists: the items, the cursor of the next page, and what some lists add."""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic, TypedDict, TypeVar

if TYPE_CHECKING:
    from tidings.shapes.history import RevisionOut, TombstoneOut
    from tidings.shapes.search import (
        AddedOut,
        NoteOut,
        SuggestionOut,
        TimelineOut,
        ValueOut,
    )
    from tidings.shapes.v1.entity import EntityV1
    from tidings.shapes.v1.full_article import DuplicateV1
    from tidings.shapes.v1.hit import HitV1
    from tidings.shapes.v1.story import StoryArticleV1, StoryV1

Item = TypeVar("Item")


class ListPage(TypedDict, Generic[Item]):
    """One page of a list."""

    items: list[Item]
    next: str | None


class HitPage(TypedDict):
    """One page of a search."""

    items: list[HitV1]
    next: str | None
    total: int
    as_of: int
    model: str
    notes: list[NoteOut]
    added: list[AddedOut]
    suggestion: SuggestionOut | None
    facets: dict[str, list[ValueOut]] | None
    timeline: TimelineOut | None


class RevisionPage(TypedDict):
    """One page of what changed in an article."""

    items: list[RevisionOut]
    next: str | None
    revision: int
    tombstones: list[TombstoneOut]


class DuplicatePage(TypedDict):
    """One page of the near-duplicates of an article."""

    items: list[DuplicateV1]
    next: str | None
    copy_of: str | None
    copied_because: str
    root: str


class StoryPageV1(TypedDict):
    """One page of the list of stories."""

    items: list[StoryV1]
    next: str | None
    as_of: str
    moved: list[str] | None


class StoryArticlePage(TypedDict):
    """One page of the articles of a story."""

    items: list[StoryArticleV1]
    next: str | None
    story: str


class EntityPageV1(TypedDict):
    """One page of names."""

    items: list[EntityV1]
    next: str | None
    as_of: str
