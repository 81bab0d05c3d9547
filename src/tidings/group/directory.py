"""The directory: which stories have a word, name or figure, to find those worth a closer look.

Of a key that many stories have it names only the newest; it depends on nothing but who has what.
"""

import math
from bisect import bisect_left, insort
from collections.abc import Iterable

from tidings.group.figures import figure_rarity
from tidings.group.profile import FIGURE, Member

_WORDS = 16  # of an article that are looked up, beside those of its title
_NEWEST = 96  # stories that a key leads to
_NAME_RARITY = 8.0  # of a name never heard of: one word in three thousand
_BEFORE = 200  # stories that what is known beforehand is worth


class Directory:
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
        before = figure_rarity(key[1:]) if key[0] == FIGURE else _NAME_RARITY
        found = len(self._stories.get(key, ()))
        share = (found + _BEFORE * math.exp(-before)) / (self.size + _BEFORE)
        return max(0.1, -math.log(min(share, 1.0)))

    def candidates(self, member: Member, most: int) -> list[int]:
        """Return the stories that share most with an article, by rarity; of equals the older."""
        sums: dict[int, float] = {}
        for key in _asked(member):
            if stories := self._stories.get(key):
                weight = 1.0 / (1.0 + math.log(len(stories)))
                for story in stories[-_NEWEST:]:
                    sums[story] = sums.get(story, 0.0) + weight
        return sorted(sums, key=lambda story: (-sums[story], story))[:most]


def _asked(member: Member) -> Iterable[str]:
    tops = [word for word, top in zip(member.words, member.title, strict=True) if top]
    return dict.fromkeys([*tops, *member.words[:_WORDS], *member.names, *member.figures])
