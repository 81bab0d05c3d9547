"""The topic model: what was learned about words from the sections of crawled articles.

A logistic regression on top of the seed words, trained online; words are hashed, and a few examples
of every topic are replayed. Only labels that a site gave its articles are used, never our own
guesses. Old examples lose weight. The model is not thread-safe and opens no file: callers store
what `pack` returns.
"""

import random
import struct
import zlib
from collections.abc import Sequence
from functools import cache

import numpy
from numpy.typing import NDArray

from tidings.enrich.topics.replay_memory import ReplayMemory, TopicExample
from tidings.enrich.topics.sections import topics_of_labels
from tidings.enrich.topics.subjects import SUBJECT_INDEX, SUBJECTS
from tidings.enrich.topics.topic_evidence import ArticleWords, Logits, article_words, seed_logits
from tidings.text.parsing.parsed_text import ParsedText
from tidings.text.terms.stopwords import stop_words

_SLOTS = 1 << 17  # for words of all languages; 9 MB, packed with the memory at most 5.4 MB
_LEARNING_RATE = 10.0  # for a new word; 3 and 30 were worse
_HALF_LIFE = 50_000  # examples after which one counts half
_DECAY_EVERY = 500  # examples; a decay takes a millisecond
_MIN_SURENESS = 0.5  # of a label
_MAX_TOPICS = 2  # labels with more topics say little about the words
_REPLAYED = 2  # earlier examples that are learned again with each new one
_NO_SLOT = -1
_MAX_CACHED = 65_536  # words of one language
_HEADER = struct.Struct("<8sId")
_COUNT = struct.Struct("<I")
_MAGIC = b"topics 3"
_EARLIER_MAGIC = b"topics 2"  # with the rows of all slots, used or not

Slots = NDArray[numpy.int64]


class TopicModel:
    """The weights of words for topics, and the number of examples of each topic."""

    def __init__(self, weights: NDArray[numpy.float32], uses: NDArray[numpy.float32],
                 examples: NDArray[numpy.float64], total: int) -> None:  # fmt: skip
        self._weights = weights  # by hash of the word and topic
        self._uses = uses  # of each word; more uses mean smaller steps (AdaGrad)
        self._examples_by_topic = examples  # examples by topic, with decay
        self.total = total  # examples so far
        self._memory = ReplayMemory()

    @classmethod
    def empty(cls) -> "TopicModel":
        """Return an untrained model."""
        topics = len(SUBJECTS)
        return cls(numpy.zeros((_SLOTS, topics), dtype=numpy.float32),
                   numpy.zeros(_SLOTS, dtype=numpy.float32), numpy.zeros(topics), 0)  # fmt: skip

    def learn(self, title: ParsedText, body: ParsedText, labels: Sequence[str]) -> bool:
        """Learn from the labels of an article; return whether they were usable."""
        example = topic_example(title, body, labels)
        if example is not None:
            self.learn_example(example)
        return example is not None

    def learn_example(self, example: TopicExample) -> None:
        """Learn from an example, and again from a few earlier ones."""
        self._examples_by_topic += example.wanted
        randomness = random.Random(self.total)
        for example_to_learn in (example, *self._memory.drawn(_REPLAYED, randomness)):
            self._move_weights(example_to_learn)
        self._memory.keep(example, randomness)
        self._decay()
        self.total += 1

    def logits(self, words: ArticleWords) -> Logits:
        """Return the logits of an article by its learned words."""
        return self._logits(*_hashed(words))

    def word_logits(self, words: ArticleWords) -> dict[str, Logits]:
        """Return the logits of each word."""
        hashed = _hashed(words)
        rows = self._weights[hashed[0]] * hashed[1][:, None]
        return dict(zip(_hashed_terms(words), rows, strict=True))

    def copy(self) -> "TopicModel":
        """Return a model that learns on its own."""
        tables = (self._weights.copy(), self._uses.copy(), self._examples_by_topic.copy())
        model = TopicModel(*tables, self.total)
        model._memory = self._memory.copy()
        return model

    def pack(self) -> bytes:
        """Return the model as bytes: the rows of the words that it has seen, and its memory."""
        head = _HEADER.pack(_MAGIC, len(SUBJECTS), float(self.total))
        used = numpy.flatnonzero(self._uses)
        parts = (
            used.astype("<u4"),
            self._weights[used].astype("<f2"),
            self._uses[used].astype("<f2"),
            self._examples_by_topic.astype("<f8"),
        )
        tables = b"".join(part.tobytes() for part in parts)
        return head + zlib.compress(_COUNT.pack(len(used)) + tables + self._memory.pack(), 1)

    @classmethod
    def unpack(cls, packed: bytes) -> "TopicModel":
        """Return a packed model; an untrained one if it is damaged or has another version."""
        try:
            magic, topic_count, total = _HEADER.unpack_from(packed)
            data = zlib.decompress(packed[_HEADER.size :])
            if topic_count == len(SUBJECTS) and magic in (_MAGIC, _EARLIER_MAGIC):
                return cls._unpacked(data, int(total), magic == _EARLIER_MAGIC)
        except (struct.error, zlib.error, ValueError, IndexError):
            pass
        return cls.empty()

    @classmethod
    def _unpacked(cls, data: bytes, total: int, is_earlier: bool) -> "TopicModel":
        """Read the tables; raises an error if they are too short or name slots that are not."""
        model, at = cls.empty(), 0
        used: Slots | slice = slice(None)
        count = _SLOTS
        if not is_earlier:
            (count,) = _COUNT.unpack_from(data)
            used = numpy.frombuffer(data, "<u4", count, _COUNT.size).astype(numpy.int64)
            at = _COUNT.size + 4 * count
        cells = count * len(SUBJECTS)
        model._weights[used] = numpy.frombuffer(data, "<f2", cells, at).reshape(count, -1)
        model._uses[used] = numpy.frombuffer(data, "<f2", count, at + 2 * cells)
        at += 2 * (cells + count)
        model._examples_by_topic[:] = numpy.frombuffer(data, "<f8", len(SUBJECTS), at)
        model.total = total
        model._memory = ReplayMemory.unpack(data[at + 8 * len(SUBJECTS) :])
        return model

    def _logits(self, slots: Slots, amounts: Logits) -> Logits:
        logits: Logits = amounts @ self._weights[slots]
        return logits

    def _move_weights(self, example: TopicExample) -> None:
        """Move the weights of an article's words towards the right topics."""
        logits = example.seeds + self._logits(example.slots, example.amounts)
        error = example.wanted - self._predicted(logits)
        self._uses[example.slots] += example.amounts * example.amounts
        steps = _LEARNING_RATE * example.amounts / numpy.sqrt(1 + self._uses[example.slots])
        numpy.add.at(self._weights, example.slots, steps[:, None] * error)

    def _predicted(self, logits: Logits) -> Logits:
        """The probability of each topic, among those with examples.

        Topics without examples are left out: that nobody labelled them says nothing about words.
        """
        known = self._examples_by_topic > 0
        powers = numpy.where(known, numpy.exp(logits - logits[known].max()), 0)
        predicted: Logits = powers / powers.sum()
        return predicted

    def _decay(self) -> None:
        if self.total % _DECAY_EVERY == _DECAY_EVERY - 1:
            remaining = 0.5 ** (_DECAY_EVERY / _HALF_LIFE)
            for table in (self._weights, self._uses, self._examples_by_topic):
                table *= remaining


