"""Confusion: how often pages of one kind were called another; counted, not judged."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tidings.evaluate.measures.page_facts import RightShare
from tidings.model.web.page import PageKind

UNREADABLE = "unreadable"  # our word for a page that is none; never right
KINDS = tuple(PageKind)


@dataclass(frozen=True, slots=True)
class Confusion:
    """How many pages there are of each (right kind, our kind)."""

    counts: Counter[tuple[str, str]]

    @property
    def accuracy(self) -> RightShare:
        """The share of all pages whose kind is right."""
        return RightShare(sum(self.counts[kind, kind] for kind in KINDS), self.counts.total())

    def precision(self, kind: PageKind) -> RightShare:
        """The share of the pages called so that are."""
        called = sum(number for (_, ours), number in self.counts.items() if ours == kind)
        return RightShare(self.counts[kind, kind], called)

    def recall(self, kind: PageKind) -> RightShare:
        """The share of the pages that are so which are called so."""
        there = sum(number for (right, _), number in self.counts.items() if right == kind)
        return RightShare(self.counts[kind, kind], there)


def confusion_of(pairs: Iterable[tuple[str, str]]) -> Confusion:
    """Count pairs of right kind and our kind."""
    return Confusion(Counter(pairs))
