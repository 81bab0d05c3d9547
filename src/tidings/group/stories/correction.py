"""Corrections of early decisions, made once more articles have arrived.

Articles move to a story that fits better, stories that turn out to be one are merged, and a story
that turns out to be two is split. Only stories that changed since the last pass are checked.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tidings.group.stories.membership_evidence import MembershipEvidence, evidence_of
from tidings.group.stories.story_profile import StoryMember, StoryProfile
from tidings.group.stories.story_splitting import articles_to_split
from tidings.group.stories.story_window import StoryWindow

_MAX_MEMBERS = 200  # of a story in one pass: the newest
_MIN_GAIN = (
    1.15  # times the score for staying: else two equal stories would swap articles endlessly
)
_SECURE = 1.6  # a score from which no other story is tried
_TOO_WEAK = 0.5  # an article with a lower score leaves the story
_SAMPLE = 8  # articles that represent their story in a merge, …
_SAMPLE_STEP = 3  # … every third of which is also used to find candidates
# Average score for a merge over these: titles are short and resemble each other too easily.
_MIN_MERGE, _MIN_MERGE_BY_TITLE = 1.0, 5.0
_MAX_CANDIDATES = 6  # stories to merge with


@dataclass(frozen=True, slots=True)
class MemberMove:
    """An article that was moved to another story."""

    article: str
    story: int  # that it left
    to: int
    score: float
    evidence: MembershipEvidence


@dataclass(frozen=True, slots=True)
class StoryMerge:
    """Two stories that are one; requests for the one that is gone are redirected."""

    gone: int
    into: int
    articles: tuple[str, ...]  # of the one that is gone
    score: float


@dataclass(frozen=True, slots=True)
class StorySplit:
    """Articles that became a story of their own."""

    story: int
    into: int
    articles: tuple[str, ...]


Correction = MemberMove | StoryMerge | StorySplit


def correct_stories(
    window: StoryWindow, stories: Iterable[int]
) -> tuple[list[Correction], set[int]]:
    """Correct some stories; return the changes in order, and the stories they affected."""
    ids = sorted(stories)
    changes: list[Correction] = []
    for correct in (_moves, _splits, _merges):
        for id in ids:
            if id in window.profiles:
                changes += correct(window, window.profiles[id])
    return changes, {id for change in changes for id in _stories_of(change)}


def _stories_of(change: Correction) -> tuple[int, int]:
    if isinstance(change, StoryMerge):
        return change.gone, change.into
    return change.story, change.to if isinstance(change, MemberMove) else change.into


def _moves(window: StoryWindow, story: StoryProfile) -> list[Correction]:
    """Move articles to stories that fit better; a single article is left for merging."""
    found: list[Correction] = []
    for member in _in_order(story)[-_MAX_MEMBERS:]:
        if story.size > 1 and (change := _move(window, story, member.id)):
            found.append(change)
    return found


def _move(window: StoryWindow, story: StoryProfile, id: str) -> Correction | None:
    member = window.take(id)
    own_score = window.score(member, story)
    if own_score >= _SECURE and not member.is_thin:
        window.put(member, story.id)
        return None
    best, score = window.nearest(member, except_story=story.id)
    if best is not None and score >= 1.0 and score > _MIN_GAIN * own_score:
        evidence = evidence_of(member, best)
        window.put(member, best.id)
        return MemberMove(id, story.id, best.id, score, evidence)
    if own_score < _TOO_WEAK:
        own_story = window.new_id()
        window.put(member, own_story)
        return StorySplit(story.id, own_story, (id,))
    window.put(member, story.id)
    return None


def _splits(window: StoryWindow, story: StoryProfile) -> list[Correction]:
    """Split a story that is two."""
    articles = articles_to_split(story, window.score)
    if not articles:
        return []
    into = window.new_id()
    for id in articles:
        window.put(window.take(id), into)
    return [StorySplit(story.id, into, articles)]


def _merges(window: StoryWindow, story: StoryProfile) -> list[Correction]:
    """Merge a story with those that are the same, the most similar first."""
    found: list[Correction] = []
    while best := _best_merge(window, story):
        other, score = best
        gone, into = (story, other) if other.id < story.id else (other, story)
        articles = tuple(gone.members)
        for id in articles:
            window.put(window.take(id), into.id)
        found.append(StoryMerge(gone.id, into.id, articles, score))
        story = into
    return found


def _best_merge(window: StoryWindow, story: StoryProfile) -> tuple[StoryProfile, float] | None:
    sample = _sample(story)
    votes: dict[int, int] = {}
    for member in sample[:: _SAMPLE_STEP if story.languages else 1]:
        for id in window.index.candidates(member, _MAX_CANDIDATES):
            if id != story.id:
                votes[id] = votes.get(id, 0) + 1
    best: tuple[StoryProfile, float] | None = None
    for id in sorted(votes, key=lambda id: (-votes[id], id))[:_MAX_CANDIDATES]:
        score = story_affinity(window, story, window.profiles[id])
        if score >= 1.0 and (best is None or score > best[1]):
            best = window.profiles[id], score
    return best


def story_affinity(window: StoryWindow, one: StoryProfile, other: StoryProfile) -> float:
    """Return the score for two stories being one: that of the smaller one's articles."""
    smaller, larger = sorted((one, other), key=lambda story: (story.size, -story.id))
    sample = _sample(smaller)
    threshold = _MIN_MERGE if smaller.languages and larger.languages else _MIN_MERGE_BY_TITLE
    return sum(window.score(member, larger) for member in sample) / len(sample) / threshold


def _sample(story: StoryProfile) -> list[StoryMember]:
    """Some articles, evenly spread over a story."""
    members = _in_order(story)
    if len(members) <= _SAMPLE:
        return members
    return [members[at * len(members) // _SAMPLE] for at in range(_SAMPLE)]


def _in_order(story: StoryProfile) -> list[StoryMember]:
    return sorted(story.members.values(), key=lambda member: (member.at, member.id))
