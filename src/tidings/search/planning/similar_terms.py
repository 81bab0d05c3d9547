"""Frequent index terms that differ from a given one in a few letters; not all such terms.

Every term of a segment has a signature, the set of its bytes. Terms that differ in a few letters
differ in a few bits, so the signatures leave only some hundred terms to compare letter by letter.
Signatures are computed once per segment, at 20 ns a letter, when a misspelt word first needs them.
"""

from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from tidings.search.forward_index.forward_view import ForwardView
from tidings.search.forward_index.segment import Segment
from tidings.text.bulk.vocabulary import term_key

_MAX_COMPARED: Final = 400  # terms of a segment, the most frequent ones
_BITS: Final = np.left_shift(
    np.uint64(1), np.array([(byte & 31) + (32 if byte > 127 else 0) for byte in range(256)], "u8")
)

_LONGEST: Final = 1_000  # bytes; terms have at most 64 letters


@dataclass(frozen=True, slots=True, eq=False)
class _Marks:
    """What rules out most terms of a segment without comparing letters."""

    signatures: NDArray[np.uint64]
    lengths: NDArray[np.int16]  # in bytes
    firsts: NDArray[np.uint8]


_marks: WeakKeyDictionary[Segment, _Marks] = WeakKeyDictionary()


@dataclass(frozen=True, slots=True)
class SimilarTerm:
    """A term, the number of articles with it, and the number of letters in which it differs."""

    term: str
    articles: int
    distance: int


def similar_terms(
    forward: ForwardView, term: str, distance: int, min_articles: int
) -> list[SimilarTerm]:
    """Return the terms within a distance in letters that are in at least `min_articles`."""
    near: dict[str, int] = {}
    for segment in forward.segments:
        for text in _candidate_terms(segment, term, distance):
            if text not in near and (apart := letters_apart(term, text, distance)) <= distance:
                near[text] = apart
    near.pop(term, None)
    keys = np.array([term_key(text) for text in near], np.uint64)
    found = forward.document_frequencies(keys).tolist()
    return [
        SimilarTerm(text, count, near[text])
        for text, count in zip(near, found, strict=True)
        if count >= min_articles
    ]


def letters_apart(one: str, other: str, most: int) -> int:
    """Return how many letters are removed, added, changed or swapped, at most `most` + 1."""
    if abs(len(one) - len(other)) > most:
        return most + 1
    one, other = _without_ends(one, other)
    if not one or not other:
        return min(len(one) + len(other), most + 1)
    if most == 1:
        is_near = len(one) == len(other) == 1 or (len(one) == 2 and one[::-1] == other)
        return 1 if is_near else 2
    return _compared(one, other, most)


def _without_ends(one: str, other: str) -> tuple[str, str]:
    """Both words without their common beginning and end."""
    shorter = min(len(one), len(other))
    start = 0
    while start < shorter and one[start] == other[start]:
        start += 1
    end = 0
    while end < shorter - start and one[-1 - end] == other[-1 - end]:
        end += 1
    return one[start : len(one) - end], other[start : len(other) - end]


def _compared(one: str, other: str, most: int) -> int:
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


def _candidate_terms(segment: Segment, term: str, distance: int) -> list[str]:
    """Terms of a segment that may be similar, the most frequent ones."""
    if not len(segment.lexicon.keys):
        return []
    marks, texts = _marks_of(segment), segment.lexicon.texts
    encoded = np.frombuffer(term.encode(), np.uint8)
    reach = 2 * distance  # a letter may be two bytes
    near = np.abs(marks.lengths - np.int16(len(encoded))) <= reach
    if distance > 1:  # people rarely get both the first letter and another one wrong
        near &= marks.firsts == encoded[0]
    places = np.flatnonzero(near)
    differing = marks.signatures[places] ^ np.bitwise_or.reduce(_BITS[encoded])
    wide = np.where(differing >> 32, 2, 1) if term.isascii() else 2  # bytes of a letter
    close = np.bitwise_count(differing) <= 2 * wide * distance
    close &= np.abs(marks.lengths[places] - len(encoded)) <= wide * distance
    places = places[close]
    counts = segment.lexicon.counts[places].astype(np.int64)
    order = np.argsort(-counts, kind="stable")[:_MAX_COMPARED]
    return [texts.at(place) for place in places[order].tolist()]


def _marks_of(segment: Segment) -> _Marks:
    marks = _marks.get(segment)
    if marks is None:
        texts = segment.lexicon.texts
        starts = texts.starts[:-1]
        made = _Marks(
            np.bitwise_or.reduceat(_BITS[texts.letters], starts),
            np.minimum(np.diff(texts.starts), _LONGEST).astype(np.int16),
            texts.letters[starts],
        )
        marks = _marks.setdefault(segment, made)
    return marks
