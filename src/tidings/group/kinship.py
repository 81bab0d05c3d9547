"""Kinship: how much speaks for an article belonging to a story; 1 is just enough.

Two ways to tell. A text is compared by what it is about: how much of its rare words, names and
figures the story's articles have, too; in another language by names and figures alone. Where there
is only a title, a language model says how much likelier its words are in the story than anywhere.
"""

import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from tidings.group.profile import Member, Profile

Rarity = Callable[[str], float]  # of a name or figure, among the stories of now

DAY = 86_400.0


@dataclass(frozen=True, slots=True)
class Scales:
    """What weighs how much."""

    words: float = 1.0
    names: float = 2.0
    figures: float = 1.0
    enough: float = 0.4  # of an article's weight is shared with a story in its language …
    enough_abroad: float = 0.25  # … and in another one
    least_abroad: float = 14.0  # rarity that is shared, so that two common names are not enough
    smoothing: float = 200.0  # words of the background for each title's: how fast a story widens
    likelier: float = 3.5  # nats by which a title is likelier in a story than anywhere
    title_words: float = 7.0  # of a usual title
    half_life: float = 4.0  # days of silence that halve what speaks for a story


SCALES = Scales()


def kinship(member: Member, story: Profile, rarity: Rarity, scales: Scales = SCALES) -> float:
    """Return how much speaks for an article belonging to a story."""
    counts = story.counts
    if member.is_thin or not story.languages:
        score = _by_title(member, story, counts, scales)
    elif member.language in story.languages:
        score = _by_text(member, story, counts, rarity, scales)
    else:
        score = _abroad(member, story, counts, rarity, scales)
    return score * _decay(member, story, scales)


def _by_text(
    member: Member, story: Profile, counts: Mapping[str, int], rarity: Rarity, scales: Scales
) -> float:
    size = story.languages[member.language]
    words = zip(member.words, member.weights, strict=True)
    sums = [
        (scales.words, _covered(words, counts, size)),
        (scales.names, _covered(_rare(member.names, rarity), counts, story.size)),
        (scales.figures, _covered(_rare(member.figures, rarity), counts, story.size)),
    ]
    known = [(scale, shared / total) for scale, (shared, total) in sums if total]
    scale = sum(scale for scale, _ in known)
    return sum(scale * share for scale, share in known) / scale / scales.enough if scale else 0.0


def _abroad(
    member: Member, story: Profile, counts: Mapping[str, int], rarity: Rarity, scales: Scales
) -> float:
    names, all_names = _covered(_rare(member.names, rarity), counts, story.size)
    numbers, all_numbers = _covered(_rare(member.figures, rarity), counts, story.size)
    if names + numbers < scales.least_abroad:
        return 0.0
    total = all_names + all_numbers
    return (names + numbers) / total / scales.enough_abroad


def _by_title(member: Member, story: Profile, counts: Mapping[str, int], scales: Scales) -> float:
    """The log of how much likelier the title's words are in the story than anywhere."""
    size = scales.title_words * story.thin[member.language]
    if not size:
        return 0.0
    told = 0.0
    for word, rarity in member.heading:
        share = math.exp(-rarity)
        found = (counts.get(word, 0) + scales.smoothing * share) / (size + scales.smoothing)
        told += math.log(found / share)
    return max(0.0, told / scales.likelier)


def _covered(
    keys: Iterable[tuple[str, float]], counts: Mapping[str, int], size: int
) -> tuple[float, float]:
    """How much weight the story has, too, and of how much; what half its articles have is its."""
    shared = total = 0.0
    for key, weight in keys:
        total += weight
        if count := counts.get(key):
            shared += weight * min(1.0, 2 * count / size)
    return shared, total


def _rare(keys: Iterable[str], rarity: Rarity) -> Iterable[tuple[str, float]]:
    return [(key, rarity(key)) for key in keys]


def _decay(member: Member, story: Profile, scales: Scales) -> float:
    gap = max(0.0, story.first - member.at, member.at - story.last) / DAY
    return float(0.5 ** (gap / scales.half_life))
