from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tidings.search.query.date_ranges import limits_at
from tidings.search.query.dates import folded, value_at
from tidings.search.query.parse import parse
from tidings.search.query.render import render
from tidings.search.query.tree import Between

NOW = datetime(2024, 5, 15, 10, 30, 5, 99, tzinfo=UTC)  # a Wednesday


def span(text: str) -> tuple[str, str] | None:
    found = value_at(folded(text), 0, NOW)
    if found is None or found[1] != len(text):
        return None
    return tuple("" if edge is None else f"{edge:%Y-%m-%d %H:%M:%S}" for edge in found[0])  # type: ignore[return-value]


def day(first: str, last: str = "") -> tuple[str, str]:
    return f"{first} 00:00:00", f"{last} 00:00:00" if last else ""


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("2024", day("2024-01-01", "2025-01-01")),
        ("2024-12", day("2024-12-01", "2025-01-01")),
        ("2024-02-29", day("2024-02-29", "2024-03-01")),
        ("2024/5/3", day("2024-05-03", "2024-05-04")),
        ("3.5.2024", day("2024-05-03", "2024-05-04")),
        ("20240503", day("2024-05-03", "2024-05-04")),
        ("2024年5月3日", day("2024-05-03", "2024-05-04")),
        ("3 May 2024", day("2024-05-03", "2024-05-04")),
        ("May 3rd, 2024", day("2024-05-03", "2024-05-04")),
        ("März 2024", day("2024-03-01", "2024-04-01")),
        ("2024-05-03T10:20Z", ("2024-05-03 10:20:00", "2024-05-03 10:21:00")),
        ("2024-05-03T10:20:30+02:00", ("2024-05-03 08:20:30", "2024-05-03 08:20:31")),
        ("today", day("2024-05-15", "2024-05-16")),
        ("yesterday", day("2024-05-14", "2024-05-15")),
        ("gestern", day("2024-05-14", "2024-05-15")),
        ("昨天", day("2024-05-14", "2024-05-15")),
        ("monday", day("2024-05-13", "2024-05-14")),
        ("3 days ago", day("2024-05-12", "2024-05-13")),
        ("last week", day("2024-05-06", "2024-05-13")),
        ("last month", day("2024-04-01", "2024-05-01")),
        ("last year", day("2023-01-01", "2024-01-01")),
        ("this week", day("2024-05-13", "2024-05-20")),
        ("letzte Woche", day("2024-05-06", "2024-05-13")),
        ("el mes pasado", day("2024-04-01", "2024-05-01")),
        ("last 7 days", ("2024-05-08 10:30:05", "")),
        ("past 24 hours", ("2024-05-14 10:30:05", "")),
        ("past month", ("2024-04-15 10:30:05", "")),
        ("in the last 2 years", ("2022-05-15 10:30:05", "")),
        ("letzten 7 Tage", ("2024-05-08 10:30:05", "")),
        ("7 derniers jours", ("2024-05-08 10:30:05", "")),
        ("últimos 7 días", ("2024-05-08 10:30:05", "")),
        ("ultimi 7 giorni", ("2024-05-08 10:30:05", "")),
        ("afgelopen 7 dagen", ("2024-05-08 10:30:05", "")),
        ("最近7天", ("2024-05-08 10:30:05", "")),
        ("7d", ("2024-05-08 10:30:05", "")),
        ("now-7d", ("2024-05-08 10:30:05", "")),
        ("wednesday", day("2024-05-15", "2024-05-16")),  # it is one
        ("last wednesday", day("2024-05-08", "2024-05-09")),
        ("last tuesday", day("2024-05-14", "2024-05-15")),
        ("2024-02-30", None),
        ("2024-13", None),
        ("soon", None),
        ("last 9999 years", None),
        ("05/03/2024", None),
    ],
)
def test_a_date_is_a_span_of_time(text: str, wanted: tuple[str, str] | None) -> None:
    assert span(text) == wanted


@pytest.mark.parametrize(
    ("field", "value", "start", "end"),
    [
        ("after", "2024-05-03", datetime(2024, 5, 3), None),
        ("since", "2024", datetime(2024, 1, 1), None),
        ("before", "2024-05-03", None, datetime(2024, 5, 3)),
        ("until", "2024-05-03", None, datetime(2024, 5, 4)),
        ("until", "7d", None, datetime(2024, 5, 8, 10, 30, 6)),
        ("date", "2024-05-03", datetime(2024, 5, 3), datetime(2024, 5, 4)),
        ("date", "2024-01..2024-06", datetime(2024, 1, 1), datetime(2024, 7, 1)),
        ("date", "2024-06..2024-01", datetime(2024, 1, 1), datetime(2024, 7, 1)),
        ("date", "[2024-01 to 2024-06]", datetime(2024, 1, 1), datetime(2024, 7, 1)),
        ("date", "[* to 2024-06]", None, datetime(2024, 7, 1)),
        ("date", "2024-06..", datetime(2024, 6, 1), None),
        ("date", "..2024-06", None, datetime(2024, 7, 1)),
        ("date", ">2024-06", datetime(2024, 7, 1), None),
        ("date", "<=2024-06", None, datetime(2024, 7, 1)),
        ("date", '"last month"', datetime(2024, 4, 1), datetime(2024, 5, 1)),
        ("date", "*", None, None),
    ],
)
def test_a_date_field_sets_limits(
    field: str, value: str, start: datetime | None, end: datetime | None
) -> None:
    wanted = Between(start and start.replace(tzinfo=UTC), end and end.replace(tzinfo=UTC))
    assert limits_at(value, 0, field, NOW) == (wanted, len(value))


MOMENTS = st.none() | st.datetimes(
    datetime(1, 1, 3), datetime(9999, 12, 29), timezones=st.just(UTC)
).map(lambda moment: moment.replace(microsecond=0))


@given(MOMENTS, MOMENTS)
def test_rendered_limits_parse_to_the_same_limits(
    first: datetime | None, last: datetime | None
) -> None:
    if first and last and first >= last:
        first, last = last, first
    limits = Between(first, last if last != first else None)
    assert parse(render(limits), NOW).filters == (limits,)
