"""A confusion matrix: how often pages of one kind were classified as another."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tidings.evaluate.measures.page_facts import RightShare
from tidings.model.web.page import PageKind

UNREADABLE = "unreadable"  # for a body that is not a page; never right
KINDS = tuple(PageKind)


@dataclass(frozen=True, slots=True)
class Confusion:
    """The number of pages for each (right kind, our kind)."""

    counts: Counter[tuple[str, str]]

    @property
    def accuracy(self) -> RightShare:
        """The share of all pages whose kind is right."""
        return RightShare(sum(self.counts[kind, kind] for kind in KINDS), self.counts.total())

    def precision(self, kind: PageKind) -> RightShare:
        """The share of pages classified as this kind that are right."""
        called = sum(number for (_, ours), number in self.counts.items() if ours == kind)
        return RightShare(self.counts[kind, kind], called)

    def recall(self, kind: PageKind) -> RightShare:
        """The share of pages of this kind that are classified right."""
        there = sum(number for (right, _), number in self.counts.items() if right == kind)
        return RightShare(self.counts[kind, kind], there)


def confusion_of(pairs: Iterable[tuple[str, str]]) -> Confusion:
    """Count pairs of right kind and our kind."""
    return Confusion(Counter(pairs))
