"""What may be shown of an article, and which uses are reserved."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.model.web.rights import ContentUse, Rights, RobotsMeta

YES_NO = st.sampled_from([None, True, False])
RIGHTS = st.builds(Rights, YES_NO, YES_NO, YES_NO, YES_NO, st.sampled_from([None, "https://p/"]))
MOMENT = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.mark.parametrize(
    ("rights", "reserved"),
    [
        (Rights(), set()),
        (Rights(search=True, ai_input=True, ai_train=True), set()),
        (Rights(search=False), {ContentUse.SEARCH}),
        (Rights(ai_input=False), {ContentUse.AI_INPUT, ContentUse.TDM}),
        (Rights(ai_train=False), {ContentUse.AI_TRAIN, ContentUse.TDM}),
        (Rights(tdm_reserved=True), {ContentUse.AI_INPUT, ContentUse.AI_TRAIN, ContentUse.TDM}),
        (
            Rights(ai_train=True, tdm_reserved=True),
            {ContentUse.AI_INPUT, ContentUse.AI_TRAIN, ContentUse.TDM},
        ),
        (Rights(tdm_reserved=False), set()),
    ],
)
def test_each_declaration_reserves_its_uses(rights: Rights, reserved: set[ContentUse]) -> None:
    assert {use for use in ContentUse if rights.reservation(use)} == reserved


@given(RIGHTS, RIGHTS)
def test_a_no_is_never_lost(one: Rights, other: Rights) -> None:
    both = one | other
    for name in ("search", "ai_input", "ai_train"):
        said = [getattr(one, name), getattr(other, name)]
        assert (getattr(both, name) is False) == (False in said)


def test_the_more_specific_declaration_about_mining_counts() -> None:
    host = Rights(tdm_reserved=True, tdm_policy="https://p/")
    assert (host | Rights(tdm_reserved=False)).tdm_reserved is False
    assert (host | Rights(search=True)).tdm_reserved is True


@given(st.text(alphabet="ab c", max_size=60), st.integers(0, 70))
def test_an_excerpt_is_a_prefix_within_the_limit(text: str, limit: int) -> None:
    excerpt = RobotsMeta(max_snippet=limit or None, nosnippet=limit == 0).excerpt(text)
    assert text.startswith(excerpt)
    assert len(excerpt) <= limit


def test_an_excerpt_ends_at_the_end_of_a_word() -> None:
    assert RobotsMeta(max_snippet=12).excerpt("The council met again") == "The council"
    assert RobotsMeta().excerpt("The council met again") == "The council met again"


def test_a_page_is_over_from_the_given_time_on() -> None:
    rules = RobotsMeta(unavailable_after=MOMENT)
    assert rules.is_over(MOMENT)
    assert not rules.is_over(MOMENT - timedelta(seconds=1))
    assert not RobotsMeta().is_over(MOMENT)
