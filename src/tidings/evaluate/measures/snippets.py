"""Scores snippets: pieces of text that must, or must not, be in the extracted body."""

from collections.abc import Iterable
from dataclasses import dataclass

from tidings.evaluate.measures.shingles import f1_of


@dataclass(frozen=True, slots=True)
class SnippetHits:
    """Counts of snippets: wanted and found, wanted and missing, unwanted and found."""

    found: int
    missing: int
    wrong: int

    def __add__(self, other: "SnippetHits") -> "SnippetHits":
        return SnippetHits(
            self.found + other.found, self.missing + other.missing, self.wrong + other.wrong
        )

    @property
    def precision(self) -> float:
        """The share of found snippets that are wanted."""
        return self.found / max(1, self.found + self.wrong)

    @property
    def recall(self) -> float:
        """The share of wanted snippets that were found."""
        return self.found / max(1, self.found + self.missing)

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        return f1_of(self.precision, self.recall)


@dataclass(frozen=True, slots=True)
class SnippetScore:
    """Precision, recall and F1 over the sums of all pages."""

    pages: int
    hits: SnippetHits
    precision: float
    recall: float
    f1: float


def single_spaced(text: str) -> str:
    """Return a text with single spaces for all white space."""
    return " ".join(text.split())


def snippet_hits(text: str, wanted: Iterable[str], unwanted: Iterable[str]) -> SnippetHits:
    """Look for a page's snippets in the extracted text."""
    body = single_spaced(text)
    there = [single_spaced(snippet) in body for snippet in wanted]
    wrong = sum(single_spaced(snippet) in body for snippet in unwanted)
    return SnippetHits(sum(there), there.count(False), wrong)


def snippet_score(pages: Iterable[SnippetHits]) -> SnippetScore | None:
    """Sum up pages; None if there are none."""
    counts = list(pages)
    if not counts:
        return None
    total = sum(counts, SnippetHits(0, 0, 0))
    return SnippetScore(len(counts), total, total.precision, total.recall, total.f1)
