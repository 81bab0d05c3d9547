"""Re-ranking by meaning (an extra): the first candidates by their likeness to the query.

Likeness is the cosine of summed word vectors, for the title and for the best passage of a text.
This finds no further articles; it only reorders those that the words have found.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from tidings.search.rank.vectors import Floats
from tidings.search.rank.word_vectors import Matrix, WordVectors, word_vectors

DEPTH: Final = 50  # candidates to re-rank: the text of each must be read
WEIGHT: Final = 0.3  # of likeness, the rest being the model's score; see decision 011

_HALF = 48  # words; a passage is two halves, and overlaps the next by one half


def reranked(
    query: str,
    titles: Sequence[str],
    texts: Sequence[str],
    scores: Floats,
    weight: float = WEIGHT,
) -> Floats:
    """Return new scores for the candidates, within the range of the old ones.

    So articles ranked below the candidates stay below. Raises SemanticMissing without the extra.
    """
    alike = likeness(query, titles, texts)
    if len(alike) < 2:
        return scores
    low, high = scores.min(), scores.max()
    spread = (alike - alike.min()) / max(np.ptp(alike), 1e-9)
    return np.asarray((1 - weight) * scores + weight * (low + (high - low) * spread))


def likeness(query: str, titles: Sequence[str], texts: Sequence[str]) -> Floats:
    """Return the likeness of the query and each candidate, from -1 to 1; 0 without known words."""
    vectors = word_vectors()
    wanted = _unit(vectors.of(query).sum(axis=0))
    return np.array(
        [_alike(vectors, wanted, *candidate) for candidate in zip(titles, texts, strict=True)]
    )


def _alike(vectors: WordVectors, wanted: Matrix, title: str, text: str) -> float:
    """The mean likeness of the title and the best passage; without a title, the passage's."""
    passages = _passages(vectors.of(f"{title} {text}"))
    best = float((passages @ wanted).max()) if len(passages) else 0.0
    heading = vectors.of(title)
    if not len(heading):
        return best
    return (best + float(_unit(heading.sum(axis=0)) @ wanted)) / 2


def _passages(words: Matrix) -> Matrix:
    """The unit vectors of a text's passages."""
    if not len(words):
        return words
    whole = len(words) // _HALF * _HALF
    halves = words[:whole].reshape(-1, _HALF, words.shape[1]).sum(axis=1)
    if whole < len(words):  # the last half; np.add.reduceat takes seven times as long
        halves = np.vstack([halves, words[whole:].sum(axis=0)])
    return _unit(halves[:-1] + halves[1:] if len(halves) > 1 else halves)


def _unit(vectors: Matrix) -> Matrix:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, np.float32(1e-9)))
