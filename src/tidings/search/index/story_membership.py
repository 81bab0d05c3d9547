"""Which articles belong to one story. The grouping knows it; the index does not store it."""

from collections.abc import Mapping, Sequence
from typing import Protocol


class StoryMembership(Protocol):
    """What a query needs to know about stories, which change as articles arrive."""

    def members(self, story: str) -> Sequence[str]:
        """Return the ids of a story's articles; none for an unknown story."""
        ...

    def of(self, seqs: Sequence[int]) -> Mapping[int, int]:
        """Return the story of each article that is in one with others."""
        ...


class NoStories:
    """The membership when there are no stories."""

    def members(self, story: str) -> Sequence[str]:
        """Return nothing."""
        return ()

    def of(self, seqs: Sequence[int]) -> Mapping[int, int]:
        """Return nothing."""
        return {}
