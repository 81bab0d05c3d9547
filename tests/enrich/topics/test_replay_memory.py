"""The replay memory: topics are equal and bounded, and complete examples survive packing."""

import random

import numpy

from tidings.enrich.topics.replay_memory import ReplayMemory, TopicExample
from tidings.enrich.topics.subjects import SUBJECTS


def example(topic: int, words: int = 3) -> TopicExample:
    wanted = numpy.zeros(len(SUBJECTS), dtype=numpy.float32)
    wanted[topic] = 1
    amounts = numpy.linspace(1, 0.5, words, dtype=numpy.float32)
    return TopicExample(numpy.arange(words), amounts, numpy.zeros_like(wanted), wanted)


def test_topics_are_drawn_equally_often_however_many_examples_they_have() -> None:
    memory, randomness = ReplayMemory(), random.Random(1)
    for topic in [0] * 500 + [3]:
        memory.keep(example(topic), randomness)
    drawn = [int(each.wanted.argmax()) for each in memory.drawn(200, randomness)]
    assert 60 < drawn.count(3) < 140
    assert set(drawn) == {0, 3}


def test_an_empty_memory_draws_nothing() -> None:
    assert list(ReplayMemory().drawn(3, random.Random(1))) == []


def test_a_memory_stays_small_after_many_examples() -> None:
    memory, randomness = ReplayMemory(), random.Random(1)
    for number in range(2_000):
        memory.keep(example(number % len(SUBJECTS), 400), randomness)
    assert len(memory.pack()) < 700_000


def test_examples_survive_packing_and_truncated_ones_are_dropped() -> None:
    memory, randomness = ReplayMemory(), random.Random(1)
    memory.keep(example(2), randomness)
    memory.keep(example(5), randomness)
    packed = memory.pack()
    assert ReplayMemory.unpack(packed).pack() == packed
    assert ReplayMemory.unpack(packed[:-1]).pack() == packed[: len(packed) // 2]
    assert ReplayMemory.unpack(b"\xff\xff\xff").pack() == b""
