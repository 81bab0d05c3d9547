"""Names known beforehand: how the lists are read, and what they must not contain."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tidings.enrich.name_tables import known_names as module
from tidings.enrich.name_tables.known_names import (
    ORGANISATION,
    PLACE,
    capitalised_common_words,
    known_names,
)
from tidings.text.parsing.tokens import tokens


@pytest.fixture
def lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Use lists of a test's own, as long as the test runs."""
    (tmp_path / "organisations.txt").write_text("# a comment\nAlpha|Alpha Beta Gamma|Delta's\n")
    (tmp_path / "places.txt").write_text("Omega|the West\nAlpha\n")
    (tmp_path / "people.txt").write_text("# days\nMonday Tuesday\nFrench\n")
    monkeypatch.setattr(module, "_FOLDER", tmp_path)
    known_names.cache_clear()
    capitalised_common_words.cache_clear()
    yield
    known_names.cache_clear()
    capitalised_common_words.cache_clear()


@pytest.mark.usefixtures("lists")
def test_names_are_separated_by_bars_and_split_into_tokens() -> None:
    assert known_names()[0] == {
        ("Alpha",): ORGANISATION,
        ("Alpha", "Beta", "Gamma"): ORGANISATION,
        ("Delta", "'", "s"): ORGANISATION,
        ("Omega",): PLACE,
        ("the", "West"): PLACE,
    }


@pytest.mark.usefixtures("lists")
def test_the_longest_name_of_each_first_word_is_known() -> None:
    assert known_names()[1] == {"Alpha": 3, "Delta": 3, "Omega": 1, "the": 2}


@pytest.mark.usefixtures("lists")
def test_common_words_are_separated_by_spaces_and_comments_are_left_out() -> None:
    assert capitalised_common_words() == {"Monday", "Tuesday", "French"}


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("United Nations", ORGANISATION),
        ("UN", ORGANISATION),
        ("Standard & Poor's", ORGANISATION),
        ("Middle East", PLACE),
        ("Antarctica", PLACE),
    ],
)
def test_a_name_of_the_lists_is_found_by_its_tokens(name: str, kind: str) -> None:
    names, longest = known_names()
    words = tuple(tokens(name, "en")[0])
    assert names[words] == kind
    assert longest[words[0]] >= len(words)


def test_no_listed_name_is_longer_than_the_lists_say() -> None:
    names, longest = known_names()
    assert {words[0] for words in names} == longest.keys()
    assert all(len(words) <= longest[words[0]] for words in names)
    assert all(all(words) for words in names)


def test_common_words_are_single_capitalised_words() -> None:
    assert {"French", "Monday", "Catholic"} <= capitalised_common_words()
    for word in capitalised_common_words():
        assert word[0].isupper()
        assert "|" not in word
