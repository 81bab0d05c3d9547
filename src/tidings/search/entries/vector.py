"""The vector of one article, as workers send it to the forward index."""

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tidings.search.rank.vectors import MAX_BODY, MAX_CAPITALS, pack
from tidings.text.bulk.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class Vector:
    """The terms of one article; pickled, it includes their texts."""

    packed: bytes  # 16 bits each, in native byte order
    length: int  # terms of body, title and headings, with repetitions
    vocabulary: Vocabulary | None = None  # shared by many articles
    numbers: bytes = b""  # of the terms in the vocabulary, 32 bits each
    joined: str = ""  # without a vocabulary: the terms, joined by spaces

    @property
    def terms(self) -> list[str]:
        """The texts of the terms."""
        if self.vocabulary is None:
            return self.joined.split(" ") if self.joined else []
        numbers = array("I")
        numbers.frombytes(self.numbers)
        return list(map(self.vocabulary.texts.__getitem__, numbers))

    def __eq__(self, other: object) -> bool:
        """Whether both have the same terms and counts, however these are stored."""
        if not isinstance(other, Vector):
            return NotImplemented
        return (self.packed, self.length, self.terms) == (other.packed, other.length, other.terms)

    def __hash__(self) -> int:
        return hash((self.packed, self.length))

    def __reduce__(self) -> tuple[object, ...]:
        joined = self.joined if self.vocabulary is None else " ".join(self.terms)
        return Vector, (self.packed, self.length, None, b"", joined)


NO_VECTOR: Final = Vector(b"", 0)

# How many of a term's occurrences in the body begin with a capital.
_SOME, _MOST, _ALL = (pack(0, 0, 0, share) for share in (1, 2, MAX_CAPITALS))


def vector_of(
    title: Sequence[str], headings: Sequence[str], body: Sequence[str], capitals: Sequence[str]
) -> Vector:
    """Return the vector; the body includes the headings, and `capitals` are some of its terms."""
    counts = dict(Counter(body))  # in the order of their first appearance
    if max(counts.values(), default=0) > MAX_BODY:
        counts = {term: min(count, MAX_BODY) for term, count in counts.items()}
    for term, part in Counter(capitals).items():
        count = counts[term]
        counts[term] = count + (_ALL if part >= count else _MOST if 2 * part > count else _SOME)
    for term, part in Counter(headings).items():
        count = counts.get(term, 0)
        counts[term] = count - min(part, count & MAX_BODY) + pack(0, 0, part, 0)
    for term, part in Counter(title).items():
        counts[term] = counts.get(term, 0) + pack(0, part, 0, 0)
    length = len(body) + len(title)
    packed = array("H", counts.values()).tobytes()
    return Vector(packed, length, joined=" ".join(counts))
