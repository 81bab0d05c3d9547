"""Re-ranking by meaning, an extra: the first candidates anew, by how alike they and the query are.

Likeness is the cosine of summed word vectors, for the title and for the best passage of a text. It
finds nothing new: it only puts in order what the words have found.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from tidings.search.rank.vectors import Floats
from tidings.search.rank.word_vectors import Matrix, WordVectors, word_vectors

DEPTH: Final = 50  # candidates to re-rank: the text of each must be read
WEIGHT: Final = 0.3  # of likeness against the model's score; docs/decisions/011-semantic.md

_HALF = 48  # words; a passage is two halves, and its second half is the first of the next


def reranked(
    query: str,
    titles: Sequence[str],
    texts: Sequence[str],
    scores: Floats,
    weight: float = WEIGHT,
) -> Floats:
    """Return new scores for the candidates, within the range of the old ones.

    So whoever stands behind the candidates stays behind. SemanticMissing without the extra.
    """
    alike = likeness(query, titles, texts)
    if len(alike) < 2:
        return scores
    low, high = scores.min(), scores.max()
    spread = (alike - alike.min()) / max(np.ptp(alike), 1e-9)
    return np.asarray((1 - weight) * scores + weight * (low + (high - low) * spread))


def likeness(query: str, titles: Sequence[str], texts: Sequence[str]) -> Floats:
    """Return how alike the query and each candidate are, from -1 to 1; 0 where there is no word."""
    vectors = word_vectors()
    wanted = _unit(vectors.of(query).sum(axis=0))
    return np.array(
        [_alike(vectors, wanted, *candidate) for candidate in zip(titles, texts, strict=True)]
    )


def _alike(vectors: WordVectors, wanted: Matrix, title: str, text: str) -> float:
    """The mean of the title's likeness and the best passage's; a text may have no title."""
    passages = _passages(vectors.of(f"{title} {text}"))
    best = float((passages @ wanted).max()) if len(passages) else 0.0
    heading = vectors.of(title)
    if not len(heading):
        return best
    return (best + float(_unit(heading.sum(axis=0)) @ wanted)) / 2


def _passages(words: Matrix) -> Matrix:
    """The directions of a text's passages."""
    if not len(words):
        return words
    whole = len(words) // _HALF * _HALF
    halves = words[:whole].reshape(-1, _HALF, words.shape[1]).sum(axis=1)
    if whole < len(words):  # the last one; np.add.reduceat would do it all, but in seven times
        halves = np.vstack([halves, words[whole:].sum(axis=0)])
    return _unit(halves[:-1] + halves[1:] if len(halves) > 1 else halves)


def _unit(vectors: Matrix) -> Matrix:
    lengths = np.linalg.norm(vectors, axis=-1, keepdims=True)
    return np.asarray(vectors / np.maximum(lengths, np.float32(1e-9)))
