"""The casing of words and sentences."""

import pytest

from tidings.enrich.name_tagger.casing import (
    CAPITALISED,
    WORD_CASING,
    capitalised_flags,
    casing_of,
    is_capitalised,
)


@pytest.mark.parametrize("word", ["NATO", "Merkel", "eBay", "iPhone", "É"])
def test_a_word_with_a_capital_where_names_have_one_is_capitalised(word: str) -> None:
    assert is_capitalised(word)
    assert WORD_CASING[word] & CAPITALISED


@pytest.mark.parametrize("word", ["bank", "chicago", "4G", "-", "x", "10th", "東京"])
def test_other_words_are_not_capitalised(word: str) -> None:
    assert not is_capitalised(word)
    assert not WORD_CASING[word] & CAPITALISED


def test_the_capitalised_words_of_a_sentence_are_found() -> None:
    words = "he left the Bank of England in June".split()
    assert [
        word
        for word, capitalised in zip(words, capitalised_flags(words), strict=True)
        if capitalised
    ] == [
        "Bank",
        "England",
        "June",
    ]


@pytest.mark.parametrize(
    ("sentence", "casing"),
    [
        ("The bank said so in June", "usual"),
        ("Bank Says So In June", "title"),
        ("BANK SAYS SO IN JUNE", "capitals"),
        ("1 2 3 4 !", "usual"),
        ("", "usual"),
    ],
)
def test_the_casing_of_a_sentence_is_that_of_most_words(sentence: str, casing: str) -> None:
    assert casing_of(sentence.split()) == casing
