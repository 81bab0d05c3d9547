"""Candidate ranges: every capitalised word that may be a name is in one, and ranges are short."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tidings.enrich.name_tagger.candidate_ranges import candidate_ranges
from tidings.enrich.name_tagger.casing import is_capitalised


def ranges(sentence: str) -> list[str]:
    """The candidate ranges of a sentence whose tokens are separated by spaces."""
    words = sentence.split()
    return [" ".join(words[first:end]) for first, end in candidate_ranges(words, 0, len(words))]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("he met Ada Lovelace there", ["Ada Lovelace"]),
        ("he left the Bank of England then", ["Bank of England"]),
        ("the House of the Rising Sun", ["House of the Rising Sun"]),
        ("Ada saw Ben", ["Ada", "Ben"]),
        ("crews said Boeing 747 planes", ["Boeing 747"]),
        ("nothing to see here", []),
        ("", []),
    ],
)
def test_a_range_reaches_over_connectors_and_numbers(sentence: str, expected: list[str]) -> None:
    assert ranges(sentence) == expected


def test_more_than_two_connectors_end_a_range() -> None:
    assert ranges("met Ada of the Bank") == ["Ada of the Bank"]
    assert ranges("met Ada and of the Bank") == ["Ada", "Bank"]


def test_connectors_at_the_end_are_left_out() -> None:
    assert ranges("met Ada of the and") == ["Ada"]
    assert ranges("met Ada of the bank") == ["Ada"]


@pytest.mark.parametrize("word", ["The", "But", "I", "A", "He"])
def test_a_word_that_only_starts_a_sentence_is_no_candidate(word: str) -> None:
    assert ranges(f"{word} walked home") == []
    assert ranges(f"{word} Lovelace walked home") == [f"{word} Lovelace"]


def test_a_particle_or_a_number_before_a_name_may_belong_to_it() -> None:
    assert ranges("fans of van Gogh left") == ["van Gogh"]
    assert ranges("men of 65 Air Division left") == ["65 Air Division"]
    assert ranges("leaders of al - Qaida left") == ["al - Qaida"]
    assert ranges("leaders of ex - Qaida left") == ["Qaida"]


def test_a_particle_of_the_range_before_is_not_taken_twice() -> None:
    words = "Ada saw van Gogh".split()
    assert candidate_ranges(words, 0, 4) == [(0, 1), (2, 4)]
    assert candidate_ranges(words, 3, 4) == [(3, 4)]  # outside the asked part of the text


def test_a_text_in_capitals_is_cut_into_ranges_of_sixty_words() -> None:
    words = ["Ada"] * 130
    assert candidate_ranges(words, 0, 130) == [(0, 60), (60, 120), (120, 130)]


def test_only_the_asked_part_of_a_text_is_searched() -> None:
    words = "Ada met Ben in Rome".split()
    assert candidate_ranges(words, 1, 4) == [(2, 3)]


_WORDS = st.lists(st.sampled_from("Ada The of the al - 12 said & Ben iPad".split()), max_size=20)


@settings(max_examples=60)
@given(_WORDS)
def test_ranges_are_in_order_apart_and_hold_all_names(words: list[str]) -> None:
    found = candidate_ranges(words, 0, len(words))
    covered = [at for first, end in found for at in range(first, end)]
    assert covered == sorted(set(covered))
    names = [at for at, word in enumerate(words) if word in ("Ada", "Ben", "iPad")]
    assert set(names) <= set(covered)
    for first, end in found:
        assert first < end
        assert is_capitalised(words[end - 1]) or words[end - 1][0].isdigit()
