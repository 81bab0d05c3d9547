from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.evaluate.measures.page_facts import (
    RightShare,
    day_of,
    same_authors,
    same_title,
    share_of,
)


@pytest.mark.parametrize(
    ("answer", "gold", "same"),
    [
        ("A Bridge – at last!", "a bridge at last", True),
        ("Ｆｕｌｌ width", "full width", True),
        ("ﬁre", "fire", True),
        ("A bridge | The Paper", "A bridge", False),
        ("bridge A", "A bridge", False),
        ("", "A bridge", False),
    ],
)
def test_titles_are_compared_by_their_words(answer: str, gold: str, same: bool) -> None:
    assert same_title(answer, gold) is same


@pytest.mark.parametrize(
    ("answer", "gold", "same"),
    [
        (["Ann Lee", "Bo Ek"], ["bo ek", "By Ann Lee"], True),
        (["Ann Lee", "Ann Lee"], ["Ann Lee"], True),
        (["Ann-Marie O'Neil"], ["Ann Marie O’Neil"], True),
        (["Byron Bay"], ["ron Bay"], False),
        (["Ann Lee"], ["Ann Lee", "Bo Ek"], False),
        ([], ["Ann Lee"], False),
        (["By"], [], True),
    ],
)
def test_authors_are_a_set_of_names_without_by(
    answer: list[str], gold: list[str], same: bool
) -> None:
    assert same_authors(answer, gold) is same


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2024-05-03 23:47:42+02:00", date(2024, 5, 3)),
        ("2024-05-03T15:47:42Z", date(2024, 5, 3)),
        ("2020-06-7", date(2020, 6, 7)),
        ("2020-02-30", None),
        ("2020-02-301", None),
        ("nan", None),
        ("", None),
    ],
)
def test_a_date_is_the_day_it_begins_with(text: str, day: date | None) -> None:
    assert day_of(text) == day


@given(st.text())
def test_any_text_can_be_read_as_a_date(text: str) -> None:
    assert isinstance(day_of(text), date | None)


def test_a_share_ignores_answers_without_a_label() -> None:
    assert share_of([True, None, False, True]) == RightShare(2, 3)
    assert share_of([None]) is None
    assert RightShare(2, 4).value == 0.5
    assert RightShare(0, 0).value == 0.0
