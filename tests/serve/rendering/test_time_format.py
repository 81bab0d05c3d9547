from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.serve.rendering.time_format import (
    absolute,
    day,
    hour_minute_near,
    lag,
    parse_moment,
    relative,
)
from tidings.shapes.iso_time import iso

NOW = datetime(2024, 5, 31, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024-05-01", datetime(2024, 5, 1, tzinfo=UTC)),
        ("20240501", datetime(2024, 5, 1, tzinfo=UTC)),
        (" 2024-05-01T08:30 ", datetime(2024, 5, 1, 8, 30, tzinfo=UTC)),
        ("2024-05-01T08:30Z", datetime(2024, 5, 1, 8, 30, tzinfo=UTC)),
        ("2024-05-01 08:30:00+02:00", datetime(2024, 5, 1, 6, 30, tzinfo=UTC)),
        ("45m", NOW - timedelta(minutes=45)),
        ("24h", NOW - timedelta(hours=24)),
        ("7d", NOW - timedelta(days=7)),
        ("2 W", NOW - timedelta(weeks=2)),
    ],
)
def test_dates_times_and_ages_are_parsed(text: str, moment: datetime) -> None:
    assert parse_moment(text, NOW) == moment


@pytest.mark.parametrize(
    "text", ["", "yesterday", "7", "7y", "-7d", "2024-13-01", "2024-02-30", "999999w", "٧d x"]
)
def test_other_texts_are_not_parsed(text: str) -> None:
    assert parse_moment(text, NOW) is None


def test_only_bare_days_end_at_their_last_moment() -> None:
    end = parse_moment("2024-05-01", NOW, end_of_day=True)
    assert end == datetime(2024, 5, 1, 23, 59, 59, 999999, tzinfo=UTC)
    assert parse_moment("2024-05-01T10:00", NOW, end_of_day=True) == datetime(
        2024, 5, 1, 10, tzinfo=UTC
    )


@given(st.text(max_size=40))
def test_no_text_raises(text: str) -> None:
    moment = parse_moment(text, NOW)
    assert moment is None or moment.tzinfo is UTC


@given(st.datetimes(timezones=st.just(UTC)))
def test_iso_times_can_be_parsed(moment: datetime) -> None:
    assert parse_moment(iso(moment), NOW) == moment.replace(microsecond=0)


@pytest.mark.parametrize(
    ("before", "words"),
    [
        (timedelta(seconds=59), "just now"),
        (timedelta(seconds=-59), "just now"),
        (timedelta(seconds=60), "1 minute ago"),
        (timedelta(minutes=59, seconds=59), "59 minutes ago"),
        (timedelta(hours=1), "1 hour ago"),
        (timedelta(hours=-5), "in 5 hours"),
        (timedelta(hours=23, minutes=59), "23 hours ago"),
        (timedelta(days=6), "6 days ago"),
        (timedelta(days=7), "24 May"),
        (timedelta(days=366), "31 May 2023"),
    ],
)
def test_times_are_relative_unless_they_are_distant(before: timedelta, words: str) -> None:
    assert relative(NOW - before, NOW) == words


def test_days_and_times_are_written_out() -> None:
    assert day(NOW) == "Friday, 31 May 2024"
    assert absolute(NOW) == "31 May 2024, 12:00 UTC"


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (0, "within a minute"),
        (-5, "within a minute"),
        (1, "1 minute later"),
        (22, "22 minutes later"),
        (60, "1 hour later"),
        (190, "3 hours 10 minutes later"),
        (24 * 60 + 5, "1 day 5 minutes later"),
        (49 * 60 + 5, "2 days 1 hour later"),
    ],
)
def test_a_lag_is_said_in_its_two_largest_units(minutes: int, words: str) -> None:
    assert lag(timedelta(minutes=minutes)) == words


def test_the_day_is_said_where_it_is_another_one() -> None:
    assert hour_minute_near(NOW, NOW + timedelta(hours=11)) == "12:00"
    assert hour_minute_near(NOW, NOW + timedelta(hours=12)) == "31 May 2024, 12:00"
