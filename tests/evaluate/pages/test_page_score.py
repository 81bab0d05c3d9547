from datetime import date

import pytest

from tidings.evaluate.labelled.page_labels import ArticleLabels
from tidings.evaluate.pages.extractor import ExtractorAnswer
from tidings.evaluate.pages.page_score import extraction_score, page_score


def gold(**labels: object) -> ArticleLabels:
    nothing: dict[str, object] = {
        "id": "a", "url": None, "site": "", "set": "s", "body": None, "wanted": (),
        "unwanted": (), "title": None, "day": None, "authors": (),
    }  # fmt: skip
    return ArticleLabels(**(nothing | labels))  # type: ignore[arg-type]


def test_only_labelled_facts_are_scored() -> None:
    score = page_score(ExtractorAnswer(text="Anything", title="T"), gold(title="t"))
    assert (score.body, score.snippets, score.date, score.authors) == (None, None, None, None)
    assert score.title is True
    assert score.value == 1.0


def test_a_missing_date_is_wrong() -> None:
    assert page_score(ExtractorAnswer(), gold(day=date(2024, 5, 3))).date is False
    assert (
        page_score(ExtractorAnswer(day=date(2024, 5, 3)), gold(day=date(2024, 5, 3))).date is True
    )


def test_pages_rank_by_their_text_before_their_facts() -> None:
    labels = gold(body="a b c d e", title="T")
    half = page_score(ExtractorAnswer(text="a b c d x", title="T"), labels)
    assert half.value == pytest.approx(0.5)
    assert half.facts == 1.0
    assert page_score(ExtractorAnswer(), gold(title="T")).value == 0.0


def test_a_page_with_only_unwanted_snippets_is_right_or_wrong() -> None:
    labels = gold(unwanted=("Login",))
    assert page_score(ExtractorAnswer(text="News"), labels).value == 1.0
    assert page_score(ExtractorAnswer(text="Login"), labels).value == 0.0


def test_each_measure_of_a_set_has_its_own_denominator() -> None:
    pages = [
        page_score(ExtractorAnswer(title="T", authors=("Ann",)), gold(title="T", authors=("Ann",))),
        page_score(ExtractorAnswer(), gold(title="T")),
    ]
    score = extraction_score(pages, [0.002, 0.004])
    assert score.title is not None
    assert score.authors is not None
    assert (score.title.right, score.title.of, score.authors.of) == (1, 2, 1)
    assert (score.body, score.snippets, score.date) == (None, None, None)
    assert score.cpu_ms == pytest.approx(3.0)
