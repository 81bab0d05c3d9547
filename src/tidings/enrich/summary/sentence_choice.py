"""Choosing sentences: the best that fit into a length, without saying a thing twice."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy

from tidings.enrich.summary.sentence_space import Matrix, Vector
from tidings.model.articles.summary import SummaryLength

SAME_CONTENT = (
    0.8  # share of what one of two sentences tells from which the other one tells it, too
)


@dataclass(frozen=True, slots=True)
class SummaryRoom:
    """How much may be chosen."""

    sentences: int
    words: int

    @classmethod
    def of(cls, length: SummaryLength, sizes: Sequence[int]) -> "SummaryRoom":
        """Return the room that a length gives in a text with sentences of such sizes."""
        total = sum(sizes)
        words = length.most_words(total)
        count = len(sizes) if length.sentences is None else length.sentences
        return cls(count, total if words is None else words)


@dataclass(frozen=True)
class SentenceSimilarity:
    """What sentences have in common, each with each."""

    cosine: Matrix
    overlap: Matrix
    penalty: float  # what a sentence loses that is the same as one taken, by its cosine


def chosen_sentences(
    weights: Vector,
    sizes: Sequence[int],
    room: SummaryRoom,
    likeness: SentenceSimilarity | None = None,
) -> list[int]:
    """Return the places of the best sentences for which there is room, in text order.

    A sentence is worth less by its likeness to the likest of those chosen before it, and nothing if
    it says the same. If none fits, it is the shortest: no text with a sentence has no summary.
    """
    lengths = numpy.asarray(sizes)
    worth = weights.astype(float, copy=True)
    fresh = numpy.ones(len(worth), dtype=bool)
    loss = numpy.zeros(len(worth))
    left = room.words
    places: list[int] = []
    while len(places) < room.sentences:
        fits = fresh & (lengths <= left)
        if not fits.any():
            break
        best = int(numpy.where(fits, worth - loss, -numpy.inf).argmax())
        places.append(best)
        fresh[best] = False
        left -= int(lengths[best])
        if likeness is not None:
            loss = numpy.maximum(loss, likeness.penalty * likeness.cosine[best])
            fresh &= likeness.overlap[best] < SAME_CONTENT
    return sorted(places) or [int(lengths.argmin())]


def opening_sentences(sizes: Sequence[int], room: SummaryRoom) -> list[int]:
    """Return the first sentences, as many as there is room for; one at least."""
    places: list[int] = []
    left = room.words
    for at, size in enumerate(sizes[: room.sentences]):
        if size > left:
            break
        places.append(at)
        left -= size
    return places or list(range(min(1, len(sizes))))
