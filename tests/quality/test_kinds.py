"""Scores of page kinds on real pages: they may rise, never fall. `tidings eval` prints them all.

The shipped weights were fitted to these pages; `python -m benchmarks.kinds` scores them on unseen
sites.
"""

from functools import cache
from pathlib import Path

import pytest

from tidings.evaluate.labelled.page_folder import LabelledFolder
from tidings.evaluate.labelled.page_labels import KindLabel
from tidings.evaluate.measures.confusion import Confusion
from tidings.evaluate.pages.kinds import (
    JudgedPage,
    article_folder,
    judged_pages,
    kind_confusion,
    kinds_folder,
)
from tidings.model.web.page import PageKind

DATA = Path(__file__).parents[3] / "shared" / "data" / "kinds"
pytestmark = [
    pytest.mark.skipif(
        not DATA.exists(), reason="the test pages (../shared/data/kinds) are missing"
    ),
    pytest.mark.timeout(600),  # seconds of work, minutes on a busy machine
]
_SAMPLE = 400  # of each folder's pages, spread evenly

# what is scored, and the minimum with and without the URL: a little below what was measured
GATES = [
    ("accuracy", 0.98, 0.975),
    ("article precision", 0.96, 0.94),
    ("article recall", 0.98, 0.98),
    ("article recall, labelled articles", 0.945, 0.945),
]


@cache
def _judged(labelled_articles: bool) -> list[JudgedPage]:
    folder: LabelledFolder[KindLabel] | None = kinds_folder(DATA)
    assert folder is not None
    folder = article_folder(folder) if labelled_articles else folder
    if folder is None:
        pytest.skip("the labelled articles (../shared/data/extract) are missing")
    return [page for page in judged_pages(folder.sample(_SAMPLE)) if isinstance(page, JudgedPage)]


def _confusion(what: str, without_url: bool) -> Confusion:
    return kind_confusion(_judged(what.endswith("labelled articles")), without_url=without_url)


@pytest.mark.parametrize("without_url", [False, True])
@pytest.mark.parametrize(("what", "least", "least_without"), GATES)
def test_scores_do_not_fall(
    what: str, least: float, least_without: float, without_url: bool
) -> None:
    counted = _confusion(what, without_url)
    share = {
        "accuracy": counted.accuracy,
        "article precision": counted.precision(PageKind.ARTICLE),
    }.get(what, counted.recall(PageKind.ARTICLE))
    assert share.value >= (least_without if without_url else least)


def test_index_pages_are_very_rarely_kept_as_articles() -> None:
    counted = _confusion("accuracy", without_url=False)
    indexes = counted.recall(PageKind.INDEX).of
    assert counted.counts["index", "article"] <= 0.02 * indexes
