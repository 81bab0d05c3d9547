"""A memory of lessons: a few articles of every topic as numbers, to be gone over again.

Articles of one section come in a row, and whoever learns them in a row forgets the others.
"""

import random
import struct
from collections.abc import Iterator
from dataclasses import dataclass

import numpy
from numpy.typing import NDArray

from tidings.enrich.topics.subjects import SUBJECTS
from tidings.enrich.topics.topic_evidence import Logits

_KEPT = 40  # lessons of a topic
_MAX_WORDS = 150  # of a lesson, those that stand there most
_HEADER = struct.Struct("<BH")
_TOPICS = len(SUBJECTS)


@dataclass(frozen=True, slots=True)
class TopicExample:
    """An article as numbers: its words, what the seed words say, and what was wanted."""

    places: NDArray[numpy.int64]
    amounts: Logits
    seeds: Logits
    wanted: Logits

    def shortened(self) -> "TopicExample":
        """Return the lesson with its most frequent words only."""
        most = numpy.argsort(-self.amounts, kind="stable")[:_MAX_WORDS]
        return TopicExample(self.places[most], self.amounts[most], self.seeds, self.wanted)


class ReplayMemory:
    """Lessons by topic; a full shelf loses one at random, so that old ones fade."""

    def __init__(self) -> None:
        self._shelves: dict[int, list[TopicExample]] = {}

    def keep(self, lesson: TopicExample, chance: random.Random) -> None:
        """Put a lesson on the shelf of its topic."""
        shelf = self._shelves.setdefault(int(lesson.wanted.argmax()), [])
        if len(shelf) < _KEPT:
            shelf.append(lesson.shortened())
        else:
            shelf[chance.randrange(_KEPT)] = lesson.shortened()

    def recalled(self, count: int, chance: random.Random) -> Iterator[TopicExample]:
        """Yield lessons from shelves that are equally likely, however much was taught of each."""
        topics = sorted(self._shelves)
        for topic in chance.choices(topics, k=count) if topics else ():
            yield chance.choice(self._shelves[topic])

    def pack(self) -> bytes:
        """Return the lessons as bytes."""
        return b"".join(
            _HEADER.pack(topic, len(lesson.places))
            + lesson.places.astype("<i4").tobytes()
            + b"".join(
                part.astype("<f2").tobytes()
                for part in (lesson.amounts, lesson.seeds, lesson.wanted)
            )
            for topic, shelf in sorted(self._shelves.items())
            for lesson in shelf
        )

    @classmethod
    def unpack(cls, packed: bytes) -> "ReplayMemory":
        """Return packed lessons, as far as they are whole."""
        memory = cls()
        at = 0
        while at + _HEADER.size <= len(packed):
            topic, words = _HEADER.unpack_from(packed, at)
            at += _HEADER.size
            end = at + 6 * words + 4 * _TOPICS
            if end > len(packed) or topic >= _TOPICS:
                break
            memory._shelves.setdefault(topic, []).append(_example(packed[at:end], words))
            at = end
        return memory


def _example(packed: bytes, words: int) -> TopicExample:
    places = numpy.frombuffer(packed, "<i4", words).astype(numpy.int64)
    rest = numpy.frombuffer(packed, "<f2", offset=4 * words).astype(numpy.float32)
    return TopicExample(
        places, rest[:words], rest[words : words + _TOPICS], rest[words + _TOPICS :]
    )
