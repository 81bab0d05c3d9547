"""The index of stories by word, name and figure; finds candidates for an article.

For a key of many stories it returns only the newest. It depends only on which story has which key.
"""

import math
from bisect import bisect_left, insort
from collections.abc import Iterable
from functools import lru_cache
from heapq import nsmallest

from tidings.group.stories.figures import figure_rarity
from tidings.group.stories.story_profile import FACT_MARKS, FIGURE_MARK, StoryMember

_MAX_WORDS = 16  # of an article, in addition to those of its title
_MAX_KEYS = 24  # of these: the keys of the fewest stories
_MAX_STORIES = 48  # per key, the newest
_WORD_WEIGHT, _FACT_WEIGHT = 1000, 3000  # names and figures also match across languages
_MIN_RATIO = 4  # stories that share less than a quarter of what the best one shares are skipped
_NAME_SHARE = math.exp(-8.0)  # prior share of stories with a name: one in three thousand
_PRIOR_STORIES = 200  # weight of the prior, in stories


class StoryIndex:
    """Stories by key, in the order of their ids."""

    def __init__(self) -> None:
        self._stories: dict[str, list[int]] = {}
        self.size = 0  # stories

    @property
    def keys(self) -> Iterable[str]:
        """All keys."""
        return self._stories.keys()

    def add(self, keys: Iterable[str], story: int) -> None:
        """Add a story under keys that it did not have."""
        for key in keys:
            if (stories := self._stories.get(key)) is None:
                self._stories[key] = [story]
            elif stories[-1] < story:
                stories.append(story)
            else:
                insort(stories, story)

    def drop(self, keys: Iterable[str], story: int) -> None:
        """Remove a story from keys that it has."""
        for key in keys:
            stories = self._stories[key]
            del stories[bisect_left(stories, story)]
            if not stories:
                del self._stories[key]

    def rarity(self, key: str) -> float:
        """Return how rare a name or figure is among the stories, -ln of its share."""
        prior = _figure_share(key) if key[0] == FIGURE_MARK else _NAME_SHARE
        found = len(self._stories.get(key, ()))
        return max(0.1, -math.log((found + _PRIOR_STORIES * prior) / (self.size + _PRIOR_STORIES)))

    def candidates(self, member: StoryMember, limit: int) -> list[int]:
        """Return the stories that share most with an article, by rarity; on a tie the older."""
        found = [(len(stories), key, stories) for key in _lookup_keys(member)
                 if (stories := self._stories.get(key))]  # fmt: skip
        sums: dict[int, int] = {}
        for size, key, stories in sorted(found)[:_MAX_KEYS]:
            weight = (_FACT_WEIGHT if key[0] in FACT_MARKS else _WORD_WEIGHT) // size.bit_length()
            for story in stories[-_MAX_STORIES:]:
                sums[story] = sums.get(story, 0) - weight
        highest_total = 0 if member.is_thin else min(sums.values(), default=0) // _MIN_RATIO
        close_enough = [(total, id) for id, total in sums.items() if total <= highest_total]
        return [story for _, story in nsmallest(limit, close_enough)]


@lru_cache(maxsize=32_768)
def _figure_share(key: str) -> float:
    return math.exp(-figure_rarity(key[1:]))


def _lookup_keys(member: StoryMember) -> Iterable[str]:
    title_words = [
        word for word, in_title in zip(member.words, member.title, strict=True) if in_title
    ]
    return dict.fromkeys([*title_words, *member.words[:_MAX_WORDS], *member.names, *member.figures])
