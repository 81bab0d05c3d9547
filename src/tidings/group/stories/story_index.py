"""The directory: which stories have a word, name or figure, to find those worth a closer look.

Of a key that many stories have it names only the newest; it depends on nothing but who has what.
"""

import math
from bisect import bisect_left, insort
from collections.abc import Iterable
from functools import lru_cache
from heapq import nsmallest

from tidings.group.stories.figures import figure_rarity
from tidings.group.stories.story_profile import FACT_MARKS, FIGURE_MARK, StoryMember

_WORDS = 16  # of an article that are looked up, beside those of its title
_KEYS = 24  # of these that are followed: those that the fewest stories have
_NEWEST = 48  # stories that a key leads to
_WORD, _FACT = 1000, 3000  # what a key counts; names and figures lead to other languages, too
_WORTH = (
    4  # a story that shares less than a quarter of what the best one shares is not worth a look
)
_NAME_SHARE = math.exp(-8.0)  # of the stories have a name never heard of: one in three thousand
_BEFORE = 200  # stories that what is known beforehand is worth


class StoryIndex:
    """Stories by key, in the order of their ids."""

    def __init__(self) -> None:
        self._stories: dict[str, list[int]] = {}
        self.size = 0  # stories

    @property
    def keys(self) -> Iterable[str]:
        """Every key that a story has."""
        return self._stories.keys()

    def add(self, keys: Iterable[str], story: int) -> None:
        """Enter a story under keys that it did not have."""
        for key in keys:
            if (stories := self._stories.get(key)) is None:
                self._stories[key] = [story]
            elif stories[-1] < story:
                stories.append(story)
            else:
                insort(stories, story)

    def drop(self, keys: Iterable[str], story: int) -> None:
        """Take a story out from under keys that it has."""
        for key in keys:
            stories = self._stories[key]
            del stories[bisect_left(stories, story)]
            if not stories:
                del self._stories[key]

    def rarity(self, key: str) -> float:
        """Return how rare a name or figure is among the stories, -ln of its share."""
        before = _figure_share(key) if key[0] == FIGURE_MARK else _NAME_SHARE
        found = len(self._stories.get(key, ()))
        return max(0.1, -math.log((found + _BEFORE * before) / (self.size + _BEFORE)))

    def candidates(self, member: StoryMember, most: int) -> list[int]:
        """Return the stories that share most with an article, by rarity; of equals the older."""
        found = [(len(stories), key, stories) for key in _lookup_keys(member)
                 if (stories := self._stories.get(key))]  # fmt: skip
        sums: dict[int, int] = {}
        for size, key, stories in sorted(found)[:_KEYS]:
            weight = (_FACT if key[0] in FACT_MARKS else _WORD) // size.bit_length()
            for story in stories[-_NEWEST:]:
                sums[story] = sums.get(story, 0) - weight
        limit = 0 if member.is_thin else min(sums.values(), default=0) // _WORTH
        likely = [(total, id) for id, total in sums.items() if total <= limit]
        return [story for _, story in nsmallest(most, likely)]


@lru_cache(maxsize=32_768)
def _figure_share(key: str) -> float:
    return math.exp(-figure_rarity(key[1:]))


def _lookup_keys(member: StoryMember) -> Iterable[str]:
    tops = [word for word, top in zip(member.words, member.title, strict=True) if top]
    return dict.fromkeys([*tops, *member.words[:_WORDS], *member.names, *member.figures])
