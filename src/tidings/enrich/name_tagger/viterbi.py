"""The Viterbi algorithm: the best labels by scores and transitions, for many chains at once."""

from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

_NEVER = -1e9

Numbers = NDArray[numpy.float64]
Places = NDArray[numpy.int64]


def best_paths(
    scores: Numbers, lengths: Sequence[int], transitions: Numbers, start_scores: Numbers
) -> list[int]:
    """Return the best labels of chains whose tokens are concatenated.

    Every step is computed for all chains that are long enough. `start_scores` are added to the
    scores of first tokens: they exclude labels that cannot start a chain.
    """
    sizes = numpy.array(lengths)
    starts = numpy.cumsum(sizes) - sizes
    order = numpy.argsort(-sizes, kind="stable")
    sizes, starts = sizes[order], starts[order]
    running = [len(sizes), *(numpy.searchsorted(-sizes, -numpy.arange(1, sizes[0])).tolist())]
    totals = [scores[starts] + start_scores]
    origins: list[Places] = []
    for step, count in enumerate(running[1:], 1):
        candidates = totals[-1][:count, :, None] + transitions
        origins.append(candidates.argmax(axis=1))
        totals.append(candidates.max(axis=1) + scores[starts[:count] + step])
    return _traced(totals, origins, starts, len(scores))


def _traced(totals: list[Numbers], origins: list[Places], starts: Places, tokens: int) -> list[int]:
    """Trace back from the best last label of every chain."""
    found = numpy.zeros(tokens, numpy.int64)
    labels = numpy.zeros(0, numpy.int64)
    for step in range(len(totals) - 1, -1, -1):
        if len(labels):
            labels = origins[step][numpy.arange(len(labels)), labels]
        ended = totals[step][len(labels) :].argmax(axis=1)  # of the chains that end here
        labels = numpy.concatenate((labels, ended))
        found[starts[: len(labels)] + step] = labels
    return found.tolist()
