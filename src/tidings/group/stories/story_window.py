"""The window: the stories of the last days with all their articles, in memory.

Its state is a function of who belongs where, and so the same in whatever order articles came.
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

_LOOKED_AT = 8  # stories that are compared with an article, …
_LOOKED_AT_BY_TITLE = 20  # … and with a title: its few words lead to more, at less cost


class StoryWindow:
    """Stories by id, and where each article is."""

    def __init__(self, next_id: int = 1, scales: ScoreParameters = SCORE_PARAMETERS) -> None:
        self.next_id = next_id
        self.scales = scales
        self.directory = StoryIndex()
        self.profiles: dict[int, StoryProfile] = {}
        self.story_of: dict[str, int] = {}
        self._known: dict[str, str] = {}

    def __len__(self) -> int:
        return len(self.story_of)

    def member(self, clipping: Clipping) -> StoryMember:
        """Return an article as it counts here."""
        return story_member(clipping, self._known)

    def score(self, member: StoryMember, story: StoryProfile) -> float:
        """Return how much speaks for an article belonging to a story; 1 is just enough."""
        return membership_score(WeighedArticle(member, self.directory.rarity), story, self.scales)

    def nearest(
        self, member: StoryMember, besides: int | None = None
    ) -> tuple[StoryProfile | None, float]:
        """Return the story that most speaks for, and how much."""
        best, most = None, 0.0
        article = WeighedArticle(member, self.directory.rarity)
        most_looked_at = _LOOKED_AT_BY_TITLE if member.is_thin else _LOOKED_AT
        for id in self.directory.candidates(member, most_looked_at):
            if id == besides:
                continue
            score = membership_score(article, self.profiles[id], self.scales)
            if score > most:
                best, most = self.profiles[id], score
        return best, most

    def new_id(self) -> int:
        """Return an id that no story had."""
        self.next_id += 1
        return self.next_id - 1

    def put(self, member: StoryMember, story: int) -> None:
        """Count an article in a story."""
        profile = self.profiles.get(story)
        if profile is None:
            profile = self.profiles[story] = StoryProfile(story)
            self.directory.size += 1
        counts = profile.counts
        self.directory.add([key for key in member.keys if not counts.get(key)], story)
        profile.add(member)
        self.story_of[member.id] = story

    def take(self, id: str) -> StoryMember:
        """Take an article out of its story; a story without any is gone."""
        story = self.story_of.pop(id)
        profile = self.profiles[story]
        member = profile.remove(id)
        counts = profile.counts
        self.directory.drop([key for key in member.keys if not counts.get(key)], story)
        if not profile.size:
            del self.profiles[story]
            self.directory.size -= 1
        return member

    def drop(self, id: str) -> None:
        """Forget an article, if it is known."""
        if id in self.story_of:
            self.take(id)

    def forget(self, before: datetime) -> list[str]:
        """Forget the articles from before a time, and stories of nothing else; name the articles.

        That is what a restart would not take in again, so both come to the same.
        """
        limit = before.timestamp()
        old = [story for story in self.profiles.values() if story.first < limit]
        gone = [each.id for story in old for each in story.members.values() if each.at < limit]
        for id in gone:
            self.take(id)
        if gone:
            self._known = {key: key for key in self.directory.keys}
        return gone

    def rebuild(self, memberships: Iterable[tuple[Clipping, int]], next_id: int) -> None:
        """Take articles in where they were placed before; `next_id` as it was then."""
        for clipping, story in memberships:
            self.drop(clipping.id)
            self.put(self.member(clipping), story)
        self.next_id = max([next_id, *(story + 1 for story in self.profiles)])
