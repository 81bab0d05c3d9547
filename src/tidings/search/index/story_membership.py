"""Which articles tell one story: known to whoever groups them, not to the index."""

from collections.abc import Mapping, Sequence
from typing import Protocol


class StoryMembership(Protocol):
    """What is asked about stories when a query runs; they change as articles come."""

    def members(self, story: str) -> Sequence[str]:
        """Return the ids of a story's articles; none if there is no such story."""
        ...

    def of(self, seqs: Sequence[int]) -> Mapping[int, int]:
        """Return the story of each article that shares one with others."""
        ...


class NoStories:
    """There are none."""

    def members(self, story: str) -> Sequence[str]:
        """Return nothing."""
        return ()

    def of(self, seqs: Sequence[int]) -> Mapping[int, int]:
        """Return nothing."""
        return {}
