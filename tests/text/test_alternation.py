"""One fast pattern for many words."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.text.alternation import any_of

WORDS = [r"read-?more", r"reader\b", r"\bads?[-_]", r"[-_]ads?\b", r"(?<![\w-])tags?", "tag-list"]


@given(st.text(alphabet="readmotgslis-_ ", max_size=20))
def test_it_matches_where_the_words_match_one_by_one(text: str) -> None:
    plain = re.search("|".join(WORDS), text)
    quick = re.search(any_of(WORDS), text)
    assert (quick and quick.span()) == (plain and plain.span())


@pytest.mark.parametrize("text", ["tags", "my tags", "ad-box", "top_ads"])
def test_a_word_may_require_what_precedes_it(text: str) -> None:
    assert re.search(any_of(WORDS), text)


@pytest.mark.parametrize("text", ["hashtags", "head-box", "-tags"])
def test_a_word_may_forbid_what_precedes_it(text: str) -> None:
    assert not re.search(any_of(WORDS), text)


def test_an_optional_first_letter_stays_with_its_word() -> None:
    assert re.fullmatch(any_of(["s?print", "step"]), "print")
