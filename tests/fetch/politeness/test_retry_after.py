"""Retry-After in all its spellings."""

from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.fetch.politeness.retry_after import requested_wait

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
CAP = timedelta(hours=24)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("0", 0),
        ("120", 120),
        (" 120 ", 120),
        ("1.5", 1.5),
        ("Sun, 01 Mar 2026 12:05:00 GMT", 300),
        ("Sunday, 01-Mar-26 12:05:00 GMT", 300),
        ("Sun Mar  1 12:05:00 2026", 300),
        ("Sun, 01 Mar 2026 12:05:00 -0000", 300),
        ("Sun, 01 Mar 2026 13:05:00 +0100", 300),
        ("Sun, 01 Mar 2020 12:05:00 GMT", 0),
        ("Sun, 01 Mar 2099 12:05:00 GMT", 86_400),
        ("9" * 400, 86_400),
    ],
)
def test_a_wait_is_parsed(value: str, seconds: float) -> None:
    assert requested_wait(value, NOW, CAP) == timedelta(seconds=seconds)


@pytest.mark.parametrize("value", [None, "", "soon", "-5", "٣", "1e9", "Sun, 99 Mar 2026", "nan"])
def test_invalid_values_are_ignored(value: str | None) -> None:
    assert requested_wait(value, NOW, CAP) is None


@given(st.text() | st.from_regex(r"[A-Z][a-z]{2}, [0-9]{1,3} [A-Z][a-z]{2} [0-9]{1,6} .{0,20}"))
def test_any_text_is_a_wait_within_the_cap_or_nothing(value: str) -> None:
    wait = requested_wait(value, NOW, CAP)
    assert wait is None or timedelta(0) <= wait <= CAP


@given(st.integers(min_value=0))
def test_any_number_of_seconds_is_capped(seconds: int) -> None:
    assert requested_wait(str(seconds), NOW, CAP) == timedelta(seconds=min(seconds, 86_400))


@given(st.integers(-(10**8), 10**8))
def test_any_date_is_the_time_until_then(seconds: int) -> None:
    date = format_datetime(NOW + timedelta(seconds=seconds), usegmt=True)
    assert requested_wait(date, NOW, CAP) == timedelta(seconds=min(max(seconds, 0), 86_400))
