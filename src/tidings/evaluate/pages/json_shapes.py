"""Scores as JSON for programs: every figure of the tables, and every page."""

from collections.abc import Sequence
from dataclasses import asdict

from tidings.evaluate.labelled.page_folder import SkippedLine
from tidings.evaluate.measures.confusion import Confusion
from tidings.evaluate.measures.page_facts import RightShare
from tidings.evaluate.pages.extraction import (
    BadPage,
    ExtractorResult,
    ScoredPage,
    by_set,
    summed_score,
)
from tidings.evaluate.pages.kinds import JudgedPage, kind_confusion, sublabel_scores
from tidings.evaluate.pages.page_score import ExtractionScore
from tidings.model.web.page import PageKind

Shape = dict[str, object]


def share_shape(share: RightShare | None) -> Shape | None:
    """Return a share with its value."""
    return {"right": share.right, "of": share.of, "share": share.value} if share else None


def score_shape(score: ExtractionScore) -> Shape:
    """Return one extractor's score on a set; null where the set has no such labels."""
    return {
        "pages": score.pages,
        "body": asdict(score.body) if score.body else None,
        "words": asdict(score.words) if score.words else None,
        "snippets": asdict(score.snippets) if score.snippets else None,
        "title": share_shape(score.title),
        "date": share_shape(score.date),
        "authors": share_shape(score.authors),
        "cpu_ms": score.cpu_ms,
    }


def extraction_shape(
    pages: Sequence[ScoredPage],
    methods: Sequence[str],
    skipped: Sequence[SkippedLine],
    worst: list[BadPage],
) -> Shape:
    """Return everything about an evaluation of extraction."""
    sets = {
        name: {method: score_shape(summed_score(members, method)) for method in methods}
        for name, members in by_set(pages).items()
    }
    total = {method: score_shape(summed_score(pages, method)) for method in methods}
    return {
        "sets": sets,
        "total": total,
        "pages": [_page_shape(page) for page in pages],
        "worst": [asdict(bad) for bad in worst],
        "skipped": [asdict(each) for each in skipped],
    }


def _page_shape(page: ScoredPage) -> Shape:
    gold = page.gold
    methods = {name: _result_shape(result) for name, result in page.results.items()}
    return {"id": gold.id, "url": gold.url, "set": gold.set, "methods": methods}


def _result_shape(result: ExtractorResult) -> Shape:
    score, verdict = result.score, result.answer.verdict
    return {
        "score": score.value,
        **asdict(score),
        "kind": verdict.kind if verdict else None,
        "failure": result.answer.failure,
        "cpu_ms": 1000 * result.cpu_seconds,
    }


def confusion_shape(counted: Confusion) -> Shape:
    """Return accuracy, the article's precision and recall, and the counts by right kind."""
    matrix: dict[str, dict[str, int]] = {}
    for (right, ours), number in sorted(counted.counts.items()):
        matrix.setdefault(right, {})[ours] = number
    return {
        "accuracy": share_shape(counted.accuracy),
        "article_precision": share_shape(counted.precision(PageKind.ARTICLE)),
        "article_recall": share_shape(counted.recall(PageKind.ARTICLE)),
        "confusion": matrix,
    }


def kinds_shape(
    pages: Sequence[JudgedPage], articles: Sequence[JudgedPage], skipped: Sequence[SkippedLine]
) -> Shape:
    """Return everything about an evaluation of page kinds."""
    return {
        name: {
            **confusion_shape(kind_confusion(pages, without_url=without_url)),
            "article_recall_elsewhere": share_shape(_recall(articles, without_url)),
            "sublabels": [asdict(each) for each in sublabel_scores(pages, without_url=without_url)],
        }
        for name, without_url in (("with_url", False), ("without_url", True))
    } | {
        "pages": [_judged_shape(page) for page in (*pages, *articles)],
        "skipped": [asdict(each) for each in skipped],
    }


def _recall(articles: Sequence[JudgedPage], without_url: bool) -> RightShare | None:
    if not articles:
        return None
    return kind_confusion(articles, without_url=without_url).recall(PageKind.ARTICLE)


def _judged_shape(page: JudgedPage) -> Shape:
    return asdict(page.label) | {
        "with_url": asdict(page.with_url),
        "without_url": asdict(page.without_url),
    }
