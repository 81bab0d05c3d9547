import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.evaluate.measures.shingles import Overlap, body_score, f1_of, overlap, shingles


def test_a_shingle_is_four_words_in_a_row() -> None:
    assert dict(shingles("a b, c d e")) == {("a", "b", "c", "d"): 1, ("b", "c", "d", "e"): 1}


def test_a_short_text_is_one_shingle_and_an_empty_one_none() -> None:
    assert dict(shingles("two words")) == {("two", "words"): 1}
    assert not shingles(" … ")


def test_words_keep_their_case() -> None:
    assert shingles("One") != shingles("one")


def test_repeated_text_counts_at_most_as_often_as_in_the_gold_text() -> None:
    assert overlap("a b c d", "a b c d a b c d") == Overlap(shared=1, answered=1, wanted=5)
    assert overlap("a b c d a b c d", "a b c d") == Overlap(shared=1, answered=5, wanted=1)


def test_precision_and_recall_of_half_a_page() -> None:
    half = overlap("a b c d e", "a b c d e f g")
    assert (half.precision, half.recall) == (1.0, 0.5)


def test_precision_is_a_mean_over_answers_and_recall_over_gold_texts() -> None:
    pages = [Overlap(2, 4, 2), Overlap(0, 0, 10), Overlap(3, 3, 6)]
    score = body_score(pages)
    assert score is not None
    assert (score.pages, score.answered) == (3, 2)
    assert score.precision == pytest.approx((0.5 + 1.0) / 2)
    assert score.recall == pytest.approx((1.0 + 0.0 + 0.5) / 3)
    assert score.f1 == pytest.approx(2 * 0.75 * 0.5 / 1.25)


def test_no_answer_at_all_scores_nothing() -> None:
    score = body_score([Overlap(0, 0, 5)])
    assert score is not None
    assert (score.answered, score.precision, score.recall, score.f1) == (0, 0.0, 0.0, 0.0)
    assert body_score([]) is None
    assert f1_of(0.0, 0.0) == 0.0


@given(st.text(), st.text())
def test_the_overlap_is_never_more_than_either_text(answer: str, gold: str) -> None:
    both = overlap(answer, gold)
    assert 0 <= both.shared <= min(both.answered, both.wanted)
    assert 0.0 <= both.f1 <= 1.0


@given(st.text(min_size=1))
def test_a_text_overlaps_itself_completely(text: str) -> None:
    same = overlap(text, text)
    assert same.shared == same.answered == same.wanted