def topic_example(
    title: ParsedText, body: ParsedText, labels: Sequence[str]
) -> TopicExample | None:
    """Return what the labels of an article teach; None if they are not usable."""
    topics = [
        slug
        for slug, (sureness, _) in topics_of_labels(labels).items()
        if sureness >= _MIN_SURENESS
    ]
    if not topics or len(topics) > _MAX_TOPICS:
        return None
    words = article_words(title, body)
    slots, amounts = _hashed(words)
    if not len(slots):
        return None
    wanted = numpy.zeros(len(SUBJECTS), dtype=numpy.float32)
    wanted[[SUBJECT_INDEX[slug] for slug in topics]] = 1 / len(topics)
    return TopicExample(slots, amounts, seed_logits(words), wanted)


class _WordSlots(dict[str, int]):
    """The slots of one language's words; stop words, numbers and phrases have none."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._salt = zlib.crc32(language.encode())
        self._stop_words = stop_words(language)

    def __missing__(self, term: str) -> int:
        slot = _NO_SLOT
        if term not in self._stop_words and not term[0].isdecimal() and " " not in term:
            slot = zlib.crc32(term.encode("utf-8", "replace"), self._salt) % _SLOTS
        if len(self) >= _MAX_CACHED:
            self.clear()
        self[term] = slot
        return slot


@cache
def _word_slots(language: str) -> _WordSlots:
    return _WordSlots(language)


def _hashed(words: ArticleWords) -> tuple[Slots, Logits]:
    """The slots of an article's terms, and the roots of their amounts, normalised to length one."""
    all_slots = map(_word_slots(words.language).__getitem__, words.amounts)
    slots = numpy.fromiter(all_slots, dtype=numpy.int64, count=len(words.amounts))
    amounts = numpy.fromiter(words.amounts.values(), numpy.float32, len(words.amounts))
    kept = slots != _NO_SLOT
    roots = numpy.sqrt(amounts[kept])
    length = max(float(numpy.linalg.norm(roots)), 1.0)
    return slots[kept], roots / numpy.float32(length)


def _hashed_terms(words: ArticleWords) -> list[str]:
    """The terms of `_hashed`, in its order."""
    slots = _word_slots(words.language)
    return [term for term in words.amounts if slots[term] != _NO_SLOT]
