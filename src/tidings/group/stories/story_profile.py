"""A profile: what the articles of a story have in common, as counts; and an article as it counts.

Counts are whole numbers, so that a profile is the same in whatever order its articles came.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain

from tidings.group.stories.clipping import Clipping

FACT_MARKS = NAME_MARK, FIGURE_MARK = (
    "@",
    "#",
)  # how the keys of names and figures begin; those of words have a language

# Articles of a story whose keys are counted whenever they are asked for: most stories stay as
# small as that, and the counts of all of them would take twice the memory of their articles.
_FEW = 4


@dataclass(frozen=True, slots=True)
class StoryMember:
    """An article as its story counts it: by keys that all languages have to themselves."""

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
        """Everything it is counted by."""
        return chain(self.words, self.names, self.figures)

    @property
    def heading(self) -> list[tuple[str, float]]:
        """The words of the title, each with its rarity; of a thin text all its words."""
        every = zip(self.words, self.rarities, self.title, strict=True)
        return [(word, rarity / 10) for word, rarity, top in every if top or self.is_thin]


def story_member(clipping: Clipping, known: dict[str, str]) -> StoryMember:
    """Return an article as it counts; equal keys of all articles become one string in `known`."""

    def keys(head: str, texts: Iterable[str]) -> tuple[str, ...]:
        made = [head + text for text in texts]
        return tuple(map(known.setdefault, made, made))

    terms = clipping.terms
    return StoryMember(
        id=clipping.id,
        source=clipping.source,
        language=clipping.language,
        at=clipping.at.timestamp(),
        words=keys(f"{clipping.language} ", [term.text for term in terms]),
        weights=_octets([term.weight for term in terms]),
        rarities=_octets([term.rarity for term in terms]),
        title=bytes([term.in_title for term in terms]),
        names=keys(NAME_MARK, clipping.names),
        figures=keys(FIGURE_MARK, clipping.figures),
        is_thin=clipping.is_thin,
    )


def _octets(numbers: list[int]) -> bytes:
    if max(numbers, default=0) > 255:
        numbers = [min(number, 255) for number in numbers]
    return bytes(numbers)


class StoryProfile:
    """The articles of a story and how many of them have each key."""

    def __init__(self, id: int) -> None:
        self.id = id
        self.members: dict[str, StoryMember] = {}
        self.first = self.last = 0.0  # when the first and the last article were published
        self.thin: Counter[str] = Counter()  # articles by language, thin or not …
        self.languages: Counter[str] = Counter()  # … and without those that are
        self._counts: Counter[str] | None = None  # none for few articles: see _FEW

    @property
    def size(self) -> int:
        """How many articles it has."""
        return len(self.members)

    @property
    def counts(self) -> Mapping[str, int]:
        """How many of its articles have each key."""
        if self._counts is not None:
            return self._counts
        return Counter(chain.from_iterable(member.keys for member in self.members.values()))

    def add(self, member: StoryMember) -> None:
        """Count an article."""
        if self._counts is None and len(self.members) == _FEW:
            self._counts = Counter(self.counts)
        self.first = min(self.first, member.at) if self.members else member.at
        self.last = max(self.last, member.at) if self.members else member.at
        self.members[member.id] = member
        if self._counts is not None:
            self._counts.update(member.keys)
        self._count_language(member, 1)

    def remove(self, id: str) -> StoryMember:
        """Take an article out again."""
        member = self.members.pop(id)
        if len(self.members) <= _FEW:
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

    def _count_language(self, member: StoryMember, by: int) -> None:
        for counts in (self.thin,) if member.is_thin else (self.thin, self.languages):
            counts[member.language] += by
            if not counts[member.language]:
                del counts[member.language]
