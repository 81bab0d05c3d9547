"""Evaluates extraction: runs every extractor on every page of a folder and sums up the scores."""

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tidings.evaluate.labelled.page_folder import (
    LabelledFolder,
    LabelledPage,
    SkippedLine,
    opened_folder,
)
from tidings.evaluate.labelled.page_labels import (
    ArticleLabels,
    article_labels_of,
    typed_labels_of,
)
from tidings.evaluate.pages.difference import AnswerDifference, answer_difference
from tidings.evaluate.pages.extractor import Extractor, ExtractorAnswer
from tidings.evaluate.pages.page_score import (
    ExtractionScore,
    PageScore,
    extraction_score,
    page_score,
)

FOLDER, FILE = "extract", "articles.jsonl"
TYPED_FILE = "pages.jsonl"


@dataclass(frozen=True, slots=True)
class ExtractorResult:
    """One extractor's answer for one page, with its score."""

    answer: ExtractorAnswer
    score: PageScore
    cpu_seconds: float


@dataclass(frozen=True, slots=True)
class ScoredPage:
    """A page with the results of all extractors, by their names."""

    gold: ArticleLabels
    results: dict[str, ExtractorResult]


@dataclass(frozen=True, slots=True)
class BadPage:
    """A page with a poor score, for a person to read."""

    id: str
    url: str | None
    set: str
    score: float
    difference: AnswerDifference
    kind: str
    reasons: tuple[str, ...]


def extraction_folder(path: Path) -> LabelledFolder[ArticleLabels]:
    """Open a folder of labelled articles, or of typed pages; raise FolderInvalid if neither."""
    if (path / TYPED_FILE).is_file():
        return opened_folder(path, path.name, TYPED_FILE, typed_labels_of)
    return opened_folder(path, FOLDER, FILE, article_labels_of)


def scored_pages(
    folder: LabelledFolder[ArticleLabels], extractors: Sequence[Extractor]
) -> Iterator[ScoredPage | SkippedLine]:
    """Yield every page with the extractors' results.

    They take turns page by page, so that a busy moment of the machine hits all of them. The first
    page is extracted twice, the first time unmeasured, to load models and fill caches.
    """
    warm = False
    for page in folder.pages():
        if isinstance(page, LabelledPage) and not warm:
            warm = bool([each.answer(page.body, page.labels.url) for each in extractors])
        yield page if isinstance(page, SkippedLine) else _scored(page, extractors)


def _scored(page: LabelledPage[ArticleLabels], extractors: Sequence[Extractor]) -> ScoredPage:
    return ScoredPage(page.labels, {each.name: _result(page, each) for each in extractors})


def _result(page: LabelledPage[ArticleLabels], extractor: Extractor) -> ExtractorResult:
    began = time.process_time()
    answer = extractor.answer(page.body, page.labels.url)
    seconds = time.process_time() - began
    return ExtractorResult(answer, page_score(answer, page.labels), seconds)


def by_set(pages: Iterable[ScoredPage]) -> dict[str, list[ScoredPage]]:
    """Return the pages of each set, in the order of the file."""
    sets: dict[str, list[ScoredPage]] = {}
    for page in pages:
        sets.setdefault(page.gold.set, []).append(page)
    return sets


def summed_score(pages: Iterable[ScoredPage], extractor: str) -> ExtractionScore:
    """Sum up one extractor's scores."""
    results = [page.results[extractor] for page in pages]
    return extraction_score(
        [result.score for result in results], [result.cpu_seconds for result in results]
    )


def worst_pages(pages: Iterable[ScoredPage], extractor: str, count: int) -> list[BadPage]:
    """Return an extractor's worst pages, the worst first, without perfect ones."""
    ranked = sorted(pages, key=lambda page: _rank(page.results[extractor].score))
    wrong = [page for page in ranked if _rank(page.results[extractor].score) < (1.0, 1.0)]
    return [_bad_page(page.gold, page.results[extractor]) for page in wrong[:count]]


def _rank(score: PageScore) -> tuple[float, float]:
    return score.value, score.facts


def _bad_page(gold: ArticleLabels, result: ExtractorResult) -> BadPage:
    verdict = result.answer.verdict
    return BadPage(
        id=gold.id,
        url=gold.url,
        set=gold.set,
        score=result.score.value,
        difference=answer_difference(result.answer, gold, result.score),
        kind=verdict.kind if verdict else "",
        reasons=verdict.reasons if verdict else tuple(filter(None, [result.answer.failure])),
    )
