"""Sums of feature weights per label, for words and feature calls; computed once and cached."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy
from numpy.typing import NDArray

from tidings.enrich.name_tagger.tagger_features import (
    FeatureCall,
    affix_features,
    far_features,
    near_features,
)

REACH = 2  # words on either side of a token that are features of it
DISTANCES = 2 * REACH + 1  # of a word from a token, from two before to two after
MARKS = ("--", "-", "", "+", "++")  # prefixes of a word's features, by distance
_MAX_SUMS = 1 << 18  # of 28 bytes each; a word has one per distance …
_MIN_FREE = 1 << 14  # … and one article may need this many new ones

Scores = NDArray[numpy.float32]


def features_by_distance(word: str) -> list[list[str]]:
    """Return the features that a word gives a token, by its distance from it."""
    calls, near = near_features(word)
    near += [feature for call in calls for feature in call[0](*call[1:])]
    far = far_features(word)
    by_distance = (far, near, near + affix_features(word), near, far)
    return [
        [mark + feature for feature in features]
        for mark, features in zip(MARKS, by_distance, strict=True)
    ]


@dataclass(slots=True)
class _Pending:
    """Sums that have a slot but are not computed yet."""

    slots: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)  # of weights, for all sums
    starts: list[int] = field(default_factory=list)  # where the rows of each sum start

    def put(self, slot: int, rows: Iterable[int], zero_row: int) -> None:
        self.slots.append(slot)
        self.starts.append(len(self.rows))
        self.rows += rows
        self.rows.append(zero_row)  # so that no sum is empty

    def added_up(self, weights: Scores) -> Scores:
        return _sums_of(weights, self.rows, self.starts)


_Key = TypeVar("_Key")


class _Slots(dict[_Key, int]):
    """The slots of words or feature calls; a new key gets a new slot."""

    def __init__(self, slot: Callable[[_Key], int]) -> None:
        super().__init__()
        self._new_slot = slot

    def __missing__(self, key: _Key) -> int:
        slot = self[key] = self._new_slot(key)
        return slot


class FeatureScores:
    """A table of the weights, zero rows, and the sums of all words and feature calls so far.

    A new key first gets a slot. `of` then computes all new sums together: numpy takes as long for
    one as for a hundred.
    """

    def __init__(self, rows: dict[str, int], weights: Scores) -> None:
        self._rows = rows
        self._table = numpy.zeros((len(rows) + _MAX_SUMS, weights.shape[1]), numpy.float32)
        self._table[: len(rows)] = weights
        self.zero_row = len(rows)  # zero at any distance
        self._of_words = _by_distance(rows, weights)
        self._clear()

    def _clear(self) -> None:
        self._words = _Slots(self._slot_of_word)
        self._calls = _Slots(self._slot_of_call)
        self._parts: dict[FeatureCall, list[int]] = {}  # the rows of calls that many words share
        self._used = self.zero_row + DISTANCES
        self._new_words, self._new_calls = _Pending(), _Pending()

    def make_room(self) -> None:
        """Clear the cache if an article might not fit; common words are soon back."""
        if self._used > len(self._table) - _MIN_FREE:
            self._clear()

    def words(self, words: Iterable[str]) -> list[int]:
        """Return the first slot of each word; a word has one slot per distance."""
        return list(map(self._words.__getitem__, words))

    def _slot_of_word(self, word: str) -> int:
        slot = self._used
        self._used += DISTANCES
        self._new_words.put(slot, self._rows_of(word), len(self._of_words[1]) - 1)
        return slot

    def _rows_of(self, word: str) -> list[int]:
        known, parts = self._of_words[0], self._parts
        calls, features = near_features(word)
        features += affix_features(word)
        features += [_FAR + feature for feature in far_features(word)]
        rows = [row for row in map(known.get, features) if row is not None]
        for call in calls:
            if (part := parts.get(call)) is None:
                features = call[0](*call[1:])
                part = parts[call] = [known[feature] for feature in features if feature in known]
            rows += part
        return rows

    def slots_of_calls(
        self, calls: Iterable[FeatureCall], features: Iterable[str] = ()
    ) -> list[int]:
        """Return the slots of feature calls, and of those uncached features that have weights."""
        slots = list(map(self._calls.__getitem__, calls))
        slots += [row for row in map(self._rows.get, features) if row is not None]
        return slots

    def _slot_of_call(self, call: FeatureCall) -> int:
        slot = self._used
        self._used += 1
        self._new_calls.put(slot, self.slots_of_calls((), call[0](*call[1:])), self.zero_row)
        return slot

    def of(self, slots: Sequence[int], starts: Sequence[int]) -> Scores:
        """Return the sums of the slots from each start to the next."""
        self._add_up()
        return _sums_of(self._table, slots, starts)

    def _add_up(self) -> None:
        if self._used > len(self._table):
            more = numpy.zeros((self._used, self._table.shape[1]), numpy.float32)
            self._table = numpy.vstack((self._table, more))
        if words := self._new_words.slots:
            sums = self._new_words.added_up(self._of_words[1])
            slots = numpy.array(words)[:, None] + numpy.arange(DISTANCES)
            self._table[slots] = sums.reshape(len(words), DISTANCES, -1)
        if calls := self._new_calls.slots:
            self._table[calls] = self._new_calls.added_up(self._table)
        self._new_words, self._new_calls = _Pending(), _Pending()


def _sums_of(table: Scores, slots: Sequence[int], starts: Sequence[int]) -> Scores:
    rows = table.take(numpy.array(slots), axis=0)  # twice as fast as indexing with a list
    sums: Scores = numpy.add.reduceat(rows, starts, axis=0)
    return sums


_FAR = " "  # prefix for features at a distance of two, which have their own weights


def _by_distance(rows: dict[str, int], weights: Scores) -> tuple[dict[str, int], Scores]:
    """The weights of a word's features, all distances in one row; the last row is zero."""
    found: dict[str, int] = {}
    cells: list[tuple[int, int, int]] = []
    for feature, row in rows.items():
        for distance, mark in enumerate(MARKS):
            if " " not in feature and feature.startswith(mark):  # others have several words
                key = (
                    feature[len(mark) :]
                    if 0 < distance < DISTANCES - 1
                    else _FAR + feature[len(mark) :]
                )
                cells.append((found.setdefault(key, len(found)), distance, row))
    spread = numpy.zeros((len(found) + 1, DISTANCES, weights.shape[1]), numpy.float32)
    at, distances, source = numpy.array(cells, dtype=int).reshape(-1, 3).T
    spread[at, distances] = weights[source]
    return found, spread.reshape(len(spread), -1)
