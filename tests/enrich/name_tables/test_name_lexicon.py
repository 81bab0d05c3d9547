"""The name lexicon: first names, surnames, and words that are used alike."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.enrich.name_tables.name_lexicon import brown_cluster, name_commonness, name_lexicon


def test_a_first_name_is_commoner_as_such_and_a_surname_as_such() -> None:
    for first_name in ("John", "Maria", "Angela", "Emmanuel"):
        given_name, family = name_commonness(first_name)
        assert given_name > family
    for surname in ("Smith", "Garcia", "Merkel", "Müller"):
        given_name, family = name_commonness(surname)
        assert family > given_name


def test_common_names_are_commoner_than_rare_ones() -> None:
    assert name_commonness("John")[0] > name_commonness("Emmanuel")[0] > 0
    assert name_commonness("Smith")[1] > name_commonness("Merkel")[1] > 0


def test_neither_case_nor_accents_change_how_common_a_name_is() -> None:
    assert name_commonness("JOSÉ") == name_commonness("jose") == name_commonness("José") != (0, 0)
    assert name_commonness("Müller") == name_commonness("Muller")


@pytest.mark.parametrize("word", ["", "qzxvkjwq", "東京", "\ud800"])
def test_an_unlisted_word_is_no_name_and_in_no_cluster(word: str) -> None:
    assert name_commonness(word) == (0, 0)
    assert brown_cluster(word) == (0, 0)


def test_words_that_are_used_alike_share_a_cluster() -> None:
    assert brown_cluster("Monday")[0] == brown_cluster("Tuesday")[0] > 0
    assert brown_cluster("London")[0] == brown_cluster("Paris")[0] > 0
    assert brown_cluster("London")[0] != brown_cluster("Monday")[0]


def test_a_cluster_is_of_the_word_as_written() -> None:
    assert brown_cluster("The")[0] != brown_cluster("the")[0]
    assert brown_cluster("London")[0] > 0 == brown_cluster("london")[0]


def test_names_are_capitalised_more_often_than_other_words() -> None:
    names = [brown_cluster(word)[1] for word in ("London", "Paris", "Monday", "Chicago")]
    others = [brown_cluster(word)[1] for word in ("walked", "the", "said", "house")]
    assert min(names) > 10 > 4 > max(others) > 0


def test_the_tables_belong_together() -> None:
    table = name_lexicon()
    assert len(table.given) == len(table.family) == len(table.names)
    assert len(table.cluster) == len(table.case) == len(table.forms)
    assert max(table.cluster) < len(table.paths)
    assert min(table.case) >= 1
    assert max(table.case) <= 15
    assert all(given_name or family
               for given_name, family in zip(table.given, table.family, strict=True))  # fmt: skip


@given(st.text(max_size=12))
def test_any_word_has_values_in_range(word: str) -> None:
    given_name, family = name_commonness(word)
    path, case = brown_cluster(word)
    assert 0 <= given_name <= 255
    assert 0 <= family <= 255
    assert 0 <= case <= 15
    assert path >= 0
