"""Scores of extraction on real pages: they may rise, never fall. `tidings eval` prints them all."""

from functools import cache
from pathlib import Path

import pytest

from tidings.evaluate.pages.extraction import (
    ScoredPage,
    by_set,
    extraction_folder,
    scored_pages,
    summed_score,
)
from tidings.evaluate.pages.extractor import our_extractor
from tidings.evaluate.pages.json_shapes import score_shape
from tidings.evaluate.pages.page_score import ExtractionScore
from tidings.model.articles.extraction_method import ExtractionMethod

DATA = Path(__file__).parents[3] / "shared" / "data" / "extract"
pytestmark = [
    pytest.mark.skipif(
        not DATA.exists(), reason="the test pages (../shared/data/extract) are missing"
    ),
    pytest.mark.timeout(600),  # seconds of work, minutes on a busy machine
]

# set, what is scored, and the minimum: a little below what was measured
GATES = [
    ("body-full", "body", 0.98),
    ("body-publisher-selector", "body", 0.97),
    ("body-publisher-selector", "title", 0.87),
    ("body-publisher-selector", "date", 0.98),
    ("body-publisher-selector", "authors", 0.93),
    ("snippets", "snippets", 0.943),
    ("snippets", "title", 0.84),
    ("snippets", "date", 0.88),
    ("snippets", "authors", 0.69),
    ("date", "date", 0.89),
]
_FIGURES = {"body": "f1", "snippets": "f1", "title": "share", "date": "share", "authors": "share"}


@cache
def _scores(name: str) -> ExtractionScore:
    return summed_score(_pages()[name], ExtractionMethod.BEST)


@cache
def _pages() -> dict[str, list[ScoredPage]]:
    """Every page with its scores."""
    pages = scored_pages(extraction_folder(DATA), [our_extractor()])
    return by_set(page for page in pages if isinstance(page, ScoredPage))


@pytest.mark.parametrize(("name", "what", "least"), GATES)
def test_scores_do_not_fall(name: str, what: str, least: float) -> None:
    score = score_shape(_scores(name))[what]
    assert isinstance(score, dict)
    assert score[_FIGURES[what]] >= least


def test_our_own_method_is_better_than_the_published_ones() -> None:
    pages = scored_pages(
        extraction_folder(DATA).sample(80), list(map(our_extractor, ExtractionMethod))
    )
    sets = by_set(page for page in pages if isinstance(page, ScoredPage))
    for members in (sets["body-full"] + sets["body-publisher-selector"], sets["snippets"]):
        scores = {method: summed_score(members, method) for method in ExtractionMethod}
        texts = {method: score.body or score.snippets for method, score in scores.items()}
        f1 = {method: text.f1 for method, text in texts.items() if text}
        assert len(f1) == len(ExtractionMethod)
        assert max(f1, key=lambda method: f1[method]) is ExtractionMethod.BEST
