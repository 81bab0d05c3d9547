"""Sums: what the clues of a word or question weigh for each label, added up once and remembered."""

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

REACH = 2  # words on either side of a token that are clues to it
DISTANCES = 2 * REACH + 1  # of a word from a token, from two behind to two ahead
MARKS = ("--", "-", "", "+", "++")  # before a word's clues, by distance
_ROOM = 1 << 18  # sums that are kept, of 28 bytes; a word has one at each distance …
_NEW = 1 << 14  # … and an article may bring so many that are new

Scores = NDArray[numpy.float32]


def features_by_distance(word: str) -> list[list[str]]:
    """Return the clues that a word gives of a token, by its distance from it."""
    asked, beside = near_features(word)
    beside += [clue for question in asked for clue in question[0](*question[1:])]
    away = far_features(word)
    told = (away, beside, beside + affix_features(word), beside, away)
    return [[mark + clue for clue in clues] for mark, clues in zip(MARKS, told, strict=True)]


@dataclass(slots=True)
class _Pending:
    """Sums that have a place but are not added up yet."""

    places: list[int] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)  # of weights, …
    starts: list[int] = field(default_factory=list)  # … those of a sum from here

    def put(self, place: int, rows: Iterable[int], nothing: int) -> None:
        self.places.append(place)
        self.starts.append(len(self.rows))
        self.rows += rows
        self.rows.append(nothing)  # a sum of nothing is nothing

    def added_up(self, weights: Scores) -> Scores:
        return _sums_of(weights, self.rows, self.starts)


_Key = TypeVar("_Key")


class _Slots(dict[_Key, int]):
    """Where the sum of a word or question is; one that is new is given a place."""

    def __init__(self, place: Callable[[_Key], int]) -> None:
        super().__init__()
        self._place = place

    def __missing__(self, asked: _Key) -> int:
        place = self[asked] = self._place(asked)
        return place


class FeatureScores:
    """A table: the weights, nothing, and then a sum for every word and question so far.

    What is new gets a place first and is added up by `of`, all together: numpy takes as long for
    one as for a hundred.
    """

    def __init__(self, rows: dict[str, int], weights: Scores) -> None:
        self._rows = rows
        self._table = numpy.zeros((len(rows) + _ROOM, weights.shape[1]), numpy.float32)
        self._table[: len(rows)] = weights
        self.nothing = len(rows)  # at any distance
        self._of_words = _by_distance(rows, weights)
        self._forget()

    def _forget(self) -> None:
        self._words = _Slots(self._place_of_word)
        self._questions = _Slots(self._place_of_question)
        self._parts: dict[FeatureCall, list[int]] = {}  # the rows of what many words have in common
        self._used = self.nothing + DISTANCES
        self._new_words, self._new_questions = _Pending(), _Pending()

    def make_room(self) -> None:
        """Forget all if an article might not find room: what is common is soon there again."""
        if self._used > len(self._table) - _NEW:
            self._forget()

    def words(self, words: Iterable[str]) -> list[int]:
        """Return the first of the places of each word, which has one for each distance."""
        return list(map(self._words.__getitem__, words))

    def _place_of_word(self, word: str) -> int:
        place = self._used
        self._used += DISTANCES
        self._new_words.put(place, self._rows_of(word), len(self._of_words[1]) - 1)
        return place

    def _rows_of(self, word: str) -> list[int]:
        known, parts = self._of_words[0], self._parts
        asked, told = near_features(word)
        told += affix_features(word)
        told += [_FAR + clue for clue in far_features(word)]
        rows = [row for row in map(known.get, told) if row is not None]
        for question in asked:
            if (part := parts.get(question)) is None:
                clues = question[0](*question[1:])
                part = parts[question] = [known[clue] for clue in clues if clue in known]
            rows += part
        return rows

    def asked(self, questions: Iterable[FeatureCall], clues: Iterable[str] = ()) -> list[int]:
        """Return the places of questions, and of those clues not worth remembering that weigh."""
        places = list(map(self._questions.__getitem__, questions))
        places += [row for row in map(self._rows.get, clues) if row is not None]
        return places

    def _place_of_question(self, question: FeatureCall) -> int:
        place = self._used
        self._used += 1
        self._new_questions.put(place, self.asked((), question[0](*question[1:])), self.nothing)
        return place

    def of(self, places: Sequence[int], starts: Sequence[int]) -> Scores:
        """Return the sums of the places from each start to the next."""
        self._add_up()
        return _sums_of(self._table, places, starts)

    def _add_up(self) -> None:
        if self._used > len(self._table):
            more = numpy.zeros((self._used, self._table.shape[1]), numpy.float32)
            self._table = numpy.vstack((self._table, more))
        if words := self._new_words.places:
            sums = self._new_words.added_up(self._of_words[1])
            places = numpy.array(words)[:, None] + numpy.arange(DISTANCES)
            self._table[places] = sums.reshape(len(words), DISTANCES, -1)
        if questions := self._new_questions.places:
            self._table[questions] = self._new_questions.added_up(self._table)
        self._new_words, self._new_questions = _Pending(), _Pending()


def _sums_of(table: Scores, places: Sequence[int], starts: Sequence[int]) -> Scores:
    rows = table.take(numpy.array(places), axis=0)  # twice as fast as to index with a list
    sums: Scores = numpy.add.reduceat(rows, starts, axis=0)
    return sums


_FAR = " "  # before the clues of words at a distance of two, which have weights of their own


def _by_distance(rows: dict[str, int], weights: Scores) -> tuple[dict[str, int], Scores]:
    """The weights of a word's clues at all distances side by side; the last row is of nothing."""
    found: dict[str, int] = {}
    cells: list[tuple[int, int, int]] = []
    for clue, row in rows.items():
        for distance, mark in enumerate(MARKS):
            if " " not in clue and clue.startswith(mark):  # others are of several words
                key = (
                    clue[len(mark) :] if 0 < distance < DISTANCES - 1 else _FAR + clue[len(mark) :]
                )
                cells.append((found.setdefault(key, len(found)), distance, row))
    spread = numpy.zeros((len(found) + 1, DISTANCES, weights.shape[1]), numpy.float32)
    at, distances, source = numpy.array(cells, dtype=int).reshape(-1, 3).T
    spread[at, distances] = weights[source]
    return found, spread.reshape(len(spread), -1)
