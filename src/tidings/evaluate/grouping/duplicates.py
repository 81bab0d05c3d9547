"""Scores near-duplicate detection on articles whose families are known."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from time import process_time
from typing import Any, Protocol, TypeVar

from tidings.evaluate.grouping.duplicate_corpus import CorpusArticle
from tidings.evaluate.grouping.edits import EditKind
from tidings.evaluate.measures.shingles import overlap
from tidings.group.duplicates.duplicate_index import DuplicateIndex
from tidings.group.duplicates.sketch import Sketch, sketch_of
from tidings.text.parsing.parsed_text import ParsedText, parse_text

_OWN = 0.5  # share of four-word shingles that makes two given texts copies of each other
_NOW = datetime(2026, 1, 1, tzinfo=UTC)

Kept = TypeVar("Kept")


class DuplicateFinder(Protocol[Kept]):
    """Finds near-duplicates: each article is looked up, then added."""

    def sketch(self, title: ParsedText, body: ParsedText) -> Kept:
        """Return the data kept for an article."""
        ...

    def look(self, sketch: Kept) -> Iterable[tuple[str, str]]:
        """Return the ids of its near-duplicates so far, each with the reason."""
        ...

    def add(self, id: str, sketch: Kept) -> None:
        """Add an article."""
        ...


@dataclass(slots=True)
class StepCosts:
    """CPU seconds by step."""

    sketch: float = 0.0
    look: float = 0.0
    add: float = 0.0

    def add_times(self, times: list[float]) -> None:
        """Add the costs of one article: four times, one before each step and one at the end."""
        self.sketch += times[1] - times[0]
        self.look += times[2] - times[1]
        self.add += times[3] - times[2]


@dataclass(frozen=True, slots=True)
class FalsePair:
    """Two articles that were wrongly found to be near-duplicates."""

    one: str
    other: str
    kinds: tuple[str, str]
    why: str


@dataclass(slots=True)
class DuplicateScores:
    """The scores of one finder."""

    articles: int = 0
    right: int = 0  # pairs of one family
    own: int = 0  # pairs of given texts that really are copies
    wrong: list[FalsePair] = field(default_factory=list)
    found: Counter[str] = field(default_factory=Counter)  # by edit, with the original
    wanted: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    pairs: int = 0  # of one family, found or not
    cost: StepCosts = field(default_factory=StepCosts)

    @property
    def precision(self) -> float:
        """The share of pairs found that are right; copies among the given texts are not counted."""
        return self.right / max(1, self.right + len(self.wrong))

    @property
    def recall(self) -> float:
        """The share of copies that were found together with their originals."""
        return self.found.total() / max(1, self.wanted.total())

    @property
    def pairwise(self) -> float:
        """The share of all pairs within families that were found, pairs of copies included."""
        return self.right / max(1, self.pairs)


class TidingsDuplicateFinder:
    """The method of Tidings."""

    def __init__(self) -> None:
        self.duplicates = DuplicateIndex()

    def sketch(self, title: ParsedText, body: ParsedText) -> Sketch:
        """Return the sketch."""
        return sketch_of(title, body)

    def look(self, sketch: Sketch) -> list[tuple[str, str]]:
        """Return the matches in the index."""
        return [(like.other, like.why) for like in self.duplicates.near_duplicates(sketch)]

    def add(self, id: str, sketch: Sketch) -> None:
        """Add to the index."""
        self.duplicates.add(id, sketch, _NOW)


def duplicate_scores(
    articles: Iterable[CorpusArticle], finders: Sequence[DuplicateFinder[Any]]
) -> list[DuplicateScores]:
    """Look up every article among those before it with each finder, and score the results."""
    judges = [_Judge(finder) for finder in finders]
    for article in articles:
        content = article.content
        title, body = (
            parse_text(content.title, content.language),
            parse_text(content.text, content.language),
        )
        _ = body.lowered, body.bounds  # shared by all annotation steps, so not measured
        for judge in judges:
            judge.look_up(article, title, body)
    return [judge.scores() for judge in judges]


class _Judge:
    """Runs one finder and knows the truth about all articles so far."""

    def __init__(self, finder: DuplicateFinder[Any]) -> None:
        self._finder = finder
        self._scores = DuplicateScores()
        self._articles: dict[str, CorpusArticle] = {}
        self._found: dict[tuple[str, str], str] = {}

    def look_up(self, article: CorpusArticle, title: ParsedText, body: ParsedText) -> None:
        times = [process_time()]
        sketch = self._finder.sketch(title, body)
        times.append(process_time())
        found = list(self._finder.look(sketch))
        times.append(process_time())
        self._finder.add(article.id, sketch)
        times.append(process_time())
        self._scores.cost.add_times(times)
        self._articles[article.id] = article
        self._found |= {(article.id, other): why for other, why in found}

    def scores(self) -> DuplicateScores:
        """Score the matches, once all articles are known."""
        into = self._scores
        for (one, other), why in self._found.items():
            first, second = self._articles[one], self._articles[other]
            if first.family == second.family:
                into.right += 1
            elif self._are_copies(first, second):
                into.own += 1
            else:
                into.wrong.append(FalsePair(one, other, (first.kind, second.kind), why))
        self._count(into)
        return into

    def _count(self, into: DuplicateScores) -> None:
        """Count the pairs that should have been found."""
        sizes = Counter(each.family for each in self._articles.values())
        into.articles = len(self._articles)
        into.pairs = sum(size * (size - 1) // 2 for size in sizes.values())
        for each in self._articles.values():
            if each.kind in _EDITS:
                into.wanted[each.kind] += 1
                if {(each.id, each.family), (each.family, each.id)} & self._found.keys():
                    into.found[each.kind] += 1
                else:
                    into.missed.append(each.id)

    def _are_copies(self, one: CorpusArticle, other: CorpusArticle) -> bool:
        """Whether the given texts behind the two articles are copies, by a full comparison."""
        first, second = (self._articles.get(each.family) for each in (one, other))
        if not first or not second or not {first.kind, second.kind} <= _GIVEN:
            return False
        shared = overlap(first.content.text or first.content.title,
                         second.content.text or second.content.title)  # fmt: skip
        return max(shared.precision or 0, shared.recall or 0) >= _OWN


_EDITS = frozenset(EditKind)
_GIVEN = {"original", "row"}
