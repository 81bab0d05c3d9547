"""Evidence: why an article belongs to a story, as values and as a sentence."""

from collections.abc import Mapping
from dataclasses import dataclass

from tidings.group.stories.story_profile import StoryMember, StoryProfile

_MAX_LISTED = 6  # terms in the sentence
_RARE_WORDS = 18  # words of an article that count as its rare ones
_MINUTE, _HOUR, _DAY = 60, 3_600, 86_400


@dataclass(frozen=True, slots=True)
class MembershipEvidence:
    """Why an article belongs to a story."""

    shared: tuple[tuple[str, float], ...] = ()  # rare terms with their weights, heaviest first
    of: int = 0  # number of rare terms in the article
    names: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    copy_of: str | None = None  # the id of the near-duplicate in the story
    similarity: float = 0.0  # to that article
    seconds: float = 0.0  # after the story's first article; negative: before it

    @property
    def sentence(self) -> str:
        """The evidence in words."""
        parts = []
        if self.copy_of is not None:
            parts.append(f"near-duplicate of {self.copy_of} ({self.similarity:.0%})")
        if self.of and self.shared:
            listed = ", ".join(term for term, _ in self.shared[:_MAX_LISTED])
            parts.append(f"shares {len(self.shared)} of {self.of} rare terms: {listed}")
        if self.names:
            parts.append(f"names {', '.join(self.names[:_MAX_LISTED])}")
        if self.figures:
            parts.append(f"has the figures {', '.join(self.figures[:_MAX_LISTED])}")
        if not parts:
            return "starts the story"
        return "; ".join([*parts, _time_distance(self.seconds)])


def evidence_of(
    member: StoryMember, story: StoryProfile, copy_of: str | None = None, similarity: float = 0.0
) -> MembershipEvidence:
    """Return what an article shares with a story that it is not in yet."""
    counts = story.counts
    rare = list(zip(member.words, member.rarities, strict=True))[:_RARE_WORDS]
    shared = [(key.split(" ", 1)[1], value / 10) for key, value in rare if counts.get(key)]
    return MembershipEvidence(
        shared=tuple(sorted(shared, key=lambda each: -each[1])),
        of=len(rare),
        names=_shared_keys(member.names, counts),
        figures=_shared_keys(member.figures, counts),
        copy_of=copy_of,
        similarity=similarity,
        seconds=member.at - story.first,
    )


def _shared_keys(keys: tuple[str, ...], counts: Mapping[str, int]) -> tuple[str, ...]:
    return tuple(key[1:] for key in keys if counts.get(key))


def _time_distance(seconds: float) -> str:
    size = abs(seconds)
    for unit, name in ((_DAY, "d"), (_HOUR, "h"), (_MINUTE, "min")):
        if size >= unit:
            return f"{size / unit:.0f} {name} {'after' if seconds > 0 else 'before'}"
    return "at the same time"
