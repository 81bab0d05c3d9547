"""List features: the longest listed name from the left marks its words."""

import pytest

from tidings.enrich.name_tagger.list_features import Features, list_features


def marks(sentence: str, *ranges: tuple[int, int]) -> list[Features]:
    words = sentence.split()
    return list_features(words, ranges or [(0, len(words))])


def test_a_single_place_is_marked_with_its_hint() -> None:
    assert marks("to Munich today") == [(), ("zS", "zScity6"), ()]
    assert marks("to Germany today") == [(), ("zS", "zScountry"), ()]


def test_a_place_of_several_words_has_a_beginning_and_an_inside() -> None:
    assert marks("in New York now") == [(), ("zB", "zBregion"), ("zI", "zIregion"), ()]


def test_a_known_organisation_or_place_is_marked_by_its_list() -> None:
    assert marks("the European Central Bank said") == [(), ("KOB",), ("KOI",), ("KOI",), ()]
    assert marks("in Central Asia now") == [(), ("KPB",), ("KPI",), ()]
    assert marks("with UNESCO")[1] == ("KOS",)


def test_a_name_of_both_lists_has_both_marks() -> None:
    assert marks("in Middle East talks")[1:3] == [
        ("KPB", "zB", "zBtown"),
        ("KPI", "zI", "zItown"),
    ]


def test_the_longest_name_wins_and_its_words_are_not_marked_again() -> None:
    assert marks("York New York York") == [
        ("zS", "zScity5"),
        ("zB", "zBregion"),
        ("zI", "zIregion"),
        ("zS", "zScity5"),
    ]


def test_a_name_does_not_reach_beyond_its_range() -> None:
    assert marks("New York", (0, 1), (1, 2))[1] == ("zS", "zScity5")
    assert marks("New York", (1, 2))[0] == ()


def test_a_known_name_may_begin_in_lower_case_but_a_place_may_not() -> None:
    assert marks("the West agrees")[:2] == [("KPB",), ("KPI",)]
    assert marks("to munich") == [(), ()]


def test_a_place_must_end_with_a_capitalised_word() -> None:
    assert marks("New york") == [(), ()]


def test_a_known_name_may_contain_marks() -> None:
    assert marks("Standard & Poor ' s said") == [
        ("KOB",), ("KOI",), ("KOI",), ("KOI",), ("KOI",), (),
    ]  # fmt: skip


@pytest.mark.parametrize("sentence", ["Qzxv Wqzk", "walked home", ""])
def test_unlisted_words_have_no_marks(sentence: str) -> None:
    assert marks(sentence) == [()] * len(sentence.split())
