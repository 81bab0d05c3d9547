"""Terms of the index that differ from a given one in few letters; frequent ones, not all.

Every term of a segment has a signature, the set of its bytes: what differs in few letters differs
in few bits, so a look at the signatures leaves some hundred of them to be compared letter by
letter. They are made once per segment, at 20 ns a letter, when a misspelt word asks for them.
"""

from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from tidings.search.index.forward import ForwardView
from tidings.search.index.segment import Segment
from tidings.search.rank.vectors import key_of

_MAX_COMPARED: Final = 400  # of a segment, the most frequent ones
_BITS: Final = np.left_shift(
    np.uint64(1), np.array([(byte & 31) + (32 if byte > 127 else 0) for byte in range(256)], "u8")
)

Signatures = NDArray[np.uint64]

_signatures: WeakKeyDictionary[Segment, Signatures] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A term, in how many articles it stands, and in how many letters it differs."""

    term: str
    articles: int
    distance: int


def neighbours(
    forward: ForwardView, term: str, distance: int, min_articles: int
) -> list[Neighbour]:
    """Return the terms at most so many letters away that stand in so many articles."""
    near: dict[str, int] = {}
    for segment in forward.segments:
        for text in _alike(segment, term, distance):
            if text not in near and (apart := letters_apart(term, text, distance)) <= distance:
                near[text] = apart
    near.pop(term, None)
    keys = np.array([key_of(text) for text in near], np.uint64)
    found = forward.document_frequencies(keys).tolist()
    return [
        Neighbour(text, count, near[text])
        for text, count in zip(near, found, strict=True)
        if count >= min_articles
    ]


def letters_apart(one: str, other: str, most: int) -> int:
    """Return how many letters must be left out, added, changed or swapped; `most` + 1 is more."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    last = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        row = [at]
        for to, against in enumerate(other, 1):
            cost = min(last[to] + 1, row[-1] + 1, last[to - 1] + (letter != against))
            if at > 1 < to and letter == other[to - 2] and one[at - 2] == against:
                cost = min(cost, before[to - 2] + 1)
            row.append(cost)
        if min(row) > most:
            return most + 1
        before, last = last, row
    return min(last[-1], most + 1)


def _alike(segment: Segment, term: str, distance: int) -> list[str]:
    """Terms of a segment that may be near, the most frequent of them."""
    lexicon = segment.lexicon
    if not len(lexicon.keys):
        return []
    encoded = np.frombuffer(term.encode(), np.uint8)
    signature = np.bitwise_or.reduce(_BITS[encoded])
    differing = _of(segment) ^ signature
    wide = np.where(differing >> 32, 2, 1) if term.isascii() else 2  # bytes that a letter makes up
    lengths = np.diff(lexicon.texts.starts)
    near = np.bitwise_count(differing) <= 2 * wide * distance
    near &= abs(lengths - len(encoded)) <= wide * distance
    if distance > 1:  # people hardly ever mistake the first letter and another one
        near &= lexicon.texts.letters[lexicon.texts.starts[:-1]] == encoded[0]
    places = np.flatnonzero(near)
    places = places[np.argsort(-lexicon.counts[places].astype(np.int64), kind="stable")]
    return [lexicon.texts.at(place) for place in places[:_MAX_COMPARED].tolist()]


def _of(segment: Segment) -> Signatures:
    signatures = _signatures.get(segment)
    if signatures is None:
        texts = segment.lexicon.texts
        made: Signatures = np.bitwise_or.reduceat(_BITS[texts.letters], texts.starts[:-1])
        signatures = _signatures.setdefault(segment, made)
    return signatures
