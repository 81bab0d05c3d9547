"""How words and sentences are written."""

import pytest

from tidings.enrich.casing import LARGE, WRITING, casing_of, is_large, large_among


@pytest.mark.parametrize("word", ["NATO", "Merkel", "eBay", "iPhone", "É"])
def test_a_word_is_large_where_names_are(word: str) -> None:
    assert is_large(word)
    assert WRITING[word] & LARGE


@pytest.mark.parametrize("word", ["bank", "chicago", "4G", "-", "x", "10th", "東京"])
def test_other_words_are_not(word: str) -> None:
    assert not is_large(word)
    assert not WRITING[word] & LARGE


def test_the_large_words_of_a_sentence_are_told() -> None:
    words = "he left the Bank of England in June".split()
    assert [word for word, large in zip(words, large_among(words), strict=True) if large] == [
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
def test_a_sentence_is_told_by_most_of_its_words(sentence: str, casing: str) -> None:
    assert casing_of(sentence.split()) == casing
