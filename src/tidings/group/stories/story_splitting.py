"""Splitting: whether a story is really two, by two heavy keys that exclude each other."""

from collections import Counter
from collections.abc import Callable

from tidings.group.stories.story_profile import StoryMember, StoryProfile

ScoreFunction = Callable[[StoryMember, StoryProfile], float]

_MIN_ARTICLES = 6  # a smaller story is not split
_MAX_MEMBERS = 200  # of a story: the newest
_MIN_SHARE = 0.15  # of the articles have the second key
_MAX_COMMON = 0.1  # of the articles with one key also have the other
_MAX_KEYS = 12  # the heaviest are tried
_MAX_TIE = 0.4  # score of articles for the other half, relative to that for their own


def articles_to_split(story: StoryProfile, score: ScoreFunction) -> tuple[str, ...]:
    """Return the articles that belong to another story; none if it is one story."""
    members = sorted(story.members.values(), key=lambda each: (each.at, each.id))[-_MAX_MEMBERS:]
    if len(members) < _MIN_ARTICLES:
        return ()
    for first, second in _exclusive_keys(members):
        halves = _halves(members, first, second, score)
        if min(half.size for half in halves) > 1 and _tie_strength(halves, score) < _MAX_TIE:
            smaller = min(halves, key=lambda half: (half.size, -half.first))
            return tuple(smaller.members)
    return ()


def _exclusive_keys(members: list[StoryMember]) -> list[tuple[str, str]]:
    """Pairs of heavy keys that hardly ever occur together, the heaviest first."""
    counts: Counter[str] = Counter()
    weights: dict[str, int] = {}
    for member in members:
        for key, rarity in _keys(member):
            counts[key] += 1
            weights[key] = rarity
    heaviest = sorted(counts, key=lambda key: (-counts[key] * weights[key], key))[:_MAX_KEYS]
    articles_with = {key: {m.id for m in members if key in dict(_keys(m))} for key in heaviest}
    min_count = max(2.0, _MIN_SHARE * len(members))
    return [
        (one, other)
        for at, one in enumerate(heaviest)
        for other in heaviest[at + 1 :]
        if counts[other] >= min_count
        and len(articles_with[one] & articles_with[other])
        <= _MAX_COMMON * min(counts[one], counts[other])
    ][:_MAX_KEYS]


def _keys(member: StoryMember) -> list[tuple[str, int]]:
    """The keys that may distinguish two stories: names of a text, words of a title."""
    if not member.is_thin:
        return [(name, 100) for name in member.names]
    return list(zip(member.words, member.rarities, strict=True))


def _halves(
    members: list[StoryMember], first: str, second: str, score: ScoreFunction
) -> tuple[StoryProfile, StoryProfile]:
    """Split the articles by the two keys; the others join the half that they fit better."""
    one, other = StoryProfile(0), StoryProfile(1)
    undecided = []
    for member in members:
        keys = set(member.keys)
        if second in keys:
            other.add(member)
        elif first in keys:
            one.add(member)
        else:
            undecided.append(member)
    scored = [(score(member, one), score(member, other), member) for member in undecided]
    for first_score, second_score, member in scored:
        (other if second_score > first_score else one).add(member)
    return one, other


def _tie_strength(halves: tuple[StoryProfile, StoryProfile], score: ScoreFunction) -> float:
    """The smaller half's score for the other half, relative to its own cohesion."""
    smaller, larger = sorted(halves, key=lambda half: (half.size, -half.first))
    within = across = 0.0
    for id in list(smaller.members):
        member = smaller.remove(id)
        within += score(member, smaller) if smaller.size else 0.0
        across += score(member, larger)
        smaller.add(member)
    return across / within if within else 1.0
