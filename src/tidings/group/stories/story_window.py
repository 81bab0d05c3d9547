"""The window: the stories of the last days with all their articles, in memory.

Its state depends only on which article is in which story, not on the order of arrival.
"""

from collections.abc import Iterable
from datetime import datetime

from tidings.group.stories.clipping import Clipping
from tidings.group.stories.membership_score import (
    SCORE_PARAMETERS,
    ScoreParameters,
    WeighedArticle,
    membership_score,
)
from tidings.group.stories.story_index import StoryIndex
from tidings.group.stories.story_profile import StoryMember, StoryProfile, story_member

_MAX_COMPARED = 8  # stories that are compared with an article, …
_MAX_COMPARED_BY_TITLE = 20  # … and with a title: its few words match more stories, at less cost


class StoryWindow:
    """Stories by id, and the story of each article."""

    def __init__(self, next_id: int = 1, parameters: ScoreParameters = SCORE_PARAMETERS) -> None:
        self.next_id = next_id
        self.parameters = parameters
        self.index = StoryIndex()
        self.profiles: dict[int, StoryProfile] = {}
        self.story_of: dict[str, int] = {}
        self._key_pool: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self.story_of)

    def member(self, clipping: Clipping) -> StoryMember:
        """Return an article as keys, with strings shared within the window."""
        return story_member(clipping, self._key_pool)

    def score(self, member: StoryMember, story: StoryProfile) -> float:
        """Return the score of an article for a story; 1 is just enough."""
        return membership_score(WeighedArticle(member, self.index.rarity), story, self.parameters)

    def nearest(
        self, member: StoryMember, except_story: int | None = None
    ) -> tuple[StoryProfile | None, float]:
        """Return the story with the highest score, and the score."""
        best, best_score = None, 0.0
        article = WeighedArticle(member, self.index.rarity)
        limit = _MAX_COMPARED_BY_TITLE if member.is_thin else _MAX_COMPARED
        for id in self.index.candidates(member, limit):
            if id == except_story:
                continue
            score = membership_score(article, self.profiles[id], self.parameters)
            if score > best_score:
                best, best_score = self.profiles[id], score
        return best, best_score

    def new_id(self) -> int:
        """Return an unused story id."""
        self.next_id += 1
        return self.next_id - 1

    def put(self, member: StoryMember, story: int) -> None:
        """Put an article into a story."""
        profile = self.profiles.get(story)
        if profile is None:
            profile = self.profiles[story] = StoryProfile(story)
            self.index.size += 1
        counts = profile.counts
        self.index.add([key for key in member.keys if not counts.get(key)], story)
        profile.add(member)
        self.story_of[member.id] = story

    def take(self, id: str) -> StoryMember:
        """Remove and return an article from its story; an empty story is deleted."""
        story = self.story_of.pop(id)
        profile = self.profiles[story]
        member = profile.remove(id)
        counts = profile.counts
        self.index.drop([key for key in member.keys if not counts.get(key)], story)
        if not profile.size:
            del self.profiles[story]
            self.index.size -= 1
        return member

    def drop(self, id: str) -> None:
        """Forget an article, if it is known."""
        if id in self.story_of:
            self.take(id)

    def forget(self, before: datetime) -> list[str]:
        """Forget the articles from before a time, and empty stories; return the articles' ids.

        A restart would not load them again, so the state is the same as after a restart.
        """
        limit = before.timestamp()
        old = [story for story in self.profiles.values() if story.first < limit]
        forgotten = [each.id for story in old for each in story.members.values() if each.at < limit]
        for id in forgotten:
            self.take(id)
        if forgotten:
            self._key_pool = {key: key for key in self.index.keys}
        return forgotten

    def rebuild(self, memberships: Iterable[tuple[Clipping, int]], next_id: int) -> None:
        """Load articles into their stored stories; `next_id` as it was stored."""
        for clipping, story in memberships:
            self.drop(clipping.id)
            self.put(self.member(clipping), story)
        self.next_id = max([next_id, *(story + 1 for story in self.profiles)])
