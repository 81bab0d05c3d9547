"""Scores of near-duplicates: what is found among articles whose families are known."""

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

_OWN = 0.5  # of one text's four-word shingles in the other: the set itself holds copies
_NOW = datetime(2026, 1, 1, tzinfo=UTC)

Kept = TypeVar("Kept")


class DuplicateFinder(Protocol[Kept]):
    """What is asked for near-duplicates: each article is looked up, then added."""

    def sketch(self, title: ParsedText, body: ParsedText) -> Kept:
        """Return what is kept of an article."""
        ...

    def look(self, sketch: Kept) -> Iterable[tuple[str, str]]:
        """Return the ids of its near-duplicates so far, each with the reason."""
        ...

    def add(self, id: str, sketch: Kept) -> None:
        """Take it in."""
        ...


@dataclass(slots=True)
class StepCosts:
    """CPU seconds by step."""

    sketch: float = 0.0
    look: float = 0.0
    add: float = 0.0

    def book(self, times: list[float]) -> None:
        """Add what one article took, from four moments."""
        self.sketch += times[1] - times[0]
        self.look += times[2] - times[1]
        self.add += times[3] - times[2]


@dataclass(frozen=True, slots=True)
class FalsePair:
    """Two articles that were taken for near-duplicates."""

    one: str
    other: str
    kinds: tuple[str, str]
    why: str


@dataclass(slots=True)
class DuplicateScores:
    """What was found among the articles."""

    articles: int = 0
    right: int = 0  # pairs of one family
    own: int = 0  # pairs that the texts given are copies in themselves
    wrong: list[FalsePair] = field(default_factory=list)
    found: Counter[str] = field(default_factory=Counter)  # by edit, with the original
    wanted: Counter[str] = field(default_factory=Counter)
    missed: list[str] = field(default_factory=list)
    pairs: int = 0  # of one family, that there are
    cost: StepCosts = field(default_factory=StepCosts)

    @property
    def precision(self) -> float:
        """The share of pairs found that are right; the texts' own copies count for neither."""
        return self.right / max(1, self.right + len(self.wrong))

    @property
    def recall(self) -> float:
        """The share of copies that were found to be copies of their originals."""
        return self.found.total() / max(1, self.wanted.total())

    @property
    def pairwise(self) -> float:
        """The share of all pairs in families, two copies of one original included."""
        return self.right / max(1, self.pairs)


class TidingsDuplicateFinder:
    """Tidings' own way."""

    def __init__(self) -> None:
        self.duplicates = DuplicateIndex()

    def sketch(self, title: ParsedText, body: ParsedText) -> Sketch:
        """Return the sketch."""
        return sketch_of(title, body)

    def look(self, sketch: Sketch) -> list[tuple[str, str]]:
        """Return what the index finds."""
        return [(like.other, like.why) for like in self.duplicates.near_duplicates(sketch)]

    def add(self, id: str, sketch: Sketch) -> None:
        """Add to the index."""
        self.duplicates.add(id, sketch, _NOW)


def duplicate_scores(
    specimens: Iterable[CorpusArticle], finders: Sequence[DuplicateFinder[Any]]
) -> list[DuplicateScores]:
    """Let finders look every article up among those before it, and judge what each finds."""
    judges = [_Judge(finder) for finder in finders]
    for specimen in specimens:
        piece = specimen.piece
        title, body = (
            parse_text(piece.title, piece.language),
            parse_text(piece.text, piece.language),
        )
        _ = body.lowered, body.bounds  # shared by every step of understanding
        for judge in judges:
            judge.ask(specimen, title, body)
    return [judge.judged() for judge in judges]


class _Judge:
    """Asks one finder, and knows the truth of all articles so far."""

    def __init__(self, finder: DuplicateFinder[Any]) -> None:
        self._finder = finder
        self._findings = DuplicateScores()
        self._specimens: dict[str, CorpusArticle] = {}
        self._found: dict[tuple[str, str], str] = {}

    def ask(self, specimen: CorpusArticle, title: ParsedText, body: ParsedText) -> None:
        times = [process_time()]
        sketch = self._finder.sketch(title, body)
        times.append(process_time())
        found = list(self._finder.look(sketch))
        times.append(process_time())
        self._finder.add(specimen.id, sketch)
        times.append(process_time())
        self._findings.cost.book(times)
        self._specimens[specimen.id] = specimen
        self._found |= {(specimen.id, other): why for other, why in found}

    def judged(self) -> DuplicateScores:
        """Tell right from wrong, once all articles are known."""
        into = self._findings
        for (one, other), why in self._found.items():
            first, second = self._specimens[one], self._specimens[other]
            if first.family == second.family:
                into.right += 1
            elif self._are_copies(first, second):
                into.own += 1
            else:
                into.wrong.append(FalsePair(one, other, (first.kind, second.kind), why))
        self._count(into)
        return into

    def _count(self, into: DuplicateScores) -> None:
        """Count what should have been found."""
        sizes = Counter(each.family for each in self._specimens.values())
        into.articles = len(self._specimens)
        into.pairs = sum(size * (size - 1) // 2 for size in sizes.values())
        for each in self._specimens.values():
            if each.kind in _EDITS:
                into.wanted[each.kind] += 1
                if {(each.id, each.family), (each.family, each.id)} & self._found.keys():
                    into.found[each.kind] += 1
                else:
                    into.missed.append(each.id)

    def _are_copies(self, one: CorpusArticle, other: CorpusArticle) -> bool:
        """Whether the texts given, of which the two are made, are copies: compared in full."""
        first, second = (self._specimens.get(each.family) for each in (one, other))
        if not first or not second or not {first.kind, second.kind} <= _GIVEN:
            return False
        shared = overlap(first.piece.text or first.piece.title,
                         second.piece.text or second.piece.title)  # fmt: skip
        return max(shared.precision or 0, shared.recall or 0) >= _OWN


_EDITS = frozenset(EditKind)
_GIVEN = {"original", "row"}
