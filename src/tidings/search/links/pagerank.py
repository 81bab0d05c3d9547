"""PageRank over numbered nodes with weighted links, using only numpy.

Links are stored once, sorted by target, so that a round is three passes over flat arrays: take what
each source gives, weight it, sum the runs. This is done in blocks that fit into the processor's
cache. scipy's sparse matrices take half the time, but are not in the default installation
(benchmarks/pagerank.py).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tidings.model.search.dangling_policy import DanglingPolicy

Floats = NDArray[np.float64]
Numbers = NDArray[np.int64]

# What the Penn engine adds to every page in every round, in addition to 1 - .85, to replace the
# score lost in sinks, and its number of rounds.
INJECTION: Final = 0.6
INJECTION_ROUNDS: Final = 20

_BLOCK: Final = 131_072  # links at a time: 1 MB
_LOW: Final = 0xFFFF_FFFF


@dataclass(frozen=True, slots=True, eq=False)
class NodeRanks:
    """The ranks of all nodes, which sum to 1, and how they were computed."""

    ranks: Floats
    floor: float  # the rank of a node that nothing links to
    rounds: int
    change: float  # in the last round, summed over all nodes


def page_rank(
    sources: ArrayLike,
    targets: ArrayLike,
    n: int,
    damping: float = 0.85,
    weights: ArrayLike | None = None,
    *,
    dangling: DanglingPolicy = DanglingPolicy.UNIFORM,
    tolerance: float = 1e-10,
    max_rounds: int = 200,
) -> NodeRanks:
    """Return the ranks of `n` nodes that link to each other.

    A link of a node to itself does not count. A repeated link counts once; weights are summed.
    Rounds end when one changes all ranks together by less than `tolerance`. Every round leaves at
    most `damping` of the previous change, so 1e-10 takes at most 145 rounds.
    """
    matrix = LinkMatrix.of(sources, targets, n, weights)
    return matrix_rank(matrix, damping, dangling, tolerance, max_rounds)


def matrix_rank(
    matrix: "LinkMatrix",
    damping: float,
    dangling: DanglingPolicy,
    tolerance: float,
    max_rounds: int,
) -> NodeRanks:
    """Return the ranks of nodes whose links are already sorted."""
    if matrix.n == 0:
        return NodeRanks(np.zeros(0), 0.0, 0, 0.0)
    if dangling is DanglingPolicy.INJECTION:
        return _injected(matrix, damping, tolerance, max_rounds)
    return _shared(matrix, damping, tolerance, max_rounds)


def _shared(matrix: "LinkMatrix", damping: float, tolerance: float, max_rounds: int) -> NodeRanks:
    n = matrix.n
    ranks = np.full(n, 1.0 / n)
    floor, change, rounds = 1.0 / n, np.inf, 0
    while rounds < max_rounds and change > tolerance:
        floor = (1.0 - damping + damping * float(ranks[matrix.sinks].sum())) / n
        after = matrix.flow(ranks)
        after *= damping
        after += floor
        change = float(np.abs(after - ranks).sum())
        ranks, rounds = after, rounds + 1
    total = float(ranks.sum())  # 1 except for rounding errors, which must not accumulate
    return NodeRanks(ranks / total, floor / total, rounds, change)


def _injected(matrix: "LinkMatrix", damping: float, tolerance: float, max_rounds: int) -> NodeRanks:
    """The Penn engine's method, with its scores divided by their sum.

    With enough rounds it equals `_shared`: both solve r = c + d·Aᵀr, with a different c.
    """
    floor = 1.0 - damping + INJECTION
    scores = np.ones(matrix.n)
    change, rounds = np.inf, 0
    while rounds < max_rounds and change > tolerance:
        after = matrix.flow(scores)
        after *= damping
        after += floor
        change = float(np.abs(after - scores).sum()) / matrix.n
        scores, rounds = after, rounds + 1
    total = float(scores.sum())
    return NodeRanks(scores / total, floor / total, rounds, change)


@dataclass(frozen=True, slots=True, eq=False)
class LinkMatrix:
    """The links sorted by target, with the share of its rank that a node gives to each link."""

    n: int
    sources: NDArray[np.int32]
    shares: Floats | None  # of its source's rank, for each link; None: all links equal
    rows: NDArray[np.int32]  # the nodes with links to them
    gives: Floats  # factor of a node's rank: 1 / its number of links, or 1 if there are shares
    sinks: Numbers  # the nodes without links
    blocks: tuple["_Block", ...]  # runs of rows with about equally many links

    @classmethod
    def of(
        cls, sources: ArrayLike, targets: ArrayLike, n: int, weights: ArrayLike | None = None
    ) -> "LinkMatrix":
        """Sort the links; raise ValueError for a link from or to an unknown node."""
        pairs, weight = _distinct(*_links(sources, targets, n), weights)
        source, target = (pairs & _LOW).astype(np.int32), (pairs >> 32).astype(np.int32)
        out = np.bincount(source, weight, minlength=n).astype(np.float64)
        with np.errstate(divide="ignore"):
            gives = np.where(out > 0, 1.0 / out, 0.0)
        starts = np.flatnonzero(np.diff(target, prepend=-1))
        if weight is not None:
            weight = weight * gives[source]
        return cls(
            n=n,
            sources=source,
            shares=weight,
            rows=target[starts],
            gives=gives if weight is None else np.ones(1),
            sinks=np.flatnonzero(out == 0),
            blocks=tuple(_blocks(starts, len(source))),
        )

    def flow(self, ranks: Floats) -> Floats:
        """Return the sum that every node receives from the nodes that link to it."""
        given = ranks * self.gives
        received = np.zeros(self.n)
        for block in self.blocks:
            # "clip" skips the bounds check; all numbers are known to be valid.
            passing = given.take(self.sources[block.links], mode="clip")
            if self.shares is not None:
                passing *= self.shares[block.links]
            received[self.rows[block.rows]] = np.add.reduceat(passing, block.starts)
        return received


@dataclass(frozen=True, slots=True, eq=False)
class _Block:
    rows: slice
    links: slice
    starts: Numbers  # within the block


def _links(sources: ArrayLike, targets: ArrayLike, n: int) -> tuple[Numbers, Numbers]:
    source, target = (np.asarray(each, dtype=np.int64) for each in (sources, targets))
    if source.shape != target.shape or source.ndim != 1:
        raise ValueError("there must be as many sources as targets")
    if n > _LOW >> 1 or (len(source) and not _within(source, n) & _within(target, n)):
        raise ValueError(f"nodes are numbered from 0 to {n - 1}")
    return source, target


def _within(numbers: Numbers, n: int) -> bool:
    return bool(numbers.min() >= 0 and numbers.max() < n)


def _distinct(
    source: Numbers, target: Numbers, weights: ArrayLike | None
) -> tuple[Numbers, Floats | None]:
    """Return each link once, as one number sorted by target, with the weights summed."""
    kept = source != target
    if weights is None:
        return _unique(((target << 32) | source)[kept]), None
    weight = np.asarray(weights, dtype=np.float64)
    kept &= np.isfinite(weight) & (weight > 0)
    pairs, weight = ((target << 32) | source)[kept], weight[kept]
    order = np.argsort(pairs)
    pairs, weight = pairs[order], weight[order]
    if not len(pairs):
        return pairs, weight
    starts = np.flatnonzero(np.diff(pairs, prepend=-1))
    return pairs[starts], np.add.reduceat(weight, starts)


def _unique(pairs: Numbers) -> Numbers:
    pairs.sort()  # np.unique would hash first, and sort as well
    return pairs[np.diff(pairs, prepend=-1) != 0] if len(pairs) else pairs


def _blocks(starts: Numbers, links: int) -> Iterator[_Block]:
    if not len(starts):
        return
    firsts = np.unique(np.searchsorted(starts, np.arange(0, links, _BLOCK), side="right") - 1)
    ends = np.append(starts, links)
    for first, last in pairwise([*firsts.tolist(), len(starts)]):
        begin, end = int(ends[first]), int(ends[last])
        yield _Block(slice(first, last), slice(begin, end), starts[first:last] - begin)
