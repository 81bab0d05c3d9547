"""The best path: which labels make the most of scores and transitions, for many chains at once."""

from collections.abc import Sequence

import numpy
from numpy.typing import NDArray

_NEVER = -1e9

Numbers = NDArray[numpy.float64]
Places = NDArray[numpy.int64]


def best_paths(
    scores: Numbers, lengths: Sequence[int], transitions: Numbers, opens: Numbers
) -> list[int]:
    """Return the labels of chains, whose tokens stand one after the other (Viterbi).

    Every step is taken in all chains that are long enough; `opens` is added to the first token's
    scores, and says that a name does not go on where it has not begun.
    """
    sizes = numpy.array(lengths)
    starts = numpy.cumsum(sizes) - sizes
    order = numpy.argsort(-sizes, kind="stable")
    sizes, starts = sizes[order], starts[order]
    going = [len(sizes), *(numpy.searchsorted(-sizes, -numpy.arange(1, sizes[0])).tolist())]
    totals = [scores[starts] + opens]
    origins: list[Places] = []
    for step, count in enumerate(going[1:], 1):
        ways = totals[-1][:count, :, None] + transitions
        origins.append(ways.argmax(axis=1))
        totals.append(ways.max(axis=1) + scores[starts[:count] + step])
    return _traced(totals, origins, starts, len(scores))


def _traced(totals: list[Numbers], origins: list[Places], starts: Places, tokens: int) -> list[int]:
    """Go back from the best last label of every chain."""
    found = numpy.zeros(tokens, numpy.int64)
    labels = numpy.zeros(0, numpy.int64)
    for step in range(len(totals) - 1, -1, -1):
        if len(labels):
            labels = origins[step][numpy.arange(len(labels)), labels]
        ended = totals[step][len(labels) :].argmax(axis=1)  # the chains that have no more tokens
        labels = numpy.concatenate((labels, ended))
        found[starts[: len(labels)] + step] = labels
    return found.tolist()
