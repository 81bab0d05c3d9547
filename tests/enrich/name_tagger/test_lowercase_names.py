"""Names in lower case: which words are taken for names written without capitals."""

from hypothesis import given
from hypothesis import strategies as st

from tidings.enrich.name_tagger.casing import with_restored_capitals
from tidings.enrich.name_tagger.lowercase_names import is_lowercase_name


def test_lowercase_words_that_are_always_capitalised_are_names() -> None:
    assert is_lowercase_name("chicago")
    assert is_lowercase_name("malaysia")
    assert is_lowercase_name("samantha")


def test_common_and_capitalised_words_are_not_lowercase_names() -> None:
    for word in ("house", "the", "apple", "said", "Chicago", "us", "2019", "", "centre", "don"):
        assert not is_lowercase_name(word)


def test_a_sentence_without_lowercase_names_is_returned_unchanged() -> None:
    words = "He moved to Chicago for the weather .".split()
    assert with_restored_capitals(words) is words


def test_lowercase_names_of_a_sentence_are_capitalised() -> None:
    words = "he moved to chicago with samantha .".split()
    assert with_restored_capitals(words) == "he moved to Chicago with Samantha .".split()


@given(st.lists(st.text(min_size=1, max_size=12), max_size=12))
def test_only_the_case_of_words_is_ever_changed(words: list[str]) -> None:
    assert [word.lower() for word in with_restored_capitals(words)] == [
        word.lower() for word in words
    ]
