"""Chooses the best sentences that fit into a length, without repetition."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy

from tidings.enrich.summary.sentence_space import Matrix, Vector
from tidings.model.articles.summary import SummaryLength

SAME_CONTENT = 0.8  # overlap from which two sentences have the same content


@dataclass(frozen=True, slots=True)
class SummaryRoom:
    """How many sentences and words may be chosen."""

    sentences: int
    words: int

    @classmethod
    def of(cls, length: SummaryLength, sizes: Sequence[int]) -> "SummaryRoom":
        """Return the room for a length in a text with sentences of these sizes."""
        total = sum(sizes)
        words = length.most_words(total)
        count = len(sizes) if length.sentences is None else length.sentences
        return cls(count, total if words is None else words)


@dataclass(frozen=True)
class SentenceSimilarity:
    """What each two sentences have in common."""

    cosine: Matrix
    overlap: Matrix
    penalty: float  # times the cosine with a chosen sentence


def chosen_sentences(
    weights: Vector,
    sizes: Sequence[int],
    room: SummaryRoom,
    similarity: SentenceSimilarity | None = None,
) -> list[int]:
    """Return the indexes of the best sentences that fit, in text order.

    A sentence loses value by its similarity to the most similar chosen one, and is excluded if it
    has the same content. If none fits, the shortest is chosen, so that every text has a summary.
    """
    lengths = numpy.asarray(sizes)
    values = weights.astype(float, copy=True)
    available = numpy.ones(len(values), dtype=bool)
    penalties = numpy.zeros(len(values))
    words_left = room.words
    places: list[int] = []
    while len(places) < room.sentences:
        fits = available & (lengths <= words_left)
        if not fits.any():
            break
        best = int(numpy.where(fits, values - penalties, -numpy.inf).argmax())
        places.append(best)
        available[best] = False
        words_left -= int(lengths[best])
        if similarity is not None:
            penalties = numpy.maximum(penalties, similarity.penalty * similarity.cosine[best])
            available &= similarity.overlap[best] < SAME_CONTENT
    return sorted(places) or [int(lengths.argmin())]


def opening_sentences(sizes: Sequence[int], room: SummaryRoom) -> list[int]:
    """Return the indexes of the first sentences that fit, at least one."""
    places: list[int] = []
    words_left = room.words
    for at, size in enumerate(sizes[: room.sentences]):
        if size > words_left:
            break
        places.append(at)
        words_left -= size
    return places or list(range(min(1, len(sizes))))
