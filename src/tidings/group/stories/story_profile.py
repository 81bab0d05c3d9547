"""A story's profile: its articles, and how many of them have each key.

Counts are integers, so that a profile does not depend on the order in which articles arrived.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain

from tidings.group.stories.clipping import Clipping

# Prefixes of the keys of names and figures; the keys of words begin with a language.
FACT_MARKS = NAME_MARK, FIGURE_MARK = ("@", "#")

# Up to this many articles, keys are counted on demand: most stories stay this small, and stored
# counts for all of them would take twice the memory of their articles.
_MAX_UNCOUNTED = 4


@dataclass(frozen=True, slots=True)
class StoryMember:
    """An article as keys; the keys of words differ between languages."""

    id: str
    source: str
    language: str
    at: float  # seconds
    words: tuple[str, ...]  # the heaviest first
    weights: bytes
    rarities: bytes  # in tenths, at most 255
    title: bytes  # 1 for words of the title
    names: tuple[str, ...]
    figures: tuple[str, ...]
    is_thin: bool

    @property
    def keys(self) -> Iterable[str]:
        """All keys of the article."""
        return chain(self.words, self.names, self.figures)

    @property
    def heading(self) -> list[tuple[str, float]]:
        """The words of the title (of a thin text, all words), each with its rarity."""
        words = zip(self.words, self.rarities, self.title, strict=True)
        return [(word, rarity / 10) for word, rarity, in_title in words if in_title or self.is_thin]


def story_member(clipping: Clipping, key_pool: dict[str, str]) -> StoryMember:
    """Return an article as keys; equal keys of all articles share one string of `key_pool`."""

    def keys(prefix: str, texts: Iterable[str]) -> tuple[str, ...]:
        new_keys = [prefix + text for text in texts]
        return tuple(map(key_pool.setdefault, new_keys, new_keys))

    terms = clipping.terms
    return StoryMember(
        id=clipping.id,
        source=clipping.source,
        language=clipping.language,
        at=clipping.at.timestamp(),
        words=keys(f"{clipping.language} ", [term.text for term in terms]),
        weights=_as_bytes([term.weight for term in terms]),
        rarities=_as_bytes([term.rarity for term in terms]),
        title=bytes([term.in_title for term in terms]),
        names=keys(NAME_MARK, clipping.names),
        figures=keys(FIGURE_MARK, clipping.figures),
        is_thin=clipping.is_thin,
    )


def _as_bytes(numbers: list[int]) -> bytes:
    if max(numbers, default=0) > 255:
        numbers = [min(number, 255) for number in numbers]
    return bytes(numbers)


class StoryProfile:
    """The articles of a story and how many of them have each key."""

    def __init__(self, id: int) -> None:
        self.id = id
        self.members: dict[str, StoryMember] = {}
        self.first = self.last = 0.0  # when the first and the last article were published
        self.articles_by_language: Counter[str] = Counter()  # including thin articles
        self.languages: Counter[str] = Counter()  # the same without thin articles
        self._counts: Counter[str] | None = None  # None for few articles

    @property
    def size(self) -> int:
        """The number of articles."""
        return len(self.members)

    @property
    def counts(self) -> Mapping[str, int]:
        """The number of articles with each key."""
        if self._counts is not None:
            return self._counts
        if len(self.members) == 1:  # most stories, and no article has a key twice
            return dict.fromkeys(next(iter(self.members.values())).keys, 1)
        return Counter(chain.from_iterable(member.keys for member in self.members.values()))

    def add(self, member: StoryMember) -> None:
        """Add an article."""
        if self._counts is None and len(self.members) == _MAX_UNCOUNTED:
            self._counts = Counter(self.counts)
        self.first = min(self.first, member.at) if self.members else member.at
        self.last = max(self.last, member.at) if self.members else member.at
        self.members[member.id] = member
        if self._counts is not None:
            self._counts.update(member.keys)
        self._count_language(member, 1)

    def remove(self, id: str) -> StoryMember:
        """Remove and return an article."""
        member = self.members.pop(id)
        if len(self.members) <= _MAX_UNCOUNTED:
            self._counts = None
        elif self._counts is not None:
            self._counts.subtract(member.keys)
            for key in member.keys:
                if not self._counts[key]:
                    del self._counts[key]
        self._count_language(member, -1)
        if member.at in (self.first, self.last) and self.members:
            times = [each.at for each in self.members.values()]
            self.first, self.last = min(times), max(times)
        return member

    def _count_language(self, member: StoryMember, change: int) -> None:
        for counts in (
            (self.articles_by_language,)
            if member.is_thin
            else (self.articles_by_language, self.languages)
        ):
            counts[member.language] += change
            if not counts[member.language]:
                del counts[member.language]
