"""Choosing sentences: the best that fit into a length, without saying a thing twice."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy

from tidings.enrich.space import Matrix, Vector
from tidings.model.summary import Length

SAME = 0.8  # cosine from which two sentences tell the same; one that only goes on stays below


@dataclass(frozen=True, slots=True)
class Room:
    """How much may be chosen."""

    sentences: int
    words: int

    @classmethod
    def of(cls, length: Length, sizes: Sequence[int]) -> "Room":
        """Return the room that a length gives in a text with sentences of such sizes."""
        total = sum(sizes)
        words = length.most_words(total)
        count = len(sizes) if length.sentences is None else length.sentences
        return cls(count, total if words is None else words)


def chosen(
    weights: Vector,
    sizes: Sequence[int],
    room: Room,
    likeness: Matrix | None = None,
    redundancy: float = 0.0,
) -> list[int]:
    """Return the places of the best sentences for which there is room, in text order.

    A sentence is worth less by its likeness to the likest of those chosen before it, and nothing if
    it says the same. If none fits, it is the shortest: no text with a sentence has no summary.
    """
    lengths = numpy.asarray(sizes)
    worth = weights.astype(float, copy=True)
    said = numpy.zeros(len(worth))
    left = room.words
    places: list[int] = []
    while len(places) < room.sentences:
        fits = (lengths <= left) & (said < SAME)
        open_worth = numpy.where(fits, worth - redundancy * said, -numpy.inf)
        best = int(open_worth.argmax()) if len(open_worth) else 0
        if not len(open_worth) or open_worth[best] == -numpy.inf:
            break
        places.append(best)
        worth[best] = -numpy.inf
        left -= int(lengths[best])
        if likeness is not None:
            said = numpy.maximum(said, likeness[best])
    if not places and len(worth):
        places = [int(numpy.where(weights > -numpy.inf, lengths, lengths.max() + 1).argmin())]
    return sorted(places)


def opening(sizes: Sequence[int], room: Room) -> list[int]:
    """Return the first sentences, as many as there is room for; one at least."""
    places: list[int] = []
    left = room.words
    for at, size in enumerate(sizes[: room.sentences]):
        if size > left:
            break
        places.append(at)
        left -= size
    return places or list(range(min(1, len(sizes))))
