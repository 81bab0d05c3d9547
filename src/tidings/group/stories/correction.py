"""Corrections: what a first look got wrong, put right once more articles have come.

Members go where more speaks for them, stories that turn out to be one are merged, and one that
turns out to be two is split. Only stories that changed since the last pass are looked at.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tidings.group.stories.membership_evidence import MembershipEvidence, evidence_of
from tidings.group.stories.story_profile import StoryMember, StoryProfile
from tidings.group.stories.story_splitting import articles_to_split
from tidings.group.stories.story_window import StoryWindow

_MEMBERS = 200  # of a story that are looked at in one pass: the newest
_BETTER = 1.15  # times what speaks for staying: else two even stories would swap for ever
_AT_HOME = 1.6  # times enough: for an article that no other story is asked
_LOOSE = 0.5  # of enough: an article with less in common leaves
_SAMPLE = 8  # articles that speak for their story when it may be merged, …
_SPOKEN = 3  # … every third of which also names stories that it may be merged with
# What speaks for a merger, on average over these: titles are short, and alike too easily.
_MERGED, _MERGED_BY_TITLE = 1.0, 5.0
_LOOKED_AT = 6  # stories that one may be merged with


@dataclass(frozen=True, slots=True)
class MemberMove:
    """An article that belongs elsewhere."""

    article: str
    story: int  # that it left
    to: int
    score: float
    evidence: MembershipEvidence


@dataclass(frozen=True, slots=True)
class StoryMerge:
    """Two stories that are one; whoever asks for the one that is gone is sent to the other."""

    gone: int
    into: int
    articles: tuple[str, ...]  # of the one that is gone
    score: float


@dataclass(frozen=True, slots=True)
class StorySplit:
    """Articles that tell a story of their own."""

    story: int
    into: int
    articles: tuple[str, ...]


Correction = MemberMove | StoryMerge | StorySplit


def correct_stories(
    window: StoryWindow, stories: Iterable[int]
) -> tuple[list[Correction], set[int]]:
    """Correct some stories; return what was changed, in order, and which stories that touched."""
    asked = sorted(stories)
    changes: list[Correction] = []
    for way in (_moves, _splits, _merges):
        for id in asked:
            if id in window.profiles:
                changes += way(window, window.profiles[id])
    return changes, {id for change in changes for id in _stories_of(change)}


def _stories_of(change: Correction) -> tuple[int, int]:
    if isinstance(change, StoryMerge):
        return change.gone, change.into
    return change.story, change.to if isinstance(change, MemberMove) else change.into


def _moves(window: StoryWindow, story: StoryProfile) -> list[Correction]:
    """Let the articles of a story go where more speaks for them; one alone is for a merger."""
    found: list[Correction] = []
    for member in _in_order(story)[-_MEMBERS:]:
        if story.size > 1 and (change := _moved(window, story, member.id)):
            found.append(change)
    return found


def _moved(window: StoryWindow, story: StoryProfile, id: str) -> Correction | None:
    member = window.take(id)
    stays = window.score(member, story)
    if stays >= _AT_HOME and not member.is_thin:
        window.put(member, story.id)
        return None
    best, score = window.nearest(member, besides=story.id)
    if best is not None and score >= 1.0 and score > _BETTER * stays:
        evidence = evidence_of(member, best)
        window.put(member, best.id)
        return MemberMove(id, story.id, best.id, score, evidence)
    if stays < _LOOSE:
        alone = window.new_id()
        window.put(member, alone)
        return StorySplit(story.id, alone, (id,))
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
    """Merge a story with those that are the same, the most alike first."""
    found: list[Correction] = []
    while best := _best_merge(window, story):
        twin, score = best
        gone, into = (story, twin) if twin.id < story.id else (twin, story)
        articles = tuple(gone.members)
        for id in articles:
            window.put(window.take(id), into.id)
        found.append(StoryMerge(gone.id, into.id, articles, score))
        story = into
    return found


def _best_merge(window: StoryWindow, story: StoryProfile) -> tuple[StoryProfile, float] | None:
    sample = _sample(story)
    near: dict[int, int] = {}
    for member in sample[:: _SPOKEN if story.languages else 1]:
        for id in window.directory.candidates(member, _LOOKED_AT):
            if id != story.id:
                near[id] = near.get(id, 0) + 1
    best: tuple[StoryProfile, float] | None = None
    for id in sorted(near, key=lambda id: (-near[id], id))[:_LOOKED_AT]:
        score = story_affinity(window, story, window.profiles[id])
        if score >= 1.0 and (best is None or score > best[1]):
            best = window.profiles[id], score
    return best


def story_affinity(window: StoryWindow, one: StoryProfile, other: StoryProfile) -> float:
    """Return how much speaks for two stories being one: the smaller's articles have a say."""
    less, more = sorted((one, other), key=lambda story: (story.size, -story.id))
    sample = _sample(less)
    enough = _MERGED if less.languages and more.languages else _MERGED_BY_TITLE
    return sum(window.score(member, more) for member in sample) / len(sample) / enough


def _sample(story: StoryProfile) -> list[StoryMember]:
    """Some articles spread over a story."""
    members = _in_order(story)
    if len(members) <= _SAMPLE:
        return members
    return [members[at * len(members) // _SAMPLE] for at in range(_SAMPLE)]


def _in_order(story: StoryProfile) -> list[StoryMember]:
    return sorted(story.members.values(), key=lambda member: (member.at, member.id))
