import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.label_counts import name_pattern, word_beginning_pattern


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("merk", "Angela Merkel"),
        ("ANGELA", "Angela Merkel"),
        ("munchen", "FC München"),
        ("claude j", "Jean-Claude Juncker"),
        ("o'neil", "Shaquille O’Neil"),
        ("u.s", "U.S. Army"),
    ],
    ids=["surname", "case", "accent", "two-words", "apostrophe", "dot"],
)
def test_a_name_is_found_by_the_beginning_of_a_word(typed: str, name: str) -> None:
    assert re.fullmatch(word_beginning_pattern(typed), name)


def test_a_name_is_not_found_by_the_middle_of_a_word() -> None:
    assert not re.fullmatch(word_beginning_pattern("erkel"), "Angela Merkel")


@pytest.mark.parametrize("name", ["J. K. Rowling", "j k rowling", "J.-K. Rowling"])
def test_all_spellings_of_a_name_have_one_pattern(name: str) -> None:
    matched = re.fullmatch(name_pattern("j k rowling"), name.replace(".-", "-"))
    assert matched is not None


@given(st.text("ab.*+?()[]{}|^$\\-&~ é", max_size=40))
def test_any_text_is_a_pattern_and_its_signs_mean_nothing(text: str) -> None:
    re.compile(name_pattern(text))
    name = f"zz {text}"
    found = re.fullmatch(word_beginning_pattern(text), name, re.DOTALL)
    assert (found is not None) or not text.strip()
