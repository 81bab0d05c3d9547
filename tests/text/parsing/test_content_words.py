import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.text.parsing import content_words as module
from tidings.text.parsing.content_words import content_terms
from tidings.text.terms.analysis import terms_of


def test_stop_words_and_marks_are_not_content_words() -> None:
    words = ["The", "storms", "and", "WHO", ",", "closed", "it", "IT"]
    assert content_terms(words, "en") == ["", "storm", "", "who", "", "close", "", "it"]


def test_short_words_are_not_content_words_in_a_language_without_a_list() -> None:
    assert content_terms(["the", "storm", "EU", "台风"], "und") == ["", "storm", "eu", "台风"]


def test_words_of_scripts_without_spaces_stay_whole() -> None:
    assert terms_of(["台风", "上海港", "，"], "zh") == ["台风", "上海港", ""]


@given(st.lists(st.text(min_size=1, max_size=8), max_size=20), st.sampled_from(["en", "zh", "und"]))
def test_every_token_has_an_entry(words: list[str], language: str) -> None:
    terms, content = terms_of(words, language), content_terms(words, language)
    assert len(terms) == len(content) == len(words)
    assert all(word in ("", term) for word, term in zip(content, terms, strict=True))


def test_a_full_cache_is_emptied_and_long_words_are_not_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(module, "_MAX_CACHED", 3)
    table = module._ContentTerms("en")
    words = ["storms", "floods", "dykes", "the", "x" * 65, "storms"]
    assert [table[word] for word in words] == ["storm", "flood", "dyke", "", "", "storm"]
    assert len(table) == 2


def test_numbers_are_content_words_in_every_language() -> None:
    assert content_terms(["14", "1,000"], "en") == ["14", "1000"]
    assert content_terms(["1,000"], "und") == ["1000"]
