"""Similar words share groups, in any casing; unknown words have none."""

import numpy
import pytest

from tidings.enrich.name_tables.word_groups import groups_of, word_groups


@pytest.mark.parametrize(
    ("word", "similar", "other"),
    [("toyota", "audi", "album"), ("senator", "ballot", "baguette"), ("albums", "album", "nato")],
)
def test_similar_words_share_their_smallest_group(word: str, similar: str, other: str) -> None:
    assert groups_of(word)[-1] == groups_of(similar)[-1]
    assert groups_of(word)[-1] != groups_of(other)[-1]


def test_capital_letters_make_no_difference() -> None:
    assert groups_of("TOYOTA") == groups_of("Toyota") == groups_of("toyota") != ()


@pytest.mark.parametrize("word", ["", "qzxvkjwq", "東京", "\ud800"])
def test_an_unlisted_word_has_no_group(word: str) -> None:
    assert groups_of(word) == ()


def test_every_word_has_a_group_of_each_size() -> None:
    table = word_groups()
    groups = numpy.array(table.groups).reshape(-1, table.each)
    assert (groups.min(axis=0) >= 1).all()
    assert (groups.max(axis=0) <= (64, 256, 1024)).all()
    assert len(table.words) == len(groups)
