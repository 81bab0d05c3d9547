"""How well clusters agree with the truth: B-cubed and pairwise scores, over any hashable labels."""

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ClusterScore:
    """Precision and recall, each from 0 to 1."""

    precision: float
    recall: float

    @property
    def f1(self) -> float:
        """Their harmonic mean."""
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


@dataclass(frozen=True, slots=True)
class ClusterOutcome:
    """How one true group was clustered."""

    truth: Hashable
    size: int
    pieces: int  # found groups that contain its members
    largest: int  # the most of its members in one of them
    strangers: int  # members of other true groups in that one
    f1: float  # B-cubed, of its members


def b_cubed(truth: Sequence[Hashable], found: Sequence[Hashable]) -> ClusterScore:
    """Return B-cubed (Bagga and Baldwin 1998), a mean over items."""
    if not truth:
        return ClusterScore(0.0, 0.0)
    shares = _shares(truth, found)
    return ClusterScore(
        sum(share for share, _ in shares) / len(shares),
        sum(share for _, share in shares) / len(shares),
    )


def pairwise(truth: Sequence[Hashable], found: Sequence[Hashable]) -> ClusterScore:
    """Return the precision and recall of pairs in one group."""
    both = _pairs(Counter(zip(truth, found, strict=True)))
    together, belonging = _pairs(Counter(found)), _pairs(Counter(truth))
    return ClusterScore(
        both / together if together else 1.0, both / belonging if belonging else 1.0
    )


def cluster_outcomes(truth: Sequence[Hashable], found: Sequence[Hashable]) -> list[ClusterOutcome]:
    """Return how every true group was clustered, the worst first."""
    sizes, cells = Counter(found), Counter(zip(truth, found, strict=True))
    scored: dict[Hashable, list[tuple[float, float]]] = {}
    for label, shares in zip(truth, _shares(truth, found), strict=True):
        scored.setdefault(label, []).append(shares)
    every = [_cluster_outcome(label, shares, cells, sizes) for label, shares in scored.items()]
    return sorted(every, key=lambda each: (each.f1, -each.size, str(each.truth)))


def _cluster_outcome(
    label: Hashable,
    shares: list[tuple[float, float]],
    cells: Counter[tuple[Hashable, Hashable]],
    sizes: Counter[Hashable],
) -> ClusterOutcome:
    pieces = {group: count for (truth, group), count in cells.items() if truth == label}
    main = max(pieces, key=lambda group: pieces[group])
    precision = sum(share for share, _ in shares) / len(shares)
    recall = sum(share for _, share in shares) / len(shares)
    return ClusterOutcome(
        truth=label,
        size=len(shares),
        pieces=len(pieces),
        largest=pieces[main],
        strangers=sizes[main] - pieces[main],
        f1=ClusterScore(precision, recall).f1,
    )


def _shares(truth: Sequence[Hashable], found: Sequence[Hashable]) -> list[tuple[float, float]]:
    """For each item, the share of its found group in its true group, and the reverse."""
    cells = Counter(zip(truth, found, strict=True))
    true_sizes, found_sizes = Counter(truth), Counter(found)
    return [
        (cells[one, other] / found_sizes[other], cells[one, other] / true_sizes[one])
        for one, other in zip(truth, found, strict=True)
    ]


def _pairs(counts: Counter[Hashable]) -> int:
    return sum(count * (count - 1) // 2 for count in counts.values())
