"""The vector of one article, as it travels from the worker processes to the forward index."""

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tidings.search.rank.vectors import MAX_BODY, MAX_CAPITALS, pack


@dataclass(frozen=True, slots=True)
class Vector:
    """Each term of an article once, with its packed counts."""

    terms: str  # joined by spaces
    packed: bytes  # 16 bits each, in the machine's order
    length: int  # terms of body, title and headings, with repetitions


NO_VECTOR: Final = Vector("", b"", 0)


def vector_of(
    title: Sequence[str], headings: Sequence[str], body: Sequence[str], capitals: Sequence[str]
) -> Vector:
    """Return the vector; the body has the headings in it, and `capitals` are some of its terms."""
    counts: dict[str, int] = Counter(body)  # in the order of their first appearance
    written = Counter(capitals)
    titles, heads = Counter(title), Counter(headings)
    special = {*written, *titles, *heads}
    if len(body) > MAX_BODY:
        special.update(term for term, count in counts.items() if count > MAX_BODY)
    for term in special:
        count = counts.get(term, 0)
        head = heads[term]
        capital = _share(written[term], count)
        counts[term] = pack(max(count - head, 0), titles[term], head, capital)
    length = len(body) + len(title)
    return Vector(" ".join(counts), array("H", counts.values()).tobytes(), length)


def _share(part: int, whole: int) -> int:
    """How many of the occurrences: none, some, most, all."""
    if not part or not whole:
        return 0
    return MAX_CAPITALS if part == whole else 1 + (2 * part > whole)
