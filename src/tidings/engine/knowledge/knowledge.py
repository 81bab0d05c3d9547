"""Knowledge: what the first articles of a home taught about words and topics.

A version is the number of its last lesson, and versions are made at fixed numbers. So a version
depends only on the lessons up to it, not on when, how often or by whom it was made.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tidings.enrich.topics.replay_memory import TopicExample
from tidings.enrich.topics.topic_model import TopicModel
from tidings.store.tables.articles.lessons import Lesson
from tidings.text.frequency.corpus import Corpus

_FIRST = 64  # lessons in the first version; fewer change next to nothing
_GROWTH = 4  # each version is as many times as large as the last …
_MAX_STEP = 1024  # … or has so many lessons more: loading a version takes 40 ms


@dataclass(frozen=True, slots=True)
class Knowledge:
    """One version; nobody changes it."""

    version: int
    corpus: Corpus
    topics: TopicModel


def no_knowledge() -> Knowledge:
    """Return the version before the first lesson."""
    return Knowledge(0, Corpus.empty(), TopicModel.empty())


def version_after(version: int) -> int:
    """Return the version that follows."""
    return max(_FIRST, min(version * _GROWTH, version + _MAX_STEP))


def taught(known: Knowledge, version: int, lessons: Iterable[Lesson]) -> Knowledge:
    """Return a later version, from an earlier one and all lessons between them."""
    corpus = Corpus(known.corpus.counts.copy())
    topics = known.topics.copy()
    for lesson in lessons:
        corpus.count(lesson.terms)
        if lesson.topic:
            topics.learn_example(TopicExample.unpack(lesson.topic))
    return Knowledge(version, corpus, topics)
