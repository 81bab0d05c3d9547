"""Lessons: what the sections of crawled articles have taught about the words of the topics.

A logistic regression on top of the seed words, taught one article at a time; words are known by
their hash, and a few articles of every topic are gone over again. Only labels that a site gave
itself teach anything, never a guess of ours. What is old fades. It is not for two threads at once,
and it opens no file: whoever keeps it packs it.
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

_PLACES = (
    1 << 17
)  # words of all languages together; 9 MB, and with the memory at most 5.4 MB packed
_RATE = 10.0  # how far one lesson moves a word that was never seen: 3 and 30 taught less
_HALF_LIFE = 50_000  # lessons after which one counts half
_FADED_EVERY = 500  # lessons: it takes a millisecond
_SURE = 0.5  # of a topic's label, at least
_MAX_TOPICS = 2  # labels for more than that say little about the words
_REPLAYED = 2  # earlier lessons that are gone over again with each
_NOWHERE = -1
_MAX_REMEMBERED = 65_536  # words of one language
_HEADER = struct.Struct("<8sId")
_MAGIC = b"topics 2"

Places = NDArray[numpy.int64]


class TopicModel:
    """Weights of words for topics, and how often each topic was taught."""

    def __init__(self, weights: NDArray[numpy.float32], uses: NDArray[numpy.float32],
                 taught: NDArray[numpy.float64], total: int) -> None:  # fmt: skip
        self._weights = weights  # by hash of the word and topic
        self._uses = uses  # of each word, which moves the less the more there were
        self._taught = taught  # lessons by topic, fading
        self.total = total  # lessons so far
        self._memory = ReplayMemory()

    @classmethod
    def empty(cls) -> "TopicModel":
        """Return lessons in which nothing was learned yet."""
        topics = len(SUBJECTS)
        return cls(numpy.zeros((_PLACES, topics), dtype=numpy.float32),
                   numpy.zeros(_PLACES, dtype=numpy.float32), numpy.zeros(topics), 0)  # fmt: skip

    def learn(self, title: ParsedText, body: ParsedText, labels: Sequence[str]) -> bool:
        """Learn from an article's own labels; tell whether they said anything."""
        named = [slug for slug, (sure, _) in topics_of_labels(labels).items() if sure >= _SURE]
        words = article_words(title, body)
        places, amounts = _hashed(words)
        if not named or len(named) > _MAX_TOPICS or not len(places):
            return False
        wanted = numpy.zeros(len(SUBJECTS), dtype=numpy.float32)
        wanted[[SUBJECT_INDEX[slug] for slug in named]] = 1 / len(named)
        self._taught += wanted
        lesson = TopicExample(places, amounts, seed_logits(words), wanted)
        chance = random.Random(self.total)
        for each in (lesson, *self._memory.recalled(_REPLAYED, chance)):
            self._take(each)
        self._memory.keep(lesson, chance)
        self._fade()
        self.total += 1
        return True

    def logits(self, words: ArticleWords) -> Logits:
        """Return what the learned words say about an article."""
        return self._said(*_hashed(words))

    def word_logits(self, words: ArticleWords) -> dict[str, Logits]:
        """Return the same word by word."""
        hashed = _hashed(words)
        rows = self._weights[hashed[0]] * hashed[1][:, None]
        return dict(zip(_hashed_terms(words), rows, strict=True))

    def pack(self) -> bytes:
        """Return the lessons as bytes."""
        head = _HEADER.pack(_MAGIC, len(SUBJECTS), float(self.total))
        parts = (self._weights.astype("<f2"), self._uses.astype("<f2"), self._taught.astype("<f8"))
        tables = b"".join(part.tobytes() for part in parts)
        return head + zlib.compress(tables + self._memory.pack(), 1)

    @classmethod
    def unpack(cls, packed: bytes) -> "TopicModel":
        """Return packed lessons; damaged ones, or those of another version, begin anew."""
        lessons = cls.empty()
        try:
            magic, topics, total = _HEADER.unpack_from(packed)
            data = zlib.decompress(packed[_HEADER.size :])
        except (struct.error, zlib.error):
            return lessons
        cells = _PLACES * len(SUBJECTS)
        if (magic, topics) != (_MAGIC, len(SUBJECTS)) or len(data) < _size():
            return lessons
        lessons._weights[:] = numpy.frombuffer(data, "<f2", cells).reshape(_PLACES, -1)
        lessons._uses[:] = numpy.frombuffer(data, "<f2", _PLACES, 2 * cells)
        lessons._taught[:] = numpy.frombuffer(data, "<f8", len(SUBJECTS), 2 * (cells + _PLACES))
        lessons.total = int(total)
        lessons._memory = ReplayMemory.unpack(data[_size() :])
        return lessons

    def _said(self, places: Places, amounts: Logits) -> Logits:
        said: Logits = amounts @ self._weights[places]
        return said

    def _take(self, lesson: TopicExample) -> None:
        """Move the words of an article towards what was wanted of it."""
        logits = lesson.seeds + self._said(lesson.places, lesson.amounts)
        error = lesson.wanted - self._guessed(logits)
        self._uses[lesson.places] += lesson.amounts * lesson.amounts
        steps = _RATE * lesson.amounts / numpy.sqrt(1 + self._uses[lesson.places])
        numpy.add.at(self._weights, lesson.places, steps[:, None] * error)

    def _guessed(self, logits: Logits) -> Logits:
        """How likely each topic would have been, among those that were ever taught.

        The others must not suffer: that nobody labelled them says nothing about their words.
        """
        taught = self._taught > 0
        powers = numpy.where(taught, numpy.exp(logits - logits[taught].max()), 0)
        guessed: Logits = powers / powers.sum()
        return guessed

    def _fade(self) -> None:
        if self.total % _FADED_EVERY == _FADED_EVERY - 1:
            left = 0.5 ** (_FADED_EVERY / _HALF_LIFE)
            for table in (self._weights, self._uses, self._taught):
                table *= left


class _WordSlots(dict[str, int]):
    """Where the words of one language have their weights; small words, numbers, phrases don't."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._salt = zlib.crc32(language.encode())
        self._small = stop_words(language)

    def __missing__(self, term: str) -> int:
        place = _NOWHERE
        if term not in self._small and not term[0].isdecimal() and " " not in term:
            place = zlib.crc32(term.encode("utf-8", "replace"), self._salt) % _PLACES
        if len(self) >= _MAX_REMEMBERED:
            self.clear()
        self[term] = place
        return place


@cache
def _word_slots(language: str) -> _WordSlots:
    return _WordSlots(language)


def _hashed(words: ArticleWords) -> tuple[Places, Logits]:
    """The places of an article's terms, and how much each stands there, to a length of one."""
    of_all = map(_word_slots(words.language).__getitem__, words.amounts)
    places = numpy.fromiter(of_all, dtype=numpy.int64, count=len(words.amounts))
    amounts = numpy.fromiter(words.amounts.values(), numpy.float32, len(words.amounts))
    kept = places != _NOWHERE
    rooted = numpy.sqrt(amounts[kept])
    length = max(float(numpy.linalg.norm(rooted)), 1.0)
    return places[kept], rooted / numpy.float32(length)


def _hashed_terms(words: ArticleWords) -> list[str]:
    """The terms that `_hashed` has, in its order."""
    placed = _word_slots(words.language)
    return [term for term in words.amounts if placed[term] != _NOWHERE]


def _size() -> int:
    return 2 * _PLACES * (len(SUBJECTS) + 1) + 8 * len(SUBJECTS)
