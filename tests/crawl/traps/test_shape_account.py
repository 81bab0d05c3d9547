"""Accounts: what closes a URL shape, and what reopens it."""

from hypothesis import given
from hypothesis import strategies as st

from tidings.crawl.traps.shape_account import LIMITS, VisitYield, new_account


def test_a_shape_that_yields_nothing_is_closed_soon() -> None:
    account = new_account(0)
    for _ in range(8):
        assert not account.is_closed()
        account = account.charged(VisitYield.NOTHING, 3, 1.0)
    assert account.is_closed()
    assert account.probed_at == 1.0
    assert account.summary() == "8 visited, 0 new articles, 0 duplicates, 8 without value"


def test_one_article_reopens_a_shape_with_any_debt() -> None:
    account = new_account(0)
    for _ in range(100):
        account = account.charged(VisitYield.TWIN, 3, 1.0)
    account = account.rewarded()
    assert not account.is_closed()


@given(st.integers(0, 2), st.integers(1, 500))
def test_a_shape_with_an_article_in_eight_visits_is_never_closed(level: int, rounds: int) -> None:
    account = new_account(level)
    for _ in range(rounds):
        account = account.charged(VisitYield.NEWS, 4, 1.0)
        for _ in range(7):
            account = account.charged(VisitYield.NOTHING, 4, 1.0)
            assert not account.is_closed()
    assert account.credit <= LIMITS[level]


@given(st.lists(st.sampled_from(VisitYield), max_size=200), st.integers(0, 2))
def test_a_barren_shape_is_closed_within_its_limit_after_any_history(
    history: list[VisitYield], level: int
) -> None:
    account = new_account(level)
    for outcome in history:
        account = account.charged(outcome, 2, 1.0)
    for _ in range(int(LIMITS[level])):
        account = account.charged(VisitYield.TWIN, 2, 2.0)
    assert account.is_closed()


def test_a_shape_found_on_barren_pages_inherits_their_remaining_credit() -> None:
    parent = new_account(1)
    for _ in range(11):
        parent = parent.charged(VisitYield.NOTHING, 3, 1.0)
    child = new_account(1, parent)
    assert child.credit == parent.credit == 5.0
    parent = parent.rewarded()
    assert new_account(1, parent).credit == 16.0
