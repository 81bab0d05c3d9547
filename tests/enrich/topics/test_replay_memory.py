"""A memory of lessons: shelves are equal, bounded, and survive packing as far as they are whole."""

import random

import numpy

from tidings.enrich.topics.replay_memory import ReplayMemory, TopicExample
from tidings.enrich.topics.subjects import SUBJECTS


def lesson(topic: int, words: int = 3) -> TopicExample:
    wanted = numpy.zeros(len(SUBJECTS), dtype=numpy.float32)
    wanted[topic] = 1
    amounts = numpy.linspace(1, 0.5, words, dtype=numpy.float32)
    return TopicExample(numpy.arange(words), amounts, numpy.zeros_like(wanted), wanted)


def test_shelves_are_asked_alike_however_full_they_are() -> None:
    memory, chance = ReplayMemory(), random.Random(1)
    for topic in [0] * 500 + [3]:
        memory.keep(lesson(topic), chance)
    recalled = [int(each.wanted.argmax()) for each in memory.recalled(200, chance)]
    assert 60 < recalled.count(3) < 140
    assert set(recalled) == {0, 3}


def test_an_empty_memory_recalls_nothing() -> None:
    assert list(ReplayMemory().recalled(3, random.Random(1))) == []


def test_a_memory_stays_small_whatever_it_is_taught() -> None:
    memory, chance = ReplayMemory(), random.Random(1)
    for number in range(2_000):
        memory.keep(lesson(number % len(SUBJECTS), 400), chance)
    assert len(memory.pack()) < 700_000


def test_what_is_packed_comes_back_and_what_is_cut_off_does_not() -> None:
    memory, chance = ReplayMemory(), random.Random(1)
    memory.keep(lesson(2), chance)
    memory.keep(lesson(5), chance)
    packed = memory.pack()
    assert ReplayMemory.unpack(packed).pack() == packed
    assert ReplayMemory.unpack(packed[:-1]).pack() == packed[: len(packed) // 2]
    assert ReplayMemory.unpack(b"\xff\xff\xff").pack() == b""
