"""Names written small: which words are taken for names that somebody wrote without capitals."""

from hypothesis import given
from hypothesis import strategies as st

from tidings.enrich.name_tagger.casing import with_restored_capitals
from tidings.enrich.name_tagger.lowercase_names import is_lowercase_name


def test_names_that_are_always_large_are_told_when_small() -> None:
    assert is_lowercase_name("chicago")
    assert is_lowercase_name("malaysia")
    assert is_lowercase_name("samantha")


def test_common_words_and_large_ones_are_no_small_names() -> None:
    for word in ("house", "the", "apple", "said", "Chicago", "us", "2019", "", "centre", "don"):
        assert not is_lowercase_name(word)


def test_a_sentence_without_small_names_is_the_same_list() -> None:
    words = "He moved to Chicago for the weather .".split()
    assert with_restored_capitals(words) is words


def test_small_names_of_a_sentence_are_written_large() -> None:
    words = "he moved to chicago with samantha .".split()
    assert with_restored_capitals(words) == "he moved to Chicago with Samantha .".split()


@given(st.lists(st.text(min_size=1, max_size=12), max_size=12))
def test_only_the_case_of_words_is_ever_changed(words: list[str]) -> None:
    assert [word.lower() for word in with_restored_capitals(words)] == [
        word.lower() for word in words
    ]
