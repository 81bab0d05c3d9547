"""Stories: which articles tell of the same event, decided as they come and corrected later.

All of the window's state, in memory; it is a function of who belongs where, and so the same after
a restart. No clock, no thread, no database.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from tidings.group.stories.clipping import Clipping
from tidings.group.stories.correction import Correction, correct_stories
from tidings.group.stories.membership_evidence import MembershipEvidence, evidence_of
from tidings.group.stories.membership_score import DAY, SCORE_PARAMETERS, ScoreParameters
from tidings.group.stories.story_profile import StoryMember
from tidings.group.stories.story_window import StoryWindow

CopyMatch = tuple[str, float, float]  # id of the other, similarity, share of the text that it holds

_SIMILAR, _HELD = 0.5, 0.8  # a copy tells the story of what it copies …
_RECENT = 7 * DAY  # since its last article: an older story is left as it is
_GROWN = 1.25  # times its size when it was last looked at: each article is looked at a few times
_COPIED = 3 * DAY  # … unless that is older: some texts come every week


@dataclass(frozen=True, slots=True)
class StoryPlacement:
    """Where an article belongs."""

    article: str
    story: int
    score: float  # 1 is just enough; 0 for the first of its story
    evidence: MembershipEvidence
    is_new: bool


class StoryClusters(StoryWindow):
    """The stories of the window, and what is done with a new article."""

    def __init__(self, next_id: int = 1, scales: ScoreParameters = SCORE_PARAMETERS) -> None:
        super().__init__(next_id, scales)
        self._changed: set[int] = set()  # since they were last reconsidered …
        self._sizes: dict[int, int] = {}  # … and how large they were then

    def place(self, clipping: Clipping, copies: Sequence[CopyMatch] = ()) -> StoryPlacement:
        """Say where an article belongs, and put it there; one that comes again is placed anew."""
        self.drop(clipping.id)
        member = self.member(clipping)
        placement = self._copied(member, copies) or self._told(member)
        if placement is None:
            placement = StoryPlacement(
                member.id, self.new_id(), 0.0, MembershipEvidence(), is_new=True
            )
        self.put(member, placement.story)
        self._changed.add(placement.story)
        return placement

    def _copied(self, member: StoryMember, copies: Sequence[CopyMatch]) -> StoryPlacement | None:
        for other, similarity, held in sorted(copies, key=lambda copy: (-max(copy[1:]), copy[0])):
            if other not in self.story_of or (similarity < _SIMILAR and held < _HELD):
                continue
            story = self.profiles[self.story_of[other]]
            if abs(story.members[other].at - member.at) <= _COPIED:
                likeness = max(similarity, held)
                evidence = evidence_of(member, story, other, likeness)
                return StoryPlacement(member.id, story.id, 1.0 + likeness, evidence, is_new=False)
        return None

    def _told(self, member: StoryMember) -> StoryPlacement | None:
        best, score = self.nearest(member)
        if best is None or score < 1.0:
            return None
        return StoryPlacement(member.id, best.id, score, evidence_of(member, best), is_new=False)

    def reconsider(self, now: datetime) -> list[Correction]:
        """Correct the stories that changed since the last pass; return what was changed, in order.

        What a pass changed is looked at again in the next, so that passes go on until all is quiet.
        """
        recent = now.timestamp() - _RECENT
        asked = [id for id in self._changed if id in self.profiles and self._is_due(id, recent)]
        changes, touched = correct_stories(self, asked)
        self._changed = (self._changed.difference(asked) | touched) & self.profiles.keys()
        self._sizes |= {id: self.profiles[id].size for id in asked if id in self.profiles}
        for id in self._sizes.keys() - self.profiles.keys():
            del self._sizes[id]
        for id in touched & self.profiles.keys():
            self._sizes.pop(id, None)
        return changes

    def _is_due(self, id: int, recent: float) -> bool:
        """Whether a story grew enough since it was last looked at, and is still told."""
        story = self.profiles[id]
        return story.last >= recent and story.size >= _GROWN * self._sizes.get(id, 0)
