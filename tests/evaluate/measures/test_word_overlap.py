from tidings.evaluate.measures.shingles import Overlap
from tidings.evaluate.measures.word_overlap import WordScore, word_overlap, word_score


def test_words_are_compared_in_lower_case_and_in_any_order() -> None:
    assert word_overlap("The bridge, the river", "the River! The bridge") == Overlap(4, 4, 4)


def test_a_word_counts_as_often_as_it_occurs() -> None:
    assert word_overlap("one one two", "one two two two") == Overlap(2, 3, 4)


def test_the_score_is_the_mean_over_pages_and_no_answer_counts_as_zero() -> None:
    pages = [word_overlap("one two", "one two"), word_overlap("", "one"), Overlap(1, 1, 3)]
    assert word_score(pages) == WordScore(3, 2 / 3, (1 + 1 / 3) / 3, 0.5)
    assert word_score([]) is None
