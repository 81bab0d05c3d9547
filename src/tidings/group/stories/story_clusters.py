"""Stories: which articles are about the same event, decided as they arrive and corrected later.

All state is in memory and depends only on which article is in which story, so it is the same after
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

CopyMatch = tuple[str, float, float]  # id of the other, similarity, share of the text in the other

_MIN_SIMILARITY, _MIN_HELD = 0.5, 0.8  # a copy belongs to the story of its original …
_RECENT = 7 * DAY  # since the last article; older stories are not corrected
_MIN_GROWTH = 1.25  # times its size at the last check: so each article is checked a few times
_MAX_COPY_AGE = 3 * DAY  # … unless that is older: some texts appear every week


@dataclass(frozen=True, slots=True)
class StoryPlacement:
    """The story that an article was put into, and why."""

    article: str
    story: int
    score: float  # 1 is just enough; 0 for the first of its story
    evidence: MembershipEvidence
    is_new: bool


class StoryClusters(StoryWindow):
    """The stories of the window; places new articles and corrects earlier decisions."""

    def __init__(self, next_id: int = 1, parameters: ScoreParameters = SCORE_PARAMETERS) -> None:
        super().__init__(next_id, parameters)
        self._changed: set[int] = set()  # stories changed since their last check …
        self._sizes: dict[int, int] = {}  # … and their sizes then

    def place(self, clipping: Clipping, copies: Sequence[CopyMatch] = ()) -> StoryPlacement:
        """Choose the story of an article and put it there; a known article is placed again."""
        self.drop(clipping.id)
        member = self.member(clipping)
        placement = self._copy_placement(member, copies) or self._best_placement(member)
        if placement is None:
            placement = StoryPlacement(
                member.id, self.new_id(), 0.0, MembershipEvidence(), is_new=True
            )
        self.put(member, placement.story)
        self._changed.add(placement.story)
        return placement

    def _copy_placement(
        self, member: StoryMember, copies: Sequence[CopyMatch]
    ) -> StoryPlacement | None:
        for other, similarity, share in sorted(copies, key=lambda copy: (-max(copy[1:]), copy[0])):
            if other not in self.story_of or (similarity < _MIN_SIMILARITY and share < _MIN_HELD):
                continue
            story = self.profiles[self.story_of[other]]
            if abs(story.members[other].at - member.at) <= _MAX_COPY_AGE:
                overlap = max(similarity, share)
                evidence = evidence_of(member, story, other, overlap)
                return StoryPlacement(member.id, story.id, 1.0 + overlap, evidence, is_new=False)
        return None

    def _best_placement(self, member: StoryMember) -> StoryPlacement | None:
        best, score = self.nearest(member)
        if best is None or score < 1.0:
            return None
        return StoryPlacement(member.id, best.id, score, evidence_of(member, best), is_new=False)

    def reconsider(self, now: datetime) -> list[Correction]:
        """Correct the stories that changed since the last pass; return the changes in order.

        Stories that a pass changed are checked again in the next, until nothing changes.
        """
        recent = now.timestamp() - _RECENT
        due = [id for id in self._changed if id in self.profiles and self._is_due(id, recent)]
        changes, affected = correct_stories(self, due)
        self._changed = (self._changed.difference(due) | affected) & self.profiles.keys()
        self._sizes |= {id: self.profiles[id].size for id in due if id in self.profiles}
        for id in self._sizes.keys() - self.profiles.keys():
            del self._sizes[id]
        for id in affected & self.profiles.keys():
            self._sizes.pop(id, None)
        return changes

    def _is_due(self, id: int, recent: float) -> bool:
        """Whether a story has grown enough since its last check and is recent."""
        story = self.profiles[id]
        return story.last >= recent and story.size >= _MIN_GROWTH * self._sizes.get(id, 0)
