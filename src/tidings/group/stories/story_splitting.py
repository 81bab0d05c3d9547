"""Parting: whether a story is really two, told by two weighty keys that never meet."""

from collections import Counter
from collections.abc import Callable

from tidings.group.stories.story_profile import StoryMember, StoryProfile

ScoreFunction = Callable[[StoryMember, StoryProfile], float]

_LEAST = 6  # articles of a story that may be two
_MEMBERS = 200  # of a story that are looked at: the newest
_SHARE = 0.15  # of the articles have the second key, at least
_MEETING = 0.1  # of the articles with the second key also have the first, at most
_KEYS = 12  # weightiest keys that are tried
_APART = 0.4  # of what ties articles to their own half ties them to the other


def articles_to_split(story: StoryProfile, score: ScoreFunction) -> tuple[str, ...]:
    """Return the articles that tell another story than the rest; none if it is one story."""
    members = sorted(story.members.values(), key=lambda each: (each.at, each.id))[-_MEMBERS:]
    if len(members) < _LEAST:
        return ()
    for first, second in _exclusive_keys(members):
        halves = _halves(members, first, second, score)
        if min(half.size for half in halves) > 1 and _tie_strength(halves, score) < _APART:
            less = min(halves, key=lambda half: (half.size, -half.first))
            return tuple(less.members)
    return ()


def _exclusive_keys(members: list[StoryMember]) -> list[tuple[str, str]]:
    """Pairs of weighty keys that never meet, the weightiest first."""
    counts: Counter[str] = Counter()
    weights: dict[str, int] = {}
    for member in members:
        for key, rarity in _keys(member):
            counts[key] += 1
            weights[key] = rarity
    heavy = sorted(counts, key=lambda key: (-counts[key] * weights[key], key))[:_KEYS]
    having = {key: {m.id for m in members if key in dict(_keys(m))} for key in heavy}
    least = max(2.0, _SHARE * len(members))
    return [
        (one, other)
        for at, one in enumerate(heavy)
        for other in heavy[at + 1 :]
        if counts[other] >= least
        and len(having[one] & having[other]) <= _MEETING * min(counts[one], counts[other])
    ][:_KEYS]


def _keys(member: StoryMember) -> list[tuple[str, int]]:
    """What may tell two stories apart: names of a text, words of a title."""
    if not member.is_thin:
        return [(name, 100) for name in member.names]
    return list(zip(member.words, member.rarities, strict=True))


def _halves(
    members: list[StoryMember], first: str, second: str, score: ScoreFunction
) -> tuple[StoryProfile, StoryProfile]:
    """The articles with either key, and each of the others with those it is more like."""
    one, other = StoryProfile(0), StoryProfile(1)
    rest = []
    for member in members:
        keys = set(member.keys)
        if second in keys:
            other.add(member)
        elif first in keys:
            one.add(member)
        else:
            rest.append(member)
    sides = [(score(member, one), score(member, other), member) for member in rest]
    for here, there, member in sides:
        (other if there > here else one).add(member)
    return one, other


def _tie_strength(halves: tuple[StoryProfile, StoryProfile], score: ScoreFunction) -> float:
    """How much ties the smaller half to the other one, of what holds it together itself."""
    less, more = sorted(halves, key=lambda half: (half.size, -half.first))
    within = across = 0.0
    for id in list(less.members):
        member = less.remove(id)
        within += score(member, less) if less.size else 0.0
        across += score(member, more)
        less.add(member)
    return across / within if within else 1.0
