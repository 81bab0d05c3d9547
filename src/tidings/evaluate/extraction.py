"""Evaluating extraction: every page of a folder through every extractor, then summed up."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tidings.evaluate.answer import Answer, Extractor
from tidings.evaluate.difference import Difference, difference
from tidings.evaluate.folder import Folder, Page, Skipped, opened_folder
from tidings.evaluate.labels import Gold, gold_of
from tidings.evaluate.score import PageScore, SetScore, page_score, set_score

FOLDER, FILE = "extract", "articles.jsonl"


@dataclass(frozen=True, slots=True)
class Result:
    """One extractor's answer to one page, judged."""

    answer: Answer
    score: PageScore
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class Scored:
    """A page with the results of all extractors, by their names."""

    gold: Gold
    results: dict[str, Result]


@dataclass(frozen=True, slots=True)
class Bad:
    """A page that went wrong, for a person to look at."""

    id: str
    url: str | None
    set: str
    score: float
    difference: Difference
    kind: str
    reasons: tuple[str, ...]


def extraction_folder(path: Path) -> Folder[Gold]:
    """Open a folder of labelled articles; raise FolderWrong if it is none."""
    return opened_folder(path, FOLDER, FILE, gold_of)


def scored_pages(
    folder: Folder[Gold], extractors: Sequence[Extractor]
) -> Iterator[Scored | Skipped]:
    """Yield every page with what the extractors make of it.

    They take turns page by page, so that a busy moment of the machine hits all of them. The first
    page is answered twice, the first time unmeasured: it loads models and fills caches.
    """
    warm = False
    for page in folder.pages():
        if isinstance(page, Page) and not warm:
            warm = bool([each.answer(page.body, page.labels.url) for each in extractors])
        yield page if isinstance(page, Skipped) else _scored(page, extractors)


def _scored(page: Page[Gold], extractors: Sequence[Extractor]) -> Scored:
    return Scored(page.labels, {each.name: _result(page, each) for each in extractors})


def _result(page: Page[Gold], extractor: Extractor) -> Result:
    began = time.process_time()
    answer = extractor.answer(page.body, page.labels.url)
    seconds = time.process_time() - began
    return Result(answer, page_score(answer, page.labels), seconds)


def by_set(pages: Iterable[Scored]) -> dict[str, list[Scored]]:
    """Return the pages of each set, in the order of the file."""
    sets: dict[str, list[Scored]] = {}
    for page in pages:
        sets.setdefault(page.gold.set, []).append(page)
    return sets


def summed(pages: Iterable[Scored], extractor: str) -> SetScore:
    """Sum up what one extractor scored on pages."""
    results = [page.results[extractor] for page in pages]
    return set_score(
        [result.score for result in results], [result.cpu_seconds for result in results]
    )


def worst_pages(pages: Iterable[Scored], extractor: str, count: int) -> list[Bad]:
    """Return the pages that an extractor got most wrong, the worst first; perfect ones never."""
    ranked = sorted(pages, key=lambda page: _rank(page.results[extractor].score))
    wrong = [page for page in ranked if _rank(page.results[extractor].score) < (1.0, 1.0)]
    return [_bad(page.gold, page.results[extractor]) for page in wrong[:count]]


def _rank(score: PageScore) -> tuple[float, float]:
    return score.value, score.facts


def _bad(gold: Gold, result: Result) -> Bad:
    verdict = result.answer.verdict
    return Bad(
        id=gold.id,
        url=gold.url,
        set=gold.set,
        score=result.score.value,
        difference=difference(result.answer, gold, result.score),
        kind=verdict.kind if verdict else "",
        reasons=verdict.reasons if verdict else tuple(filter(None, [result.answer.failure])),
    )
