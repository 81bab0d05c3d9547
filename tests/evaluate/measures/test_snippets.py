import pytest

from tidings.evaluate.measures.snippets import SnippetHits, snippet_hits, snippet_score


def test_white_space_does_not_matter() -> None:
    assert snippet_hits("One\n\ttwo   three", ["one two"], []) == SnippetHits(0, 1, 0)
    assert snippet_hits("One\n\ttwo   three", ["One  two", "two\nthree"], []) == SnippetHits(
        2, 0, 0
    )


def test_boilerplate_in_the_text_is_wrong() -> None:
    assert snippet_hits(
        "News. Read more", ["News", "Weather"], ["Read more", "Login"]
    ) == SnippetHits(1, 1, 1)


def test_scores_come_from_the_sums_not_from_means() -> None:
    score = snippet_score([SnippetHits(9, 1, 0), SnippetHits(0, 0, 3)])
    assert score is not None
    assert score.pages == 2
    assert score.hits == SnippetHits(9, 1, 3)
    assert score.precision == pytest.approx(9 / 12)
    assert score.recall == pytest.approx(9 / 10)
    assert score.f1 == pytest.approx(2 * 9 / (2 * 9 + 1 + 3))


def test_nothing_found_is_zero_and_no_page_is_no_score() -> None:
    score = snippet_score([SnippetHits(0, 2, 0)])
    assert score is not None
    assert (score.precision, score.recall, score.f1) == (0.0, 0.0, 0.0)
    assert snippet_score([]) is None
