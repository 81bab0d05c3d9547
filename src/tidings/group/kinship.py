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
    enough: float = 0.38  # of an article's weight is shared with a story in its language …
    enough_abroad: float = 0.2  # … and in another one
    least_abroad: float = 8.0  # nats of rarity that are shared: of 300 stories one in ten by chance
    rarest_abroad: float = 4.5  # … by one name or figure alone: small numbers meet too often
    fading_abroad: float = 8.0  # nats more that are wanted after a day of silence
    smoothing: float = 300.0  # words of the background for each title's: how fast a story widens
    fame: float = 0.5  # what a title gains by how many have told the story: the root of them
    likelier: float = 2.5  # nats by which a title is likelier in a story than anywhere
    title_words: float = 7.0  # of a usual title
    fading: float = 1.5  # nats that a title loses by a day of silence
    half_life: float = 4.0  # days of silence that halve what speaks for a story


SCALES = Scales()


def kinship(member: Member, story: Profile, rarity: Rarity, scales: Scales = SCALES) -> float:
    """Return how much speaks for an article belonging to a story."""
    counts = story.counts
    if member.is_thin or not story.languages:
        return _by_title(member, story, counts, scales)
    if member.language in story.languages:
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
    """By names and figures alone: they have to be rare together, and one of them by itself."""
    keys = _rare([*member.names, *member.figures], rarity)
    rarest = max((weight for key, weight in keys if key in counts), default=0.0)
    shared, total = _covered(keys, counts, story.size)
    least = scales.least_abroad + scales.fading_abroad * _gap(member, story)
    if rarest < scales.rarest_abroad or shared < least:
        return 0.0
    return min(shared / total / scales.enough_abroad, shared / least)


def _by_title(member: Member, story: Profile, counts: Mapping[str, int], scales: Scales) -> float:
    """The log of how much likelier the title's words are in the story than anywhere."""
    size = scales.title_words * story.thin[member.language]
    if not size:
        return 0.0
    told = scales.fame * math.log(story.thin[member.language]) - scales.fading * _gap(member, story)
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
    return float(0.5 ** (_gap(member, story) / scales.half_life))


def _gap(member: Member, story: Profile) -> float:
    """The days of silence between a story and an article before or after it."""
    return max(0.0, story.first - member.at, member.at - story.last) / DAY
