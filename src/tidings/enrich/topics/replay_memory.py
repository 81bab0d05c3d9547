"""A replay memory: a few examples of every topic, to be learned again.

Articles of one section often come in a row; learned in a row, they would displace the others.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy
from numpy.typing import NDArray

from tidings.enrich.topics.subjects import SUBJECTS
from tidings.enrich.topics.topic_evidence import Logits

_MAX_EXAMPLES = 40  # per topic
_MAX_WORDS = 150  # of an example, the most frequent
_HEADER = struct.Struct("<BH")
_TOPICS = len(SUBJECTS)


@dataclass(frozen=True, slots=True)
class TopicExample:
    """An article as numbers: its words, the logits of its seed words, and the right topics."""

    slots: NDArray[numpy.int64]
    amounts: Logits
    seeds: Logits
    wanted: Logits

    def shortened(self) -> "TopicExample":
        """Return the example with only its most frequent words."""
        top = numpy.argsort(-self.amounts, kind="stable")[:_MAX_WORDS]
        return TopicExample(self.slots[top], self.amounts[top], self.seeds, self.wanted)

    def pack(self) -> bytes:
        """Return the example as bytes."""
        parts = (self.amounts, self.seeds, self.wanted)
        return self.slots.astype("<i4").tobytes() + b"".join(
            part.astype("<f2").tobytes() for part in parts
        )

    @classmethod
    def unpack(cls, packed: bytes) -> "TopicExample":
        """Return a packed example."""
        words = (len(packed) - 4 * _TOPICS) // 6
        slots = numpy.frombuffer(packed, "<i4", words).astype(numpy.int64)
        rest = numpy.frombuffer(packed, "<f2", offset=4 * words).astype(numpy.float32)
        return cls(slots, rest[:words], rest[words : words + _TOPICS], rest[words + _TOPICS :])


class ReplayMemory:
    """Examples by topic; a full topic loses a random one, so that old ones disappear."""

    def __init__(self) -> None:
        self._examples: dict[int, list[TopicExample]] = {}

    def keep(self, example: TopicExample, random: Random) -> None:
        """Store an example under its topic."""
        examples = self._examples.setdefault(int(example.wanted.argmax()), [])
        if len(examples) < _MAX_EXAMPLES:
            examples.append(example.shortened())
        else:
            examples[random.randrange(_MAX_EXAMPLES)] = example.shortened()

    def drawn(self, count: int, random: Random) -> Iterator[TopicExample]:
        """Yield random examples; all topics are equally likely, however many examples they had."""
        topics = sorted(self._examples)
        for topic in random.choices(topics, k=count) if topics else ():
            yield random.choice(self._examples[topic])

    def copy(self) -> "ReplayMemory":
        """Return a memory with the same examples."""
        memory = ReplayMemory()
        memory._examples = {topic: list(kept) for topic, kept in self._examples.items()}
        return memory

    def pack(self) -> bytes:
        """Return the examples as bytes."""
        return b"".join(
            _HEADER.pack(topic, len(example.slots)) + example.pack()
            for topic, examples in sorted(self._examples.items())
            for example in examples
        )

    @classmethod
    def unpack(cls, packed: bytes) -> "ReplayMemory":
        """Return packed examples, up to the first damaged one."""
        memory = cls()
        at = 0
        while at + _HEADER.size <= len(packed):
            topic, words = _HEADER.unpack_from(packed, at)
            at += _HEADER.size
            end = at + 6 * words + 4 * _TOPICS
            if end > len(packed) or topic >= _TOPICS:
                break
            memory._examples.setdefault(topic, []).append(TopicExample.unpack(packed[at:end]))
            at = end
        return memory
